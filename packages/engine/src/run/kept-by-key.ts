import { equalValues, Failure, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { foundByKey, identityOf, isFoundById, othersThatMayBe } from '../reality/doubt-verdict.ts'
import { identities } from '../spec/identity.ts'
import { withoutComputed } from '../spec/without-computed.ts'
import type { Session } from './session.ts'

/**
 * Another record that may be the same thing, if no declared identity can tell. Only the provider can say so. Types that find things by
 * resource id are asked once in a run; what is found by computed values is asked for each time, since the next may have a natural key.
 *
 * @throws Failure when the provider does not answer
 */
export async function keptByKey(record: ResourceRecord, session: Session): Promise<ResourceRecord | undefined> {
  const definition = session.definition(record.type)
  // A configuration of a provider is nothing outside, so two records cannot be the same one.
  const isTold =
    identities(definition, record).length > 0 ||
    session.knownById.has(record.type) ||
    definition?.configures !== undefined
  if (isTold || session.others(record).length === 0) return undefined
  const found = await foundByKey(record, { definition, settler: session.settler })
  if (found === 'byId') session.knownById.add(record.type)
  if (found === undefined || isFoundById(found) || found === 'onlyWithComputed') return undefined
  const givenTo = ({ spec }: ResourceRecord): ValueMap =>
    definition === undefined ? spec : withoutComputed(definition.schema, spec)
  const key = new NaturalKey(record, givenTo(record), session)
  for (const other of othersThatMayBe(found, record, { definition, others: session.others(record) })) {
    if (await key.isOtherThan(other, givenTo(other))) continue
    // Of two records of one thing, the other may have been struck meanwhile.
    if (session.others(record).some(({ id }) => id === other.id)) return other
  }
  return undefined
}

/** How many questions a record is worth. */
const mostQuestions = 16

/**
 * The natural key of a thing, as far as its provider shows it: a text belongs to the key if nothing is found with another text in its
 * place. A record with another text there is another thing.
 */
class NaturalKey {
  readonly #record: ResourceRecord
  readonly #given: ValueMap
  readonly #session: Session
  /** By place: whether it belongs to the key. */
  readonly #known = new Map<string, boolean>()

  constructor(record: ResourceRecord, given: ValueMap, session: Session) {
    this.#record = record
    this.#given = given
    this.#session = session
  }

  async isOtherThan({ name }: ResourceRecord, given: ValueMap): Promise<boolean> {
    if (
      name !== this.#record.name &&
      (await this.#belongs('', (ending) => ({ name: `${this.#record.name}${ending}`, spec: this.#given })))
    )
      return true
    for (const path of differingTexts(this.#given, given)) {
      const asked = (ending: string) => ({ spec: changedAt(this.#given, path, ending) })
      if (await this.#belongs(JSON.stringify(path), asked)) return true
    }
    return false
  }

  /** @param asked what to ask with instead, with an ending that nothing has */
  async #belongs(
    place: string,
    asked: (ending: string) => Pick<ResourceRecord, 'spec'> & Partial<Pick<ResourceRecord, 'name'>>,
  ): Promise<boolean> {
    const known = this.#known.get(place)
    if (known !== undefined) return known
    if (this.#known.size >= mostQuestions) return false
    const { calls, settler } = this.#session
    const id = settler.unusedId()
    const question = { ...this.#record, id, ...asked(`-${id}`) }
    const isKey = await calls.externalState(identityOf(question, settler)).then(
      (found) => found === undefined,
      (thrown: unknown) => {
        // What it does not take proves nothing.
        if (thrown instanceof Failure) return false
        throw thrown
      },
    )
    this.#known.set(place, isKey)
    return isKey
  }
}

/** Paths of the texts, inside maps, that are not the same in both. What is a secret is no key. */
function* differingTexts(
  one: ValueMap,
  two: ValueMap,
  path: readonly string[] = [],
): Generator<readonly string[], undefined> {
  for (const [name, value] of Object.entries(one)) {
    const other = two[name] ?? null
    if (typeof value === 'string' && !equalValues(value, other)) yield [...path, name]
    else if (isMap(value)) yield* differingTexts(value, isMap(other) ? other : valueMap(), [...path, name])
  }
}

function changedAt(map: ValueMap, [name = '', ...more]: readonly string[], ending: string): ValueMap {
  const changed = (value: Value): Value => {
    if (isMap(value)) return changedAt(value, more, ending)
    return typeof value === 'string' ? `${value}${ending}` : value
  }
  return valueMap(Object.entries(map).map(([key, value]) => [key, key === name ? changed(value) : value]))
}
