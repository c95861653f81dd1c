import { equalValues, Failure, isList, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { identityOf, isAskedLike, isForUser } from '../../reality/doubt/doubt-verdict.ts'
import { computedPaths, valueAt, withComputed } from '../../spec/computed-paths.ts'
import { withoutComputed } from '../../spec/without-computed.ts'
import { NaturalKey } from './natural-key.ts'
import type { Asking, Session } from '../session/session.ts'

/**
 * Another record with the same computed values. A service that returns an existing thing may report different values each time, such as the
 * time of the last change. So a thing that is found by the values that both records share is the same thing.
 */
export async function sameByComputedValues(
  record: ResourceRecord,
  session: Asking,
): Promise<ResourceRecord | undefined> {
  const { schema = { type: 'object' } as const } = session.definition(record.type) ?? {}
  const own = toldTo(record, session)
  const others = session.records
    .others(record)
    .filter((other) => isAskedLike(other, record))
    .toArray()
  const told = new Map(others.map((other) => [other, toldTo(other, session)]))
  if (Object.keys(own).length === 0) return undefined
  // This comparison needs no question, so it comes first.
  for (const [other, values] of told) if (equalValues(own, values)) return other
  const missing = await notEnough(record, own, [...told.values()], session)
  if (missing === undefined) return undefined
  const keys = new Map<string, NaturalKey | undefined>()
  for (const [other, values] of told) {
    const both = inAny(own, [values])
    // If a thing is not found by some values, it is not found by fewer of them either.
    if (both === undefined || missing.some((more) => isPartOf(both, more))) continue
    const asked = JSON.stringify(both, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))
    if (!keys.has(asked)) keys.set(asked, await keyIn(record, both, session))
    const key = keys.get(asked)
    // The shared computed values may be only a part of the key.
    if (key === undefined || (await key.isOtherThan(other, withoutComputed(schema, other.spec)))) continue
    if (session.records.others(record).some(({ id }) => id === other.id)) return other
  }
  return undefined
}

/** The computed values of each record, which never changes. A record is compared with all others of its type. */
const knownTold = new WeakMap<ResourceRecord, ValueMap>()

/** The values that the service has computed, by path. */
function toldTo(record: ResourceRecord, session: Pick<Session, 'definition'>): ValueMap {
  const known = knownTold.get(record)
  if (known !== undefined) return known
  const paths = computedPaths(session.definition(record.type)?.schema ?? { type: 'object' })
  const values = paths.map((path) => [path, valueAt(record.spec, path) ?? null] as const)
  const told = valueMap(values.filter(([, value]) => value !== null))
  knownTold.set(record, told)
  return told
}

/**
 * Groups of the record's values by which its thing is not found; `undefined` if the thing is not even found by all the values that it shares with
 * others. The latter is true of most things, and takes one question, however many others there are.
 */
async function notEnough(
  record: ResourceRecord,
  own: ValueMap,
  others: readonly ValueMap[],
  session: Pick<Session, 'calls' | 'settler' | 'definition'>,
): Promise<readonly ValueMap[] | undefined> {
  const shared = inAny(own, others)
  if (shared === undefined || !(await isFoundByTold(record, shared, session))) return undefined
  const fewer = lessOneEach(shared)
  // A question about each of the other records is then less work.
  if (fewer.length > others.length) return []
  const missing: ValueMap[] = []
  for (const some of fewer) if (!(await isFoundByTold(record, some, session))) missing.push(some)
  return missing
}

/** The part of a map that is also in one of the others, including inner maps; `undefined` if there is none. */
function inAny(map: ValueMap, others: readonly ValueMap[]): ValueMap | undefined {
  const same = Object.entries(map).flatMap(([name, value]): (readonly [string, Value])[] => {
    if (value === null) return []
    if (others.some((other) => equalValues(value, other[name] ?? null))) return [[name, value]]
    if (!isMap(value)) return []
    const inside = inAny(value, others.map((other) => other[name] ?? null).filter(isMap))
    return inside === undefined ? [] : [[name, inside]]
  })
  return same.length === 0 ? undefined : valueMap(same)
}

/** Copies of the map that each lack one of its values, including values of inner maps. */
function lessOneEach(map: ValueMap): readonly ValueMap[] {
  return Object.entries(map).flatMap(([name, value]) => {
    const fewer: readonly (Value | undefined)[] =
      isMap(value) && Object.keys(value).length > 1 ? lessOneEach(value) : [undefined]
    const rest = Object.entries(map).filter(([other]) => other !== name)
    return fewer.map((less) => valueMap(less === undefined ? rest : [...rest, [name, less]]))
  })
}

function isPartOf(map: ValueMap, whole: ValueMap): boolean {
  return Object.entries(map).every(([name, value]) => {
    const its = Object.hasOwn(whole, name) ? (whole[name] ?? null) : null
    return isMap(value) && isMap(its) ? isPartOf(value, its) : equalValues(value, its)
  })
}

/**
 * The natural key of the thing that is found by the given values and these computed values; `undefined` if the thing is not found, or is found with
 * any other values as well.
 */
async function keyIn(record: ResourceRecord, told: ValueMap, session: Asking): Promise<NaturalKey | undefined> {
  if (!(await isFoundByTold(record, told, session))) return undefined
  const others = elsewhere(told, `-${session.settler.unusedId()}`)
  return isMap(others) && (await isFoundByTold(record, others, session))
    ? undefined
    : new NaturalKey(record, specWith(record, told, session), session)
}

/** The given values of a record together with these computed values. */
function specWith({ type, spec }: ResourceRecord, told: ValueMap, session: Pick<Session, 'definition'>): ValueMap {
  const { schema = { type: 'object' } as const } = session.definition(type) ?? {}
  return withComputed(schema, withoutComputed(schema, spec), 'spec', (path) => told[path])
}

const unusedNumber = 9_007_199_254_740_881

function elsewhere(value: Value, ending: string): Value {
  if (isMap(value)) return valueMap(Object.entries(value).map(([name, one]) => [name, elsewhere(one, ending)]))
  if (isList(value)) return value.map((one) => elsewhere(one, ending))
  if (typeof value === 'string') return `${value}${ending}`
  return typeof value === 'number' || typeof value === 'bigint' ? unusedNumber : value
}

/**
 * True if the provider finds the thing by these values. A provider that refuses the question needs more values. It is asked twice, because it may
 * refuse anything for a moment.
 */
async function isFoundByTold(
  record: ResourceRecord,
  told: ValueMap,
  session: Pick<Session, 'calls' | 'settler' | 'definition'>,
): Promise<boolean> {
  const { calls, settler } = session
  const asked = { ...record, spec: specWith(record, told, session), id: settler.unusedId() }
  const isFound = async (): Promise<boolean | undefined> => {
    try {
      return (await calls.externalState(identityOf(asked, settler))) !== undefined
    } catch (thrown) {
      if (thrown instanceof Failure && isForUser(thrown)) return undefined
      throw thrown
    }
  }
  return (await isFound()) ?? (await isFound()) ?? false
}
