import {
  equalValues,
  Failure,
  Semaphore,
  type ResourceTypeDefinition,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { identityOf, isForUser } from '../../reality/doubt/doubt-verdict.ts'
import { diffSpec } from '../../spec/diff.ts'
import { accounted, type Leaves } from '../../spec/account.ts'
import { idText } from '../../spec/identity.ts'
import type { Asking, Session } from '../session/session.ts'

/** Another record with the same id. If `isProven`, both are the same thing; otherwise, nobody can tell. */
export interface Sharing {
  readonly other: ResourceRecord
  readonly isProven: boolean
}

/**
 * The verdict about two records with one id. `gone`: the provider does not find the thing of the elder record. `overtaken`: one of them is being
 * changed, or was, so that the answers may be half of one state and half of another.
 */
type Told = 'two' | 'one' | 'unknown' | 'gone' | 'overtaken'

/** The parts of a session that the questions about records with one id need. */
type AskingOfIds = Asking & Pick<Session, 'journal'>

/**
 * Another record with the same id, unless it turns out to be another thing. Equal ids prove nothing. Some providers give one id to all of their
 * things, others give one id to all things with the same content, and others answer a create with an existing thing. So the provider is asked about
 * the elder record before either of them is destroyed.
 *
 * @throws Failure when the provider does not answer
 */
export async function sharingId(record: ResourceRecord, session: AskingOfIds): Promise<Sharing | undefined> {
  const definition = session.definition(record.type)
  if (definition === undefined || definition.isComposed === true || definition.configures !== undefined)
    return undefined
  for (const { id } of session.records.things.sharingId(record)) {
    const found = await sharingWith(id, record, definition, session)
    if (found !== undefined) return found
  }
  return undefined
}

/** Asks about one of the other records with the same id. Waits while that one is being changed, and asks again if it was changed meanwhile. */
async function sharingWith(
  id: string,
  record: ResourceRecord,
  definition: ResourceTypeDefinition,
  session: AskingOfIds,
): Promise<Sharing | undefined> {
  for (;;) {
    const other = session.records.get(id)
    if (other === undefined || !session.records.things.sharingId(record).includes(other)) return undefined
    if (session.records.underWay.has(other)) {
      await session.records.underWay.over(other)
      continue
    }
    const isElder = isBefore(record, other)
    const told = await new Question({ record, other, isElder }, definition, session).told()
    if (told === 'overtaken') continue
    if (told === 'two' || (told === 'gone' && !isElder)) return undefined
    return { other, isProven: told === 'one' }
  }
}

/**
 * Removes records that share an id one after the other, because the provider must not be asked about one record while another is being destroyed.
 */
export function oneOfAnId<T>(
  record: ResourceRecord,
  session: Pick<Session, 'definition' | 'records' | 'limits'>,
  remove: () => Promise<T>,
): Promise<T> {
  const definition = session.definition(record.type)
  const id = definition && idText(definition, record)
  if (id === undefined || session.records.things.sharingId(record).length === 0) return remove()
  const turns = session.limits.oneOfAnId.get(id) ?? new Semaphore(1)
  session.limits.oneOfAnId.set(id, turns)
  return turns.run(remove)
}

/** True if the first record is the elder. The later deployment determines how the thing is now. */
function isBefore(one: ResourceRecord, two: ResourceRecord): boolean {
  const [a, b] = [one, two].map(({ deployedAt, createdAt }) => deployedAt ?? createdAt)
  return (a ?? 0) === (b ?? 0) ? one.id < two.id : (a ?? 0) < (b ?? 0)
}

/** The record that goes, and another one with its id. */
interface Pair {
  readonly record: ResourceRecord
  readonly other: ResourceRecord
  /** True if the record is the elder of the two. */
  readonly isElder: boolean
}

/** The reason for no further questions about two records. */
class Overtaken extends Error {}

/** The questions about the elder of two records. */
class Question {
  readonly #other: ResourceRecord
  readonly #elder: ResourceRecord
  readonly #younger: ResourceRecord
  readonly #definition: ResourceTypeDefinition
  readonly #session: AskingOfIds

  constructor({ record, other, isElder }: Pair, definition: ResourceTypeDefinition, session: AskingOfIds) {
    this.#other = other
    this.#elder = isElder ? record : other
    this.#younger = isElder ? other : record
    this.#definition = definition
    this.#session = session
  }

  async told(): Promise<Told> {
    try {
      return await this.#told(this.#younger)
    } catch (thrown) {
      if (thrown instanceof Overtaken) return 'overtaken'
      throw thrown
    }
  }

  async #told(younger: ResourceRecord): Promise<Told> {
    const { spec } = this.#elder
    // A service may refuse anything for a moment, so it is asked twice. A refusal proves nothing.
    const first = await this.#ask(spec)
    const real = first === null ? await this.#ask(spec) : first
    if (real === undefined) return 'gone'
    if (real === null) return 'unknown'
    const [own, its, now] = [spec, younger.spec, real].map((each) => accounted(this.#definition, each))
    if (own === undefined || its === undefined || now === undefined) return 'unknown'
    const differing = [...own.given.keys()].filter((path) => isOther(own.given.get(path), its.given.get(path)))
    const forcing = this.#forcing(younger, differing)
    const isIts = (path: string): boolean => isSame(now.given.get(path), its.given.get(path))
    if (forcing.some(isIts)) return 'one'
    const kept = forcing.filter((path) => isSame(now.given.get(path), own.given.get(path)))
    if (kept.length > 0 && (await this.#isRead(kept, own.given))) return 'two'
    if (this.#differs(own.told, its.told, now.told)) return 'two'
    // Other users may have changed a value that can change in place, so such a value only counts if nothing else decides.
    return differing.some(isIts) ? 'one' : 'unknown'
  }

  /** The differing places that cannot change in place; all differing places if only the provider knows which these are. */
  #forcing({ spec }: ResourceRecord, differing: readonly string[]): readonly string[] {
    const { schema, replacementBy } = this.#definition
    const { recreate } = diffSpec(schema, this.#elder.spec, spec)
    const fixed = differing.filter((path) => recreate.some((each) => path === each || path.startsWith(`${each}.`)))
    return fixed.length === 0 && replacementBy !== undefined ? differing : fixed
  }

  /** True if the provider has really read these values of the elder record's thing, and does not only repeat the values of the question. */
  async #isRead(paths: readonly string[], own: Leaves): Promise<boolean> {
    const { idField, accountOf } = this.#definition
    const { spec } = this.#elder
    const id = this.#session.settler.unusedId()
    const underNobodys = idField === undefined ? spec : withValue(spec, [idField], id)
    const answersSo = (found: ValueMap | null | undefined): boolean => {
      if (found === null || found === undefined) return false
      const { given } = accounted(this.#definition, found)
      return paths.some((path) => isSame(given.get(path), own.get(path)))
    }
    if (answersSo(await this.#ask(underNobodys, id))) return false
    if (accountOf !== undefined) return true
    const texts = paths.flatMap((path) => {
      const text = own.get(path)
      return typeof text === 'string' ? [{ path, text }] : []
    })
    if (texts.length === 0) return true
    const changed = texts.reduce(
      (all, { path, text }) => withValue(all, path.split('.').slice(1), `${text}-${id}`),
      spec,
    )
    const found = await this.#ask(changed)
    return found === undefined || answersSo(found)
  }

  /**
   * True if the two records differ in a steady value, such as a password. A steady value is one that no update or refresh of the type has ever
   * changed, unlike an etag or a time.
   */
  #differs(own: Leaves, its: Leaves, now: Leaves): boolean {
    const { type } = this.#elder
    const isSteady = (path: string): boolean =>
      !this.#session.journal.unsteady.has(type, path) && (!now.has(path) || isSame(now.get(path), own.get(path)))
    return [...own.keys()].some((path) => isOther(own.get(path), its.get(path)) && isSteady(path))
  }

  /**
   * Asks the provider; `null` if it refuses to look without more values. For a provider that cannot read at all, the answer is the spec of
   * the question.
   *
   * @throws Failure when the provider does not answer
   */
  async #ask(spec: ValueMap, id = this.#elder.id): Promise<ValueMap | null | undefined> {
    this.#refuseOvertaken()
    const answer = await this.#answer(spec, id)
    this.#refuseOvertaken()
    return answer
  }

  async #answer(spec: ValueMap, id: string): Promise<ValueMap | null | undefined> {
    const { calls, settler } = this.#session
    try {
      return await calls.externalState(identityOf({ ...this.#elder, spec, id }, settler))
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'protocol/unimplemented') return spec
      if (thrown instanceof Failure && isForUser(thrown)) return null
      throw thrown
    }
  }

  #refuseOvertaken(): void {
    const { records } = this.#session
    if (records.underWay.has(this.#other) || records.get(this.#other.id) !== this.#other) throw new Overtaken()
  }
}

function isOther(one: Value | undefined, two: Value | undefined): boolean {
  return one !== undefined && two !== undefined && !equalValues(one, two)
}

function isSame(one: Value | undefined, two: Value | undefined): boolean {
  return one !== undefined && two !== undefined && equalValues(one, two)
}

function withValue(map: ValueMap, [name = '', ...more]: readonly string[], value: Value): ValueMap {
  const inner = map[name]
  const changed = more.length === 0 ? value : withValue((inner ?? valueMap()) as ValueMap, more, value)
  return valueMap([...Object.entries(map).filter(([key]) => key !== name), [name, changed]])
}
