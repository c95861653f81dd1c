import type { TreeNode } from '@slipway/source'

/** A step into a blueprint: a key, or an index of a list. */
export type Step = string | number

/** A key or a scalar of a text that can be read. */
export interface Spot {
  /** Path of the key or the value. */
  readonly path: readonly Step[]
  readonly on: 'key' | 'value'
  readonly start: number
  readonly end: number
}

export function spotAt(tree: TreeNode, offset: number, path: readonly Step[] = []): Spot | undefined {
  // In the blueprint language, no map need enclose the content: the type stands before the brackets.
  if (tree.kind === 'scalar') {
    const { start, end } = tree
    return offset < start || offset > end ? undefined : { path, on: 'value', start, end }
  }
  if (tree.kind === 'list') return first(tree.items, (item, index) => spotAt(item, offset, [...path, index]))
  return first(tree.entries, ({ key, keyStart, keyEnd, value }) => {
    const below = [...path, key]
    if (offset >= keyStart && offset <= keyEnd) return { path: below, on: 'key', start: keyStart, end: keyEnd }
    return spotAt(value, offset, below)
  })
}

/** The text of the scalar at a path; `undefined` if there is no scalar. */
export function textAt(tree: TreeNode, path: readonly Step[]): string | undefined {
  const node = nodeAt(tree, path)
  return node?.kind === 'scalar' ? node.text : undefined
}

export function nodeAt(tree: TreeNode, path: readonly Step[]): TreeNode | undefined {
  let node: TreeNode | undefined = tree
  for (const step of path) {
    if (node?.kind === 'list') node = typeof step === 'number' ? node.items[step] : undefined
    else if (node?.kind === 'map') node = node.entries.find(({ key }) => key === step)?.value
    else return undefined
  }
  return node
}

function first<T, R>(items: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index)
    if (found !== undefined) return found
  }
  return undefined
}
