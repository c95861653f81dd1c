import type { MapEntry, MapNode, TreeNode } from '@slipway/source'

/** The sections whose declarations have options. */
const sections: ReadonlySet<string> = new Set(['resources', 'datasources'])
const longPath = ['metadata', 'custom', 'slipway'] as const

/** The same blueprint with all options in `metadata.custom.slipway`, the only place that other tools accept. */
export function withLongOptions(tree: TreeNode): TreeNode {
  return eachDeclaration(tree, (declared) => {
    const short = declared.entries.find(({ key }) => key === 'options')
    if (short === undefined) return declared
    const others = declared.entries.filter((entry) => entry !== short)
    return { ...declared, entries: put(others, longPath, short) }
  })
}

/**
 * The same blueprint with all options in `options`, each before the spec.
 *
 * @param moved called with the present place of options, and the places of the removed keys around them, by which comments are found
 */
export function withShortOptions(tree: TreeNode, moved: (to: number, from: readonly number[]) => void): TreeNode {
  return eachDeclaration(tree, (declared) => {
    if (declared.entries.some(({ key }) => key === 'options')) return declared
    const { found, left, gone } = taken(declared.entries, longPath)
    if (found === undefined) return declared
    moved(found.keyStart, gone)
    const at = left.findIndex(({ key }) => key === 'spec')
    const place = at === -1 ? left.length : at
    return { ...declared, entries: left.toSpliced(place, 0, { ...found, key: 'options' }) }
  })
}

function eachDeclaration(tree: TreeNode, change: (declared: MapNode) => MapNode): TreeNode {
  return inMap(tree, (section) =>
    sections.has(section.key) ? inMap(section.value, ({ value }) => mapped(value, change)) : section.value,
  )
}

function mapped(node: TreeNode, change: (map: MapNode) => MapNode): TreeNode {
  return node.kind === 'map' ? change(node) : node
}

/** A map with changed entries. If nothing below it changes, it is the same map. */
function inMap(node: TreeNode, change: (entry: MapEntry) => TreeNode): TreeNode {
  if (node.kind !== 'map') return node
  let isChanged = false
  const entries = node.entries.map((entry) => {
    const value = change(entry)
    isChanged ||= value !== entry.value
    return value === entry.value ? entry : { ...entry, value }
  })
  return isChanged ? { ...node, entries } : node
}

/** The entries with one more at the end of a path. It replaces an existing entry. */
function put(entries: readonly MapEntry[], path: readonly string[], entry: MapEntry): readonly MapEntry[] {
  const [key = '', ...rest] = path
  const { keyStart, keyEnd } = entry
  const there = entries.find((one) => one.key === key)
  const below = there?.value.kind === 'map' ? there.value.entries : []
  const value: TreeNode =
    rest.length === 0
      ? entry.value
      : { kind: 'map', start: entry.value.start, end: entry.value.end, entries: put(below, rest, entry) }
  const made = { ...(there ?? { key, keyStart, keyEnd }), value }
  return there === undefined ? [...entries, made] : entries.map((one) => (one === there ? made : one))
}

interface Taken {
  readonly found?: MapEntry
  readonly left: readonly MapEntry[]
  /** The places of keys that became empty and were removed. */
  readonly gone: readonly number[]
}

/** The entry at the end of a path, and the other entries. Maps on the way are removed if nothing else is in them. */
function taken(entries: readonly MapEntry[], path: readonly string[]): Taken {
  const [key = '', ...rest] = path
  const there = entries.find((entry) => entry.key === key)
  if (there?.value.kind !== 'map') return { left: entries, gone: [] }
  const others = entries.filter((entry) => entry !== there)
  if (rest.length === 0) return { found: there, left: others, gone: [] }
  const { found, left, gone } = taken(there.value.entries, rest)
  if (found === undefined) return { left: entries, gone: [] }
  if (left.length === 0) return { found, left: others, gone: [there.keyStart, ...gone] }
  const kept = { ...there, value: { ...there.value, entries: left } }
  return { found, left: entries.map((entry) => (entry === there ? kept : entry)), gone }
}
