import { entryOf, treeToValue, type DiagnosticList, type MapNode } from '@slipway/source'
import type {
  ConditionDeclaration,
  ImportDeclaration,
  MovedDeclaration,
  PluginDeclaration,
  Written,
} from '../declarations.ts'
import type { Expression } from '../expression.ts'
import { itemName } from '../item-name.ts'
import { readConditions } from './conditions.ts'
import { expressionOf } from './expression-of.ts'
import { optional } from './optional.ts'
import { isEmpty, Section, wrongShape } from './section.ts'

interface OwnMetadata {
  readonly moved: readonly MovedDeclaration[]
  readonly imports: readonly ImportDeclaration[]
  readonly plugins: readonly PluginDeclaration[]
  readonly requires: readonly ConditionDeclaration[]
  readonly checks: readonly ConditionDeclaration[]
  readonly protect?: Expression
}

/** Reads the part of the metadata that is only for Slipway: `metadata.slipway`, which other tools leave alone. */
export function readOwnMetadata(tree: MapNode, diagnostics: DiagnosticList): OwnMetadata {
  const metadata = entryOf(tree, 'metadata')
  const node = metadata?.kind === 'map' ? entryOf(metadata, 'slipway') : undefined
  if (node === undefined || isEmpty(node)) return nothing
  const section = Section.of(node, 'metadata.slipway', ownKeys, diagnostics, 'warning')
  if (section === undefined) return nothing
  const protect = section.get('protect')?.value
  return {
    moved: readMoved(section),
    imports: readImports(section),
    plugins: readPlugins(section),
    requires: readConditions(section, 'requires'),
    checks: readConditions(section, 'checks'),
    ...optional('protect', protect && expressionOf(protect, diagnostics)),
  }
}

const ownKeys = ['moved', 'import', 'plugins', 'requires', 'checks', 'protect'] as const

const nothing: OwnMetadata = { moved: [], imports: [], plugins: [], requires: [], checks: [] }

function readMoved(parent: Section): readonly MovedDeclaration[] {
  return readPairs(parent, 'moved', ['from', 'to']).flatMap(({ section, first, second }) => {
    const [from, to] = [named(first, section), named(second, section)]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}

function readImports(parent: Section): readonly ImportDeclaration[] {
  return readPairs(parent, 'import', ['to', 'id']).flatMap(({ section, first, second: id }) => {
    const to = named(first, section)
    return to === undefined ? [] : [{ to, id }]
  })
}

interface Pair {
  readonly section: Section
  readonly first: Written<string>
  readonly second: Written<string>
}

/** Reads a list of maps that have these two keys. */
function readPairs(parent: Section, key: string, keys: readonly [string, string]): readonly Pair[] {
  const node = parent.get(key)?.value
  if (node === undefined || isEmpty(node)) return []
  if (node.kind !== 'list') {
    wrongShape(node, `${parent.path}.${key}`, `a list of { ${keys.join(', ')} }`, parent.diagnostics)
    return []
  }
  return node.items.flatMap((item, index) => {
    const section = Section.of(item, `${parent.path}.${key}[${index}]`, keys, parent.diagnostics)
    const [first, second] = keys.map((one) => section?.needText(one))
    return section === undefined || first === undefined || second === undefined ? [] : [{ section, first, second }]
  })
}

function named(written: Written<string>, section: Section): Written<string> | undefined {
  const name = nameIn(written.value)
  if (name !== undefined) return { ...written, value: name }
  section.error(
    'blueprint/bad-moved',
    written.origin,
    `${JSON.stringify(written.value.slice(0, 60))} is not the name of a resource or child`,
    'write a name, as state list shows it: page, page[0], page["home"], network/vpc; or a child: network',
  )
  return undefined
}

/** The name of a resource. The name of an item of an `each` may be written like a reference: `page[0]`, `page["home"]`. */
function nameIn(written: string): string | undefined {
  const name = itemName(written)
  return /^[A-Za-z_][\w-]*(\/[A-Za-z_][\w-]*)*$/.test(name) && name.length <= 512 ? name : undefined
}

function readPlugins(parent: Section): readonly PluginDeclaration[] {
  const node = parent.get('plugins')?.value
  if (node === undefined || isEmpty(node)) return []
  if (node.kind !== 'map') {
    wrongShape(
      node,
      `${parent.path}.plugins`,
      'a map from ids of plugins to versions, or from keys to descriptors',
      parent.diagnostics,
    )
    return []
  }
  return node.entries.flatMap(({ key, keyStart, keyEnd, value }) => {
    const id = { value: key, origin: { start: keyStart, end: keyEnd } }
    // A map is the long form of a descriptor. An id has only a range.
    if (value.kind === 'map' && !key.includes('/')) {
      return [{ id, asked: { value: treeToValue(value), origin: { start: value.start, end: value.end } } }]
    }
    const asked = parent.literalText(value, `${parent.path}.plugins.${key}`)
    return asked === undefined ? [] : [{ id, asked }]
  })
}
