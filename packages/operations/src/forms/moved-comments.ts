import type { Comments, TreeNode } from '@slipway/source'

/**
 * Returns the comments of a text for a tree that was made from the text. Comments beside a part that has no line of its own any more, such as an
 * argument of a function, move to the enclosing part.
 *
 * @param from the tree of the text
 * @param to the tree that is written
 * @param top the place in `to` for comments of parts that have no enclosing part
 */
export function movedComments(comments: Comments, from: TreeNode, to: TreeNode, top?: number): Comments {
  const kept = startsIn(to)
  const moved = new Map<number, number[]>()
  const visit = (node: TreeNode, around: number | undefined): void => {
    for (const [start, inner] of partsOf(node)) {
      const isKept = kept.has(start)
      if (!isKept && around !== undefined) moved.set(around, [...(moved.get(around) ?? []), start])
      visit(inner, isKept ? start : around)
    }
  }
  visit(from, top)
  return {
    at: (start) => {
      const own = comments.at(start)
      const others = (moved.get(start) ?? []).flatMap((each) => {
        const { before, after } = comments.at(each)
        return before.concat(after)
      })
      return { ...own, before: [...own.before, ...others] }
    },
    areIn: (start, end) => comments.areIn(start, end),
    hasGap: (start) => comments.hasGap(start),
    rest: () => comments.rest(),
  }
}

/** Yields the places that can have comments beside them: keys of maps and items of lists. */
function* partsOf(node: TreeNode): Generator<readonly [start: number, inner: TreeNode]> {
  if (node.kind === 'list') for (const item of node.items) yield [item.start, item]
  if (node.kind === 'map') for (const { keyStart, value } of node.entries) yield [keyStart, value]
}

function startsIn(node: TreeNode, found = new Set<number>()): Set<number> {
  for (const [start, inner] of partsOf(node)) {
    found.add(start)
    startsIn(inner, found)
  }
  return found
}
