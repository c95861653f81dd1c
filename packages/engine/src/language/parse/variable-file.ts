import type { Diagnostic } from '@slipway/model'
import { DiagnosticList, jsonOf, readFields, treeToValue } from '@slipway/source'
import type { GivenVariable } from '../given-variable.ts'
import { isEmpty, wrongShape } from './section.ts'

export interface VariableFile {
  readonly variables: ReadonlyMap<string, GivenVariable>
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a file of values for variables: a map from their names, in YAML, JSON or lines of `name = value`. Numbers for text count as they are written. */
export function readVariableFile(file: string, text: string): VariableFile {
  const { source, tree, diagnostics } = readFields(file, text)
  const variables = new Map<string, GivenVariable>()
  if (tree === undefined || isEmpty(tree)) return { variables, diagnostics }
  const list = new DiagnosticList(source)
  if (tree.kind !== 'map') wrongShape(tree, file, 'a map from names of variables to values', list)
  for (const { key, value } of tree.kind === 'map' ? tree.entries : []) {
    if (value.kind === 'scalar')
      variables.set(key, { value: isNumber(value.value) ? value.text : treeToValue(value), from: file })
    else variables.set(key, { value: treeToValue(value), text: jsonOf(value), from: file })
  }
  return { variables, diagnostics: [...diagnostics, ...list.sorted()] }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint'
}
