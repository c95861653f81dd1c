import type { VariableDeclaration } from '@slipway/engine'
import type { VariableOption } from '@slipway/model'
import type { TreeNode } from '@slipway/source'
import { type Item, wordItem } from './items.ts'
import type { Known } from './known.ts'
import { nodeAt, textAt } from './position.ts'

/** The possible values for the default of a variable, or for its allowed values, without those already listed. */
export function variableValues(
  tree: TreeNode,
  name: string,
  field: 'default' | 'allowedValues',
  known: Known,
): readonly Item[] {
  const type = textAt(tree, ['variables', name, 'type']) ?? ''
  const list = nodeAt(tree, ['variables', name, 'allowedValues'])
  const texts = list?.kind === 'list' ? list.items.map((item) => (item.kind === 'scalar' ? item.text : '')) : []
  if (field === 'allowedValues') return choices(type, [], known).filter(({ label }) => !texts.includes(label))
  return choices(type, texts, known)
}

/** The possible values for a variable of a child. */
export function givenValues({ custom, type, allowedValues }: VariableDeclaration, known: Known): readonly Item[] {
  return choices(custom?.value ?? type, allowedValues.map(String), known)
}

/** @param allowed if empty, all options are allowed */
function choices(type: string, allowed: readonly string[], known: Known): readonly Item[] {
  const isAllowed = (value: VariableOption['value']): boolean => allowed.length === 0 || allowed.includes(String(value))
  const definition = known.variableTypes.get(type)
  if (definition !== undefined) {
    const options = Object.values(definition.options).filter(({ value }) => isAllowed(value))
    return options.map(({ value, label, description }) => wordItem(value, label, description))
  }
  if (type === 'boolean') return [true, false].filter(isAllowed).map((value) => wordItem(value))
  const isText = type === 'string'
  return allowed.map((label) => ({ label, kind: 'word', ...(!isText && { isPlain: true as const }) }))
}
