import type { ValueType } from '@slipway/engine'
import { type MapEntry, type MapNode, treeToValue, type TreeNode } from '@slipway/source'
import { ExpressionReader } from './expression.ts'
import { entryNode, field, listNode, literalText, mapNode, scalarNode, textOf, validName } from './nodes.ts'
import { isNothing, type ProgramFile } from './program.ts'
import type { Report } from './report.ts'

/** The type of an input: `List<Number>` is an array of floats. */
interface InputType {
  readonly name: ValueType
  readonly items?: InputType
}

/** A declared configuration value, or an input of a component. */
export interface Input {
  /** The name of the input in the program. */
  readonly key: string
  /** The name of the value in the files of stacks. */
  readonly configKey: string
  /** The name of the variable. */
  readonly name: string
  readonly type: InputType
  readonly entry: MapEntry
  readonly body: MapNode
}

/** A setting of a provider: `aws:region`. */
export interface ProviderSetting {
  readonly pkg: string
  readonly key: string
  readonly value: TreeNode
}

/** The types of configuration values, for the reference. */
export const inputTypes: Readonly<Record<string, ValueType>> = {
  string: 'string',
  number: 'float',
  int: 'integer',
  integer: 'integer',
  bool: 'boolean',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
}

/** Splits a configuration key into its package and its name: `aws:region`, or a key of the project itself. */
export function splitKey(key: string, project: string): { readonly pkg: string | undefined; readonly name: string } {
  const colon = key.indexOf(':')
  if (colon === -1) return { pkg: undefined, name: key }
  const pkg = key.slice(0, colon)
  const name = key.slice(colon + 1).replace(/^config:/, '')
  return pkg === project ? { pkg: undefined, name } : { pkg, name }
}

const partsOfInput: ReadonlySet<string> = new Set([
  'type',
  'name',
  'secret',
  'default',
  'value',
  'description',
  'items',
])

/** Reads one declaration. */
export function inputIn(entry: MapEntry, project: string, report: Report): Input | ProviderSetting | undefined {
  const { pkg, name } = splitKey(entry.key, project)
  const { value } = entry
  const isDeclared = value.kind === 'map' && value.entries.some((part) => partsOfInput.has(part.key.toLowerCase()))
  const body = isDeclared ? value : mapNode([entryNode('default', value)])
  const given = field(body, 'value')?.value ?? field(body, 'default')?.value
  if (pkg === 'pulumi') {
    report.lost({ start: entry.keyStart }, `config ${entry.key}`, 'it is a setting of Pulumi itself')
    return undefined
  }
  if (pkg !== undefined) return given === undefined ? undefined : { pkg, key: name, value: given }
  const written = field(body, 'type')
  const type = written === undefined ? typeOfValue(given) : inputType(textOf(written.value) ?? '', body)
  if (type === undefined) {
    const place = { start: entry.keyStart, end: entry.keyEnd }
    report.error('convert/not-read', place, `the config value ${entry.key} has no type that Pulumi YAML knows`, {
      hint: 'types are String, Number, Integer, Boolean, Object and List<…>; or give it a default',
    })
    return undefined
  }
  for (const { key, keyStart } of body.entries)
    if (!partsOfInput.has(key.toLowerCase()))
      report.lost({ start: keyStart }, `${key} of the config value ${entry.key}`, 'Pulumi YAML has no such part')
  const configKey = textOf(field(body, 'name')?.value) || name
  return { key: name, configKey, name: validName(name), type, entry, body }
}

/**
 * Returns the first declaration of a value. The value is secret if any of its declarations is secret, because a program and its project may both
 * declare it.
 */
export function alsoDeclared(first: Input | undefined, other: Input): Input {
  if (first === undefined) return other
  if (!isDeclaredSecret(other) || isDeclaredSecret(first)) return first
  const others = first.body.entries.filter(({ key }) => key !== 'secret')
  return { ...first, body: mapNode([...others, entryNode('secret', scalarNode(true))]) }
}

function isDeclaredSecret({ body }: Input): boolean {
  const said = field(body, 'secret')?.value
  return said?.kind === 'scalar' && said.value === true
}

