import { type MapEntry, type TreeNode, treeToValue } from '@slipway/source'
import { isList, isMap, type Value } from '@slipway/model'
import { partOf } from '../declared-order.ts'
import { entryText, literalText } from './script-values.ts'

const schemas: Readonly<Record<string, string>> = {
  string: 'z.string()',
  integer: 'z.int()',
  float: 'z.number()',
  boolean: 'z.boolean()',
  object: 'z.record(z.string(), z.any())',
  array: 'z.array(z.any())',
}

/** Writes a variable of a blueprint as a schema of zod. */
export function schemaText({ key, value }: MapEntry): string {
  const fallback = partOf(value, 'default')
  const about = partOf(value, 'description')
  const schema = [
    typeText(value),
    ...(fallback === undefined ? [] : [`.default(${valueText(treeToValue(fallback))})`]),
    ...(about?.kind === 'scalar' ? [`.describe(${literalText(about.text)})`] : []),
  ].join('')
  const secret = partOf(value, 'secret')
  const isSecret = secret?.kind === 'scalar' && secret.value === true
  return `${entryText(key, isSecret ? `secret(${schema})` : schema)},`
}

function typeText(node: TreeNode): string {
  const type = node.kind === 'scalar' ? node : partOf(node, 'type')
  const name = type?.kind === 'scalar' ? type.text : ''
  const items = partOf(node, 'items')
  if (name === 'array' && items !== undefined) return `z.array(${typeText(items)})`
  return schemas[name] ?? 'z.any()'
}

function valueText(value: Value): string {
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, each]) => entryText(key, valueText(each)))
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  return literalText(value)
}
