import { Failure, isList, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { identityOf, isForUser } from '../../reality/doubt/doubt-verdict.ts'
import { folded, inAnotherCase } from '../../spec/spelling.ts'
import type { Session } from '../session/session.ts'

/**
 * The natural key of a thing, as its provider reveals it. If the provider finds nothing once some texts, numbers or lists of texts are
 * different, one of them belongs to the key. Then a record with different values in all those places is another thing.
 */
export class NaturalKey {
  readonly #record: ResourceRecord
  readonly #given: ValueMap
  readonly #session: Pick<Session, 'calls' | 'settler' | 'records'>
  /**
   * Whether one of the places belongs to the key, by the places that were changed in a question; `undefined` if the provider refuses the question.
   */
  readonly #known = new Map<string, boolean | undefined>()
  /** A number that no record has at a place, by place. */
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

  /** True if one of these places belongs to the key, and the key is case-sensitive there. */
  async #isExact(places: readonly Place[]): Promise<boolean> {
    for (const { path, own, others } of places) {
      const changed = inAnotherCase(String(own), String(others))
      if (changed === undefined) continue
      const spec = withValue(this.#given, path, changed)
      if (await this.#isKey(JSON.stringify([path, changed]), { spec })) return true
    }
    return false
  }

  /**
   * True if one of the places belongs to the key. Changes all places in one question, because separate questions would be too many. A refusal proves
   * nothing, so each half is then tried by itself.
   */
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

  /** A value that none of the records has at the place. A number right after the record's own number may be the number of the next thing. */
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

  /** True if the provider finds nothing for the changed question; `undefined` if it refuses the question. */
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
   * Asks again after a failure of unclear cause. If the provider answers for the record's own values, and fails again with the changed values, it
   * refuses the changed values.
   *
   * @throws Failure when the provider does not answer at all, because a record that is forgotten for that reason would be lost
   */
  async #isMissingAfter(asked: Asked): Promise<boolean | undefined> {
    await this.#isMissing({})
    return this.#isMissing(asked).catch((thrown: unknown) => {
      if (thrown instanceof Failure) return undefined
      throw thrown
    })
  }
}

/** The changed part of a question; everything else is as recorded. */
type Asked = Partial<Pick<ResourceRecord, 'spec' | 'name'>>

interface Place {
  readonly path: readonly string[]
  readonly own: string | number | bigint | readonly string[]
  /** The value of the other record. */
  readonly others: string | number | bigint | readonly string[]
}

/** True if a service may take both texts for one name. */
function isOneName({ own, others }: Place): boolean {
  return typeof own === 'string' && typeof others === 'string' && folded(own) === folded(others)
}

/** The value at a path of a spec, through maps only. */
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

/** The maximum number of places that are compared. In a spec with more texts, the texts are content and not a key. */
const mostPlaces = 256

/** The places, inside maps, where two specs have different texts, numbers or lists of texts. A secret is no key. */
function differingPlaces(one: ValueMap, two: ValueMap, path: readonly string[] = []): readonly Place[] {
  const places = Object.entries(one).flatMap(([name, own]): readonly Place[] => {
    const others = two[name]
    if (isMap(own)) return isMap(others) ? differingPlaces(own, others, [...path, name]) : []
    if (own === others) return []
    const place = [...path, name]
    if (typeof own === 'string' && typeof others === 'string') return [{ path: place, own, others }]
    if (isNumber(own) && isNumber(others)) return [{ path: place, own, others }]
    // A service may find a thing by any of several names. If two lists share a name, nobody can tell their things apart.
    if (!isTexts(own) || !isTexts(others)) return []
    const theirs = new Set(others.map(folded))
    return own.some((text) => theirs.has(folded(text))) ? [] : [{ path: place, own, others }]
  })
  return places.slice(0, mostPlaces)
}

/** All values of a spec, at any place. A key that is at another place in the other record is still a key. */
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
