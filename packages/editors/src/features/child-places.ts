import type { Blueprint, ExportDeclaration, Origin, VariableDeclaration } from '@slipway/engine'
import type { TreeNode } from '@slipway/source'
import { childIn, childOf, type ChildBlueprint, type Children } from './children.ts'
import { occurrenceAt } from './occurrences.ts'
import { nodeAt, spotAt } from './position.ts'

/** The part of a child that a stretch of text refers to: an export that it reads, a variable that it sets, or the file. */
export type ChildPlace = {
  readonly child: ChildBlueprint
  /** Position in the text of the parent. */
  readonly start: number
  readonly end: number
} & (
  | { readonly kind: 'export'; readonly name: string; readonly declared: ExportDeclaration | undefined }
  | { readonly kind: 'variable'; readonly name: string; readonly declared: VariableDeclaration | undefined }
  | { readonly kind: 'file' }
)

/** Finds the part of a child at an offset. `undefined` if there is none, or the child cannot be read. The name of a child belongs to the parent. */
export function childPlaceAt(
  blueprint: Blueprint,
  tree: TreeNode,
  offset: number,
  children: Children,
): ChildPlace | undefined {
  return exportAt(blueprint, offset, children) ?? includedAt(tree, offset, children)
}

export function declaredAt(place: ChildPlace): Origin {
  const declared = place.kind === 'file' ? undefined : place.declared
  return declared?.origin ?? { start: 0, end: 0 }
}

function exportAt(blueprint: Blueprint, offset: number, children: Children): ChildPlace | undefined {
  const found = occurrenceAt(blueprint, offset)
  const [name] = found?.path ?? []
  if (found?.kind !== 'child' || found.whole === undefined || typeof name !== 'string') return undefined
  if (offset >= found.start && offset <= found.end) return undefined
  const child = childOf(blueprint, found.name, children)
  if (child === undefined) return undefined
  return { kind: 'export', child, name, declared: child.blueprint.exports.get(name), ...found.whole }
}

function includedAt(tree: TreeNode, offset: number, children: Children): ChildPlace | undefined {
  const { path, on, start, end } = spotAt(tree, offset) ?? {}
  const [section, include, field, variable, ...below] = path ?? []
  if (section !== 'include' || typeof include !== 'string' || start === undefined || end === undefined) return undefined
  // In the blueprint language, the path is its own key.
  const isItsOwnKey = path !== undefined && nodeAt(tree, path)?.start === start
  const isFile = field === 'path' && variable === undefined && (on === 'value' || isItsOwnKey)
  const isVariable = field === 'variables' && on === 'key' && typeof variable === 'string' && below.length === 0
  const child = isFile || isVariable ? childIn(tree, include, children) : undefined
  if (child === undefined) return undefined
  const stretch = { child, start, end }
  if (!isVariable) return { kind: 'file', ...stretch }
  return { kind: 'variable', name: variable, declared: child.blueprint.variables.get(variable), ...stretch }
}
