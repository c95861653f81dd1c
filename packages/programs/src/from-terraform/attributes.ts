import {
  isList,
  isMap,
  mapEntries,
  revealed,
  Secret,
  secret,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { isExactNumber, valueOfJson } from '../terraform-states/exact-json.ts'
import type { StateInstance, StatePath } from '../terraform-states/terraform-state.ts'

/**
 * The attributes of an instance as the spec of a record: sensitive ones are secrets, absent ones are left out.
 *
 * @param isSecret also makes secret what has such a name
 */
export function specOf(
  { attributes, sensitive_attributes: paths }: StateInstance,
  isSecret: (name: string) => boolean,
): ValueMap {
  const plain = Object.entries(attributes).flatMap(([name, json]): (readonly [string, Value])[] =>
    json === null ? [] : [[name, isSecret(name) ? secret(plainValue(json)) : plainValue(json)]],
  )
  const spec = valueMap(plain)
  for (const [name, ...inside] of (paths ?? []).map(stepsOf)) {
    const value = typeof name === 'string' ? spec[name] : undefined
    if (typeof name === 'string' && value !== undefined) spec[name] = markedAt(value, inside)
  }
  return spec
}

/** Returns a value without the type beside it, which a state has where the schema allows any type. */
function plainValue(json: unknown): Value {
  if (Array.isArray(json)) return json.map(plainValue)
  if (!isMapOfJson(json)) return valueOfJson(json)
  const { type, value } = json
  if (Object.keys(json).length === 2 && 'type' in json && 'value' in json && isOfType(type, value))
    return plainValue(value)
  return valueMap(Object.entries(json).map(([name, each]) => [name, plainValue(each)]))
}

function isMapOfJson(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !isExactNumber(json)
}

const collections: ReadonlySet<unknown> = new Set(['list', 'set', 'map', 'object', 'tuple'])

/** True if the value fits the type, which is written as in a state. */
function isOfType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type))
    return type.length >= 2 && collections.has(type[0]) && (value === null || typeof value === 'object')
  if (type === 'string') return typeof value === 'string' || value === null
  if (type === 'bool') return typeof value === 'boolean' || value === null
  if (type === 'number') return typeof value === 'number' || value === null || isExactNumber(value)
  return type === 'dynamic' && value === null
}

type Step = string | number | undefined

/** Returns the steps of a path; `undefined` if a step names an element of a set. */
function stepsOf(path: StatePath): readonly Step[] {
  return path.map(({ value }) => {
    const inside = isMapOfJson(value) ? value['value'] : value
    return typeof inside === 'string' || typeof inside === 'number' ? inside : undefined
  })
}

/** Marks the value at a path as secret. If a path leads into a value that has no parts, the whole value is secret. */
function markedAt(value: Value, steps: readonly Step[]): Value {
  const [first, ...rest] = steps
  if (value instanceof Secret) return value
  if (isMap(value) && typeof first === 'string' && Object.hasOwn(value, first))
    return mapEntries(value, (each, name) => (name === first ? markedAt(each, rest) : each))
  if (isList(value) && typeof first === 'number' && first < value.length)
    return value.map((each, index) => (index === first ? markedAt(each, rest) : each))
  return value === null ? null : secret(revealed(value))
}
