import { equalValues, Failure, isList, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { identityOf, isForUser } from '../reality/doubt-verdict.ts'
import { computedPaths, valueAt, withComputed } from '../spec/computed-paths.ts'
import { withoutComputed } from '../spec/without-computed.ts'
import { isAskedLike, NaturalKey } from './natural-key.ts'
import type { Session } from './session.ts'

/**
 * Another record that its service has told the same. One that returns what is there may tell other things of it each time, such as when it
 * was changed: what is found by what both have been told is the same thing.
 */
export async function toldTheSame(record: ResourceRecord, session: Session): Promise<ResourceRecord | undefined> {
  const { schema = { type: 'object' } as const } = session.definition(record.type) ?? {}
  const paths = computedPaths(schema)
  const keys = new Map<string, NaturalKey | undefined>()
  for (const other of session.others(record)) {
    if (!isAskedLike(other, record)) continue
    const values = paths.map((path) => [valueAt(record.spec, path) ?? null, valueAt(other.spec, path) ?? null] as const)
    const told = values.map(([own, its]) => inBoth(own, its))
    if (told.every((value) => value === undefined)) continue
    if (values.every(([own, its]) => equalValues(own, its))) return other
    const places = JSON.stringify(told, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))
    if (!keys.has(places)) keys.set(places, await keyIn(record, told, session))
    const key = keys.get(places)
    // What has been told both may be only a part of it.
    if (key === undefined || (await key.isOtherThan(other, withoutComputed(schema, other.spec)))) continue
    if (session.others(record).some(({ id }) => id === other.id)) return other
  }
  return undefined
}

/** What is the same in both, also inside of maps; `undefined` if nothing is. */
function inBoth(one: Value | undefined, two: Value | undefined): Value | undefined {
  if (one === undefined || two === undefined || one === null) return undefined
  if (equalValues(one, two)) return one
  if (!isMap(one) || !isMap(two)) return undefined
  const same = Object.entries(one).flatMap(([name, value]) => {
    const both = inBoth(value, Object.hasOwn(two, name) ? two[name] : undefined)
    return both === undefined ? [] : [[name, both] as const]
  })
  return same.length === 0 ? undefined : valueMap(same)
}

/** The key of what is found by these values, together with what was given; `undefined` if it is not, or by any other values as well. */
async function keyIn(
  record: ResourceRecord,
  told: readonly (Value | undefined)[],
  session: Session,
): Promise<NaturalKey | undefined> {
  const { schema = { type: 'object' } as const } = session.definition(record.type) ?? {}
  const paths = computedPaths(schema)
  const given = withoutComputed(schema, record.spec)
  const specWith = (values: readonly (Value | undefined)[]): ValueMap =>
    withComputed(schema, given, 'spec', (path) => values[paths.indexOf(path)])
  const spec = specWith(told)
  if (!(await isFoundWith({ ...record, spec }, session))) return undefined
  const ending = `-${session.settler.unusedId()}`
  const others = specWith(told.map((value) => value && elsewhere(value, ending)))
  return (await isFoundWith({ ...record, spec: others }, session)) ? undefined : new NaturalKey(record, spec, session)
}

/** A number that nothing has. */
const unusedNumber = 9_007_199_254_740_881

function elsewhere(value: Value, ending: string): Value {
  if (isMap(value)) return valueMap(Object.entries(value).map(([name, one]) => [name, elsewhere(one, ending)]))
  if (isList(value)) return value.map((one) => elsewhere(one, ending))
  if (typeof value === 'string') return `${value}${ending}`
  return typeof value === 'number' || typeof value === 'bigint' ? unusedNumber : value
}

/** Whether its provider finds it so. One that refuses to look needs more. */
async function isFoundWith(record: ResourceRecord, { calls, settler }: Session): Promise<boolean> {
  try {
    return (await calls.externalState(identityOf({ ...record, id: settler.unusedId() }, settler))) !== undefined
  } catch (thrown) {
    if (thrown instanceof Failure && isForUser(thrown)) return false
    throw thrown
  }
}
