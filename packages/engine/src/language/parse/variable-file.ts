import type { Diagnostic } from '@slipway/model'
import { DiagnosticList, readFields, treeToValue } from '@slipway/source'
import type { GivenVariable } from '../given-variable.ts'
import { isEmpty, wrongShape } from './section.ts'

export interface VariableFile {
  readonly variables: ReadonlyMap<string, GivenVariable>
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a file of values for variables: a map from names to scalars, in YAML, JSON or lines of `name = value`. Numbers for text count as they are written. */
export function readVariableFile(file: string, text: string): VariableFile {
  const { source, tree, diagnostics } = readFields(file, text)
  const variables = new Map<string, GivenVariable>()
  if (tree === undefined || isEmpty(tree)) return { variables, diagnostics }
  const list = new DiagnosticList(source)
  if (tree.kind !== 'map') wrongShape(tree, file, 'a map from names of variables to values', list)
  for (const { key, value } of tree.kind === 'map' ? tree.entries : []) {
    if (value.kind === 'scalar')
      variables.set(key, { value: isNumber(value.value) ? value.text : treeToValue(value), from: file })
    else wrongShape(value, `the variable "${key}"`, 'a single value (text in JSON can hold more)', list)
  }
  return { variables, diagnostics: [...diagnostics, ...list.sorted()] }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint'
}