function inputType(written: string, body: MapNode): InputType | undefined {
  const text = written.trim().toLowerCase()
  const [, inner] = /^list<(.*)>$/.exec(text) ?? []
  if (inner !== undefined) {
    const items = inputType(inner, mapNode([]))
    return items && { name: 'array', items }
  }
  const name = inputTypes[text]
  if (name !== 'array') return name && { name }
  const under = field(body, 'items')?.value
  const items = under?.kind === 'map' ? inputType(textOf(field(under, 'type')?.value) ?? '', under) : undefined
  return { name: 'array', ...(items !== undefined && { items }) }
}

/** Returns the type of a value without a declared type. */
function typeOfValue(node: TreeNode | undefined): InputType | undefined {
  if (node === undefined) return undefined
  if (node.kind !== 'scalar') return { name: node.kind === 'list' ? 'array' : 'object' }
  if (typeof node.value === 'boolean') return { name: 'boolean' }
  if (typeof node.value === 'bigint' || Number.isInteger(node.value)) return { name: 'integer' }
  if (typeof node.value === 'number') return { name: 'float' }
  return { name: 'string' }
}

/** Returns an input for a value that a stack's file has but no text declares. */
export function undeclaredInput(key: string, entry: MapEntry): Input {
  const type = typeOfValue(isSealed(entry.value) ? scalarNode('') : entry.value) ?? { name: 'string' }
  const isSecret = isSealed(entry.value)
  return {
    key,
    configKey: key,
    name: validName(key),
    type,
    entry: entryNode(key, entry.value),
    body: mapNode(isSecret ? [entryNode('secret', scalarNode(true))] : []),
  }
}

export function isSealed(node: TreeNode): boolean {
  return node.kind === 'map' && node.entries.length === 1 && node.entries[0]?.key === 'secure'
}

/** Returns the variable of a blueprint for an input. */
export function variableEntry({ name, type, entry, body }: Input, { report }: Pick<ProgramFile, 'report'>): MapEntry {
  const fallback = field(body, 'default') ?? field(body, 'value')
  const secret = field(body, 'secret')
  const description = field(body, 'description')
  const written = field(body, 'type')
  return entryNode(
    name,
    mapNode(
      [
        entryNode('type', scalarNode(type.name), written),
        type.items && entryNode('items', itemsNode(type.items)),
        secret && entryNode('secret', secret.value, secret),
        description && entryNode('description', description.value, description),
        fallback && defaultEntry(fallback, type, report),
      ],
      entry.value,
    ),
    entry,
  )
}

function itemsNode({ name, items }: InputType): TreeNode {
  if (items === undefined) return scalarNode(name)
  return mapNode([entryNode('type', scalarNode(name)), entryNode('items', itemsNode(items))])
}

function defaultEntry(fallback: MapEntry, { name }: InputType, report: Report): MapEntry | undefined {
  if (isNothing(fallback.value)) return undefined
  const value = literalTree(fallback.value, report)
  if (value === undefined) return undefined
  // Text that looks like a value of another type needs quotes.
  const written = name === 'string' && value.kind === 'scalar' ? scalarNode(value.text, value) : value
  return entryNode('default', written, fallback)
}

/** Returns a default without expressions; `undefined` after a report. */
function literalTree(node: TreeNode, report: Report): TreeNode | undefined {
  if (node.kind === 'list') {
    const items = node.items.map((item) => literalTree(item, report))
    return items.includes(undefined)
      ? undefined
      : listNode(
          items.filter((item) => item !== undefined),
          node,
        )
  }
  if (node.kind === 'map') {
    const entries = node.entries.map((entry) => {
      const value = literalTree(entry.value, report)
      return value && entryNode(entry.key, value, entry)
    })
    if (!entries.includes(undefined)) return mapNode(entries, node)
    return undefined
  }
  const read = new ExpressionReader(report).read(node)
  if (read.kind === 'literal')
    return scalarNode(typeof read.value === 'string' ? literalText(read.value) : read.value, node, read.text)
  report.lost(node, 'a default with expressions', 'a variable has a plain value as its default')
  return undefined
}

/** Returns the value of a provider's setting. Lists and maps are JSON in a string. */
export function settingNode(value: TreeNode): TreeNode {
  if (value.kind === 'scalar') return value
  return scalarNode(
    JSON.stringify(treeToValue(value), (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)),
  )
}
