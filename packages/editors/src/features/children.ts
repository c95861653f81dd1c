import type { Blueprint, IncludeDeclaration } from '@slipway/engine'
import type { TreeNode } from '@slipway/source'
import { textAt } from './position.ts'

/** A blueprint that another one includes. It may have errors. */
export interface ChildBlueprint {
  readonly file: string
  readonly blueprint: Blueprint
}

/** Reads the file that an include names as its `path`; `undefined` when there is nothing to read. */
export type Children = (path: string) => ChildBlueprint | undefined

/** The child with a name in a text that is being written. */
export function childIn(tree: TreeNode, name: string, children: Children): ChildBlueprint | undefined {
  const include = ['include', name]
  return readable(textAt(tree, [...include, 'path']), textAt(tree, [...include, 'metadata', 'sourceType']), children)
}

/** The child with a name in a blueprint that was read. */
export function childOf(blueprint: Blueprint, name: string, children: Children): ChildBlueprint | undefined {
  const { path, metadata } = blueprint.includes.get(name) ?? {}
  const source = metadata?.kind === 'map' ? metadata.entries.find(([key]) => key === 'sourceType')?.[1] : undefined
  // A computed path is unknown before the deployment, so it names no file.
  return readable(literalText(path), source === undefined ? undefined : (literalText(source) ?? 'unknown'), children)
}

function literalText(expression: IncludeDeclaration['path'] | undefined): string | undefined {
  return expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined
}

/** Reads the child only if its path is known and local: nothing is fetched while the user types, and computed paths are unknown. */
function readable(
  path: string | undefined,
  source: string | undefined,
  children: Children,
): ChildBlueprint | undefined {
  const isFile = source === undefined || source === '' || source === 'file'
  if (path === undefined || !isFile || path.includes('${') || /^\w+:\/\//.test(path)) return undefined
  return children(path)
}
