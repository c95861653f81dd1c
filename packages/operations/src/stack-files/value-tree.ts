import { bareMap, isList, Secret, Unknown, type Value, valueMap } from '@slipway/model'

/**
 * A value as JSON. A value that JSON cannot express becomes a map with one key that begins with `$`. A real map that looks like such a map is
 * wrapped in the same way.
 */
export type Tree = null | boolean | number | string | readonly Tree[] | { readonly [key: string]: Tree }

/** Maximum depth of a value. `capture` has already refused deeper values. */
const deepest = 1000

/** Serialises a value. Secrets are in plain text, because only the two processes can read the channel. */
export function treeOf(value: Value): Tree {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number')
    return isPlain(value) ? value : { $number: Object.is(value, -0) ? '-0' : String(value) }
  if (typeof value === 'bigint') return { $int: value.toString() }
  if (isList(value)) return value.map(treeOf)
  if (value instanceof Secret) return { $secret: [treeOf(value.value), [...value.parts]] }
  if (value instanceof Unknown) return { $unknown: value.until }
  const tree = bareMap<Tree>()
  let keys = 0
  let isMarked = false
  for (const key of Object.keys(value)) {
    tree[key] = treeOf(value[key] ?? null)
    keys++
    isMarked = key.startsWith('$')
  }
  return keys === 1 && isMarked ? { $map: tree } : tree
}

function isPlain(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0)
}

/**
 * Restores a value from its tree.
 *
 * @throws TypeError for a tree that `treeOf` never writes
 */
export function valueOf(tree: unknown, depth = 0): Value {
  if (depth > deepest) throw new TypeError('a value is nested too deep')
  if (tree === null || typeof tree !== 'object') return tree as Value
  if (Array.isArray(tree)) return tree.map((item) => valueOf(item, depth + 1))
  const keys = Object.keys(tree)
  const [only = ''] = keys
  const inside: unknown = (tree as Record<string, unknown>)[only]
  if (keys.length === 1 && only.startsWith('$')) return markedOf(only, inside, depth)
  return mapOf(tree, depth)
}

function markedOf(mark: string, inside: unknown, depth: number): Value {
  if (mark === '$map' && typeof inside === 'object' && inside !== null) return mapOf(inside, depth)
  if (mark === '$secret' && Array.isArray(inside)) {
    const [value, parts] = inside as readonly unknown[]
    if (Array.isArray(parts) && parts.every((part) => typeof part === 'string'))
      return new Secret(valueOf(value, depth + 1), parts)
  }
  if (typeof inside === 'string') {
    if (mark === '$unknown') return new Unknown(inside)
    if (mark === '$int' && /^-?\d{1,4000}$/.test(inside)) return BigInt(inside)
    if (mark === '$number') return Number(inside)
  }
  throw new TypeError(`a value has the unknown mark ${mark}`)
}

function mapOf(tree: object, depth: number): Value {
  const map = valueMap()
  for (const [key, item] of Object.entries(tree)) map[key] = valueOf(item, depth + 1)
  return map
}
