import { Failure, isList, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import { propertySteps } from '../values/property-path.ts'
import { scalar } from './edit-map.ts'

/** A path inside a configuration value: `hosts[0].port` in `shop:net.hosts[0].port`. */
export interface ConfigPath {
  /** The key as the user writes it: `net`, `aws:assumeRole`. */
  readonly key: string
  /** Empty: the whole value. */
  readonly steps: readonly (string | number)[]
}

const wholePath = /^[^.[\]"]+(?:\.[^.[\]"]+|\[\d{1,4}\]|\["(?:[^"\\]|\\.)*"\])*$/

/** Parses a path. Fails with `stack/bad-key` for an invalid one. */
export function configPath(text: string): ConfigPath {
  const [key, ...steps] = wholePath.test(text) ? propertySteps(text) : []
  if (typeof key === 'string') return { key, steps }
  throw new Failure('stack/bad-key', `"${text.slice(0, 100)}" is not a configuration path`, {
    hint: 'a path is a key and a place inside it, such as net.hosts[0] or tags["a.b"]',
  })
}

/** The value at a path; `undefined` if there is none. */
export function valueAt(value: Value | undefined, steps: ConfigPath['steps']): Value | undefined {
  return steps.reduce<Value | undefined>((found, step) => memberOf(found, step), value)
}

/**
 * Sets a value at a path, creating maps and lists on the way. A sealed value has no paths inside.
 *
 * @throws Failure `stack/bad-key` if another value is in the way, or beyond the end of a list
 */
export function withValueAt(value: Value | undefined, [step, ...rest]: ConfigPath['steps'], leaf: Value): Value {
  if (step === undefined) return leaf
  const inner = withValueAt(memberOf(value, step), rest, leaf)
  if (typeof step === 'string') {
    if (value !== undefined && (!isMap(value) || isSealed(value))) throw inTheWay(step, 'is not in a map')
    return valueMap([...Object.entries(value ?? {}), [step, inner] as const])
  }
  if (value !== undefined && !isList(value)) throw inTheWay(step, 'is not in a list')
  const items = value ?? []
  if (step > items.length) throw inTheWay(step, `is past the end of a list of ${items.length}`)
  return [...items.slice(0, step), inner, ...items.slice(step + 1)]
}

/** A value without the part at a path; `undefined` if there is no such part. */
export function withoutValueAt(value: Value | undefined, [step, ...rest]: ConfigPath['steps']): Value | undefined {
  if (step === undefined || value === undefined || memberOf(value, step) === undefined) return undefined
  const inner = rest.length === 0 ? undefined : withoutValueAt(memberOf(value, step), rest)
  if (rest.length > 0 && inner === undefined) return undefined
  if (isList(value)) return value.flatMap((item, at) => (at !== step ? [item] : inner === undefined ? [] : [inner]))
  if (!isMap(value)) return undefined
  const entries = Object.entries(value).flatMap(([name, each]) => {
    if (name !== step) return [[name, each] as const]
    return inner === undefined ? [] : [[name, inner] as const]
  })
  return valueMap(entries)
}

/** A written value inside another one: booleans and integers are recognised, as in Pulumi. */
export function writtenValue(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text
}

/** A value as lines of YAML. The first line follows the key; it is empty if all lines come below the key. */
export function yamlLines(value: Value): readonly string[] {
  if (isList(value)) return value.length === 0 ? ['[]'] : ['', ...value.flatMap(itemLines)]
  if (!isMap(value)) return [scalarLine(value)]
  const entries = Object.entries(value)
  if (entries.length === 0) return ['{}']
  return ['', ...entries.flatMap(([name, each]) => belowHead(`${scalar(name)}:`, yamlLines(each)))]
}

function scalarLine(value: Value): string {
  if (typeof value === 'string') return scalar(value)
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}

function itemLines(item: Value): readonly string[] {
  const [first = '', ...more] = yamlLines(item)
  if (first !== '') return [`- ${first}`]
  const [head = '', ...rest] = more
  return [`- ${head}`, ...rest.map((line) => `  ${line}`)]
}

function belowHead(head: string, [first = '', ...more]: readonly string[]): readonly string[] {
  return [first === '' ? head : `${head} ${first}`, ...more.map((line) => `  ${line}`)]
}

function memberOf(value: Value | undefined, step: string | number): Value | undefined {
  if (typeof step === 'number') return value !== undefined && isList(value) ? value[step] : undefined
  return value !== undefined && isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

/** True for a secret in the file of a stack: `secure: v1:…`. */
function isSealed(value: ValueMap): boolean {
  return Object.keys(value).length === 1 && typeof value['secure'] === 'string'
}

function inTheWay(step: string | number, why: string): Failure {
  const place = typeof step === 'number' ? `[${step}]` : step
  return new Failure('stack/bad-key', `${place} ${why}`, { hint: 'slipway config get KEY shows the present value' })
}
