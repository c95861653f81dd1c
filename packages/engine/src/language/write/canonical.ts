import { DiagnosticList, entryOf, type SourceText, type TreeNode } from '@slipway/source'
import type { Expression } from '../expression.ts'
import { withLongOptions } from '../parse/places-of-options.ts'
import { expressionOf } from '../parse/expression-of.ts'

/**
 * The meaning of a blueprint, whatever its form: expressions without positions, adjacent text joined, keys in a fixed order. Blueprints with equal
 * meanings deploy the same, and export and show the same numbers.
 */
export function canonicalOf(source: SourceText, tree: TreeNode): unknown {
  return canonical(expressionOf(withFilterLists(withLongOptions(tree)), new DiagnosticList(source)))
}

/** The tree without the additions of its form. If a YAML block only contains `${…}`, the line break at its end is not part of the text. */
export function withoutBlockEnds(source: SourceText, tree: TreeNode): TreeNode {
  if (tree.kind === 'list') return { ...tree, items: tree.items.map((item) => withoutBlockEnds(source, item)) }
  if (tree.kind === 'map') {
    const entries = tree.entries.map((entry) => ({ ...entry, value: withoutBlockEnds(source, entry.value) }))
    return { ...tree, entries }
  }
  if (tree.style !== 'block' || !tree.text.startsWith('${') || !tree.text.endsWith('\n')) return tree
  if (expressionOf(tree, new DiagnosticList(source)).kind === 'text') return tree
  const text = tree.text.trimEnd()
  return { ...tree, text, value: text }
}

/** Turns a single filter into a list with that filter. */
function withFilterLists(tree: TreeNode): TreeNode {
  if (tree.kind !== 'map') return tree
  const sources = entryOf(tree, 'datasources')
  if (sources?.kind !== 'map') return tree
  const mapped = sources.entries.map((entry) => {
    if (entry.value.kind !== 'map') return entry
    const entries = entry.value.entries.map((field) =>
      field.key === 'filter' && field.value.kind === 'map'
        ? { ...field, value: { ...field.value, kind: 'list' as const, items: [field.value] } }
        : field,
    )
    return { ...entry, value: { ...entry.value, entries } }
  })
  const entries = tree.entries.map((entry) =>
    entry.key === 'datasources' ? { ...entry, value: { ...sources, entries: mapped } } : entry,
  )
  return { ...tree, entries }
}

function canonical(expression: Expression): unknown {
  switch (expression.kind) {
    case 'literal':
      return { value: expression.value, text: expression.text }
    case 'list':
      return expression.items.map(canonical)
    case 'map':
      return { map: expression.entries.map(([key, value]) => [key, canonical(value)] as const).sort(byKey) }
    case 'text':
      return canonicalText(expression.parts)
    case 'function':
      return { function: expression.name }
    case 'lambda':
      return { parameters: expression.parameters, body: canonical(expression.body) }
    case 'reference':
      return { to: expression.to, name: expression.name, path: expression.path }
    case 'call':
      return {
        call: expression.name,
        args: expression.args.map(({ name, value }) => [name, canonical(value)]),
        path: expression.path,
      }
  }
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b)
}

function canonicalText(parts: readonly Expression[]): unknown {
  const found: unknown[] = []
  let text: string | undefined
  for (const part of parts) {
    if (part.kind === 'literal' && typeof part.value === 'string') text = (text ?? '') + part.value
    else {
      if (text !== undefined) found.push(text)
      text = undefined
      found.push(canonical(part))
    }
  }
  if (found.length === 0) return { value: text ?? '', text: undefined }
  return { parts: text === undefined ? found : [...found, text] }
}
