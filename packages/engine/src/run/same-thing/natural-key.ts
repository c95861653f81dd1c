import { Failure, isList, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { identityOf, isForUser } from '../../reality/doubt-verdict.ts'
import { folded, inAnotherCase } from '../../spec/spelling.ts'
import type { Session } from '../session/session.ts'

/**
 * The natural key of a thing, as far as its provider shows it. If nothing is found once some texts, numbers or lists of texts are
 * different, one of them belongs to the key, and a record with others in all those places is another thing.
 */
export class NaturalKey {
  readonly #record: ResourceRecord
  readonly #given: ValueMap
  readonly #session: Pick<Session, 'calls' | 'settler' | 'records'>
  /** By the places asked for: whether one of them belongs to the key; `undefined`: that is refused. */
  readonly #known = new Map<string, boolean | undefined>()
  /** By place: a number that no record has there. */
  readonly #unused = new Map<string, number | bigint>()

  constructor(record: ResourceRecord, given: ValueMap, session: Pick<Session, 'calls' | 'settler' | 'records'>) {
    this.#record = record
    this.#given = given
    this.#session = session
  }

  async isOtherThan({ name }: ResourceRecord, given: ValueMap): Promise<boolean> {
    const ending = `-${this.#session.settler.unusedId()}`
    const { name: own } = this.#record
    if (name !== own && (await this.#isKey('', { name: `${own}${ending}`, spec: this.#given }))) return true
    const all = valuesIn(given)
    const differing = differingPlaces(this.#given, given).filter(({ own: value }) => !all.has(value))
    const { spelled = [], other = [] } = Object.groupBy(differing, (place) => (isOneName(place) ? 'spelled' : 'other'))
    return (await this.#isKeyAmong(other, ending)) || (await this.#isExact(spelled))
  }

  /** Whether one of these places belongs to the key, and its case counts. */
  async #isExact(places: readonly Place[]): Promise<boolean> {
    for (const { path, own, others } of places) {
      const changed = inAnotherCase(String(own), String(others))
      if (changed === undefined) continue
      const spec = withValue(this.#given, path, changed)
      if (await this.#isKey(JSON.stringify([path, changed]), { spec })) return true
    }
    return false
  }

  /** Asks with all of them at once; one by one would be many questions. A refusal says nothing, so halves are asked then. */
  async #isKeyAmong(places: readonly Place[], ending: string): Promise<boolean> {
    if (places.length === 0) return false
    const spec = places.reduce(
      (changed, place) => withValue(changed, place.path, this.#unlikeAll(place, ending)),
      this.#given,
    )
    const isKey = await this.#isKey(JSON.stringify(places.map(({ path }) => path)), { spec })
    if (isKey !== undefined || places.length === 1) return isKey === true
    const half = Math.ceil(places.length / 2)
    return (
      (await this.#isKeyAmong(places.slice(0, half), ending)) || (await this.#isKeyAmong(places.slice(half), ending))
    )
  }

  /** What none of the records has there: a number that is next to one may be that of the next thing. */
  #unlikeAll({ path, own }: Place, ending: string): Value {
    if (typeof own === 'string') return `${own}${ending}`
    if (typeof own === 'object') return own.map((text) => `${text}${ending}`)
    const place = JSON.stringify(path)
    const known = this.#unused.get(place)
    if (known !== undefined) return known
    const numbers = this.#session.records.others(this.#record).map(({ spec }) => valueIn(spec, path))
    const most = numbers.filter(isNumber).reduce((one, two) => (two > one ? two : one), own)
    const unused = typeof most === 'bigint' ? most + 1n : Math.floor(most) + 1
    this.#unused.set(place, unused)
    return unused
  }

  /** Whether nothing is found by what is asked instead; `undefined`: that is refused. */
  async #isKey(places: string, asked: Asked): Promise<boolean | undefined> {
    if (this.#known.has(places)) return this.#known.get(places)
    const isKey = await this.#isMissing(asked).catch((thrown: unknown) => {
      if (!(thrown instanceof Failure)) throw thrown
      return isForUser(thrown) ? undefined : this.#isMissingAfter(asked)
    })
    this.#known.set(places, isKey)
    return isKey
  }

  async #isMissing(asked: Asked): Promise<boolean> {
    const { calls, settler } = this.#session
    const question = { ...this.#record, spec: this.#given, ...asked, id: settler.unusedId() }
    return (await calls.externalState(identityOf(question, settler))) === undefined
  }

  /**
   * After a failure that does not say whose fault it is. If the provider answers to the texts of the record itself, and fails again with
   * the others, it refuses those.
   *
   * @throws Failure when it does not answer at all: what is only forgotten because of that would be lost
   */
  async #isMissingAfter(asked: Asked): Promise<boolean | undefined> {
    await this.#isMissing({})
    return this.#isMissing(asked).catch((thrown: unknown) => {
      if (thrown instanceof Failure) return undefined
      throw thrown
    })
  }
}

/** What a question asks with that a record does not have; everything else is as it is recorded. */
type Asked = Partial<Pick<ResourceRecord, 'spec' | 'name'>>

interface Place {
  readonly path: readonly string[]
  readonly own: string | number | bigint | readonly string[]
  /** What the other record has there. */
  readonly others: string | number | bigint | readonly string[]
}

/** Whether a service may take both for one name. */
function isOneName({ own, others }: Place): boolean {
  return typeof own === 'string' && typeof others === 'string' && folded(own) === folded(others)
}

/** Where that is in a spec, through maps only. */
function valueIn(spec: ValueMap, path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>(
    (value, name) => (isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    spec,
  )
}

function isTexts(value: Value | undefined): value is readonly string[] {
  return isList(value) && value.length > 0 && value.every((item) => typeof item === 'string')
}

function isNumber(value: Value | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** How many places are looked at: what has more texts has them in its content. */
const mostPlaces = 256

/** Where both have texts, numbers or lists of texts, inside maps, that are not the same. A secret is no key. */
function differingPlaces(one: ValueMap, two: ValueMap, path: readonly string[] = []): readonly Place[] {
  const places = Object.entries(one).flatMap(([name, own]): readonly Place[] => {
    const others = two[name]
    if (isMap(own)) return isMap(others) ? differingPlaces(own, others, [...path, name]) : []
    if (own === others) return []
    const place = [...path, name]
    if (typeof own === 'string' && typeof others === 'string') return [{ path: place, own, others }]
    if (isNumber(own) && isNumber(others)) return [{ path: place, own, others }]
    // A service may find a thing by any of several names: of two lists with one in both, nobody can say.
    if (!isTexts(own) || !isTexts(others)) return []
    const theirs = new Set(others.map(folded))
    return own.some((text) => theirs.has(folded(text))) ? [] : [{ path: place, own, others }]
  })
  return places.slice(0, mostPlaces)
}

/** Wherever they are: a key that stands in another place of the other record is still its key. */
function valuesIn(map: ValueMap, values = new Set<Value>()): ReadonlySet<Value> {
  for (const value of Object.values(map)) {
    if (isMap(value)) valuesIn(value, values)
    else values.add(value)
  }
  return values
}

function withValue(map: ValueMap, [name = '', ...more]: readonly string[], value: Value): ValueMap {
  const changed = (inner: Value): Value => (isMap(inner) ? withValue(inner, more, value) : value)
  return valueMap(Object.entries(map).map(([key, inner]) => [key, key === name ? changed(inner) : inner]))
}
