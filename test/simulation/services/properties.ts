import { isList, isMap, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import { hasLampOn } from '../moves/draft.ts'
import { kindOf } from './kinds.ts'
import { withoutMark } from '../moves/trouble.ts'
import type { Properties, Thing } from './world.ts'

/** The wanted properties as plain text: a provider sees its secrets. */
export function propertiesOf(spec: ValueMap): Properties {
  const plain = revealed(spec)
  if (!isMap(plain)) return {}
  const properties: { -readonly [name in keyof Properties]: Properties[name] } = {}
  for (const name of ['value', 'pinned', 'within', 'key', 'secret'] as const) {
    const property = plain[name]
    if (typeof property === 'string') properties[name] = property
  }
  const needs = isList(plain['needs']) ? plain['needs'].filter((need) => typeof need === 'string') : []
  if (needs.length > 0) properties.needs = needs
  return properties
}

/** The other names by which a thing may be found, besides its resource id. */
export function namesOf(spec: ValueMap): { readonly key?: string; readonly id?: string } {
  const { key } = propertiesOf(spec)
  const id = spec['id']
  return { ...(key !== undefined && { key }), ...(typeof id === 'string' && { id }) }
}

/**
 * A service's own values. The endpoint changes with the value, and says nothing of it; `login` has the password in it, of
 * every second thing in another spelling.
 */
export function outputsOf(thing: Thing): Readonly<Record<string, string>> {
  const { id, number, type, madeFrom, changedBy, properties } = thing
  const { value = '', secret } = properties
  const { ids, upserts } = kindOf(type)
  const endpoint = `${id}/${checksum(withoutMark(value))}`
  const lamp = hasLampOn(value) ? 'on' : 'off'
  // Distinguishes things with equal ids by the password, which never changes.
  if (ids === 'constant') return { id: '<the only one>', endpoint, lamp, login: `of ${id}` }
  if (ids === 'content') return { id: `<${checksum(withoutMark(madeFrom))}>`, endpoint, lamp, login: `of ${number}` }
  // The value changes with each update, so nothing identifies the thing.
  if (upserts) return { id, endpoint, lamp, login: `v${changedBy}` }
  if (secret === undefined) return { id, endpoint, lamp }
  const spelled = number % 2 === 0 ? secret : Buffer.from(secret).toString('base64')
  return { id, endpoint, lamp, login: `${id} ${spelled}` }
}

function checksum(text: string): string {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) % 1_000_003
  return sum.toString(36)
}

/** The answer of a provider that is asked for a thing. */
export function stateOf(thing: Thing): ValueMap {
  const { untold } = kindOf(thing.type)
  const properties = Object.entries(thing.properties).filter(([name]) => !untold.includes(name)) as [string, Value][]
  return valueMap([...properties, ...Object.entries(outputsOf(thing))])
}

/** True when a thing is as asked for. */
export function sameProperties(a: Properties, b: Properties): boolean {
  return (
    a.value === b.value &&
    a.pinned === b.pinned &&
    a.within === b.within &&
    a.key === b.key &&
    a.secret === b.secret &&
    (a.needs ?? []).join() === (b.needs ?? []).join()
  )
}
