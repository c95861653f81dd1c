import { type Expression, partsIn } from '@slipway/engine'
import { entryOf, type TreeNode } from '@slipway/source'

/** A value, a data source or a resource of a blueprint. */
export interface DeclaredPart {
  /** The kind and the name of the part: `resource web`. */
  readonly key: string
  readonly expression: Expression
  readonly body: TreeNode
}

/**
 * Orders parts so that each part comes after the parts that it needs, and otherwise in the given order. A part in a cycle comes where the cycle was
 * found.
 */
export function inOrder<Part extends DeclaredPart>(
  parts: ReadonlyMap<string, Part>,
  onCircle: (circle: readonly Part[]) => void = () => undefined,
): readonly Part[] {
  const ordered = new Set<Part>()
  const open: Part[] = []
  const place = (each: Part): void => {
    if (ordered.has(each)) return
    const at = open.indexOf(each)
    if (at !== -1) return onCircle(open.slice(at))
    open.push(each)
    for (const key of neededBy(each)) {
      const needed = parts.get(key)
      if (needed !== undefined) place(needed)
    }
    open.pop()
    ordered.add(each)
  }
  for (const each of parts.values()) place(each)
  return [...ordered]
}

/** Returns the keys of the parts that a part refers to, and of the resources that its options name. */
function neededBy({ expression, body }: DeclaredPart): readonly string[] {
  const referred = Array.from(partsIn(expression)).flatMap((each) =>
    each.kind === 'reference' ? [`${each.to} ${each.name}`] : [],
  )
  const options = partOf(body, 'options')
  const provider = textOf(options && partOf(options, 'provider'))?.replace(/^resources\./, '')
  const container = textOf(options && partOf(options, 'deletedWith'))
  const named = [...namesIn(partOf(body, 'dependsOn')), provider, container]
  return [...referred, ...named.flatMap((name) => (name === undefined ? [] : [`resource ${name}`]))]
}

export function partOf(node: TreeNode, key: string): TreeNode | undefined {
  return node.kind === 'map' ? entryOf(node, key) : undefined
}

export function textOf(node: TreeNode | undefined): string | undefined {
  return node?.kind === 'scalar' && node.value !== null ? node.text : undefined
}

/** Returns one name, or a list of names, as a list. */
export function namesIn(node: TreeNode | undefined): readonly string[] {
  if (node?.kind === 'list') return node.items.flatMap((item) => textOf(item) ?? [])
  const one = textOf(node)
  return one === undefined ? [] : [one]
}
