import type { DocumentNode, Place, ReferenceSubstitution, Scalar, Substitution } from '@slipway/model'

/**
 * A text of a blueprint with `${…}` in it, or a lone `${…}`; its value is unknown before the deployment. Pass it on as it is, or put it
 * into other texts with `text`.
 */
export class Expression {
  readonly parts: readonly (string | Substitution)[]
  readonly place: Place | undefined

  constructor(parts: readonly (string | Substitution)[], place?: Place) {
    this.parts = parts
    this.place = place
  }
}

/** A value in a blueprint: an expression may take the place of any value. */
export type Written<T> =
  | Expression
  | (T extends readonly (infer Item)[]
      ? readonly Written<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: Written<T[K]> }
        : T)

/** Any value, with expressions in it. */
export type WrittenValue = Scalar | Expression | undefined | readonly WrittenValue[] | WrittenMap

export interface WrittenMap {
  readonly [key: string]: WrittenValue
}

type Declared = 'variables' | 'values' | 'resources' | 'datasources' | 'children'

const targets: Readonly<Record<Declared, ReferenceSubstitution['to']>> = {
  variables: 'variable',
  values: 'value',
  resources: 'resource',
  datasources: 'datasource',
  children: 'child',
}

/** `${resources.db.spec.port}` is `reference('resources', 'db', 'spec', 'port')`. */
export function reference(section: Declared, name: string, ...path: readonly (string | number)[]): Expression {
  return new Expression([{ kind: 'reference', to: targets[section], name, path }])
}

/** `${to_upper(values.name)}` is `call('to_upper', reference('values', 'name'))`. */
export function call(name: string, ...args: readonly WrittenValue[]): Expression {
  const given = args.map((arg) => ({ value: substitutionOf(arg) }))
  return new Expression([{ kind: 'call', name, args: given }])
}

/** text\`http://${reference('resources', 'web', 'spec', 'host')}:${port}\` */
export function text(
  strings: TemplateStringsArray,
  ...values: readonly (Exclude<Scalar, null> | Expression)[]
): Expression {
  const parts = strings.flatMap((string, index): (string | Substitution)[] => {
    const value = values[index]
    if (value === undefined) return [string]
    return value instanceof Expression ? [string, ...value.parts] : [string, String(value)]
  })
  // The text around a lone expression would make text of it.
  return new Expression(parts.length === 1 ? parts : parts.filter((part) => part !== ''))
}

/** Turns a part into a part of a call, where lists, maps and texts are calls themselves. */
function substitutionOf(value: WrittenValue): Substitution {
  if (value instanceof Expression) return joined(value.parts)
  if (value === undefined || value === null) return { kind: 'literal', value: null }
  if (typeof value !== 'object') return { kind: 'literal', value }
  if (isList(value)) return { kind: 'call', name: 'list', args: value.map((item) => ({ value: substitutionOf(item) })) }
  const args = Object.entries(value).map(([name, member]) => ({ name, value: substitutionOf(member) }))
  return { kind: 'call', name: 'object', args }
}

function joined(parts: readonly (string | Substitution)[]): Substitution {
  const all = parts.map((part): Substitution => (typeof part === 'string' ? { kind: 'literal', value: part } : part))
  const [only] = all
  if (all.length === 1 && only !== undefined) return only
  const items: Substitution = { kind: 'call', name: 'list', args: all.map((value) => ({ value })) }
  return { kind: 'call', name: 'join', args: [{ value: items }, { value: { kind: 'literal', value: '' } }] }
}

function isList(value: object): value is readonly WrittenValue[] {
  return Array.isArray(value)
}

/** The places of lists and maps that an author may pass on. */
const places = new WeakMap<object, Place>()

/** A node of a blueprint for the author of a plugin. */
export function writtenOf(node: DocumentNode): WrittenValue {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'text':
      return new Expression(node.parts, node.place)
    case 'list':
      return placed(node.items.map(writtenOf), node.place)
    case 'map': {
      const map: Record<string, WrittenValue> = {}
      for (const { key, value } of node.entries) map[key] = writtenOf(value)
      return placed(map, node.place)
    }
  }
}

function placed<T extends object>(value: T, place: Place | undefined): T {
  if (place !== undefined) places.set(value, place)
  return value
}

/**
 * Turns an author's value into a node; leaves out `undefined` members.
 * @throws TypeError for a value that no blueprint can hold
 */
export function nodeOf(value: WrittenValue, what: string): DocumentNode {
  if (value instanceof Expression) {
    const { parts, place } = value
    return { kind: 'text', parts, ...(place !== undefined && { place }) }
  }
  if (value === undefined) return { kind: 'scalar', value: null }
  if (typeof value === 'object' && value !== null) return collectionOf(value, what)
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`${what} is not a value`)
  return { kind: 'scalar', value }
}

function collectionOf(value: readonly WrittenValue[] | WrittenMap, what: string): DocumentNode {
  const place = places.get(value)
  const at = place === undefined ? {} : { place }
  if (isList(value))
    return { kind: 'list', items: value.map((item, index) => nodeOf(item, `${what}[${index}]`)), ...at }
  const entries = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [{ key, value: nodeOf(member, `${what}.${key}`) }],
  )
  return { kind: 'map', entries, ...at }
}
