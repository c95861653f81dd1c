import type { DocumentNode, ReferenceSubstitution, Scalar, Substitution, SubstitutionArgument } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { WireError } from '../../../wire/codec/wire-error.ts'
import type {
  StringOrSubstitution,
  StringOrSubstitutions,
  Substitution as WireSubstitution,
  SubstitutionPathItem,
} from '../../gen/schema.ts'
import { scalarToWire } from '../values/scalar.ts'

/** Converts a text of a blueprint. A value that is not text travels as a lone substitution, which keeps its type. */
export function textToWire(node: DocumentNode | undefined): Init<StringOrSubstitutions> | undefined {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return undefined
  if (node.kind === 'text') return { values: node.parts.map(partToWire) }
  if (node.kind === 'scalar' && typeof node.value === 'string') return { values: [{ stringValue: node.value }] }
  return { values: [{ substitutionValue: substitutionToWire(substitutionOf(node)) }] }
}

function partToWire(part: string | Substitution): Init<StringOrSubstitution> {
  return typeof part === 'string' ? { stringValue: part } : { substitutionValue: substitutionToWire(part) }
}

/** Returns the call that makes a list or a map: where the wire wants text, or for an empty one, it has no other form. */
export function substitutionOf(node: DocumentNode): Substitution {
  switch (node.kind) {
    case 'scalar':
      return { kind: 'literal', value: node.value }
    case 'list':
      return { kind: 'call', name: 'list', args: node.items.map((item) => ({ value: substitutionOf(item) })) }
    case 'map': {
      const args = node.entries.map(({ key, value }) => ({ name: key, value: substitutionOf(value) }))
      return { kind: 'call', name: 'object', args }
    }
    case 'text':
      return joined(node.parts.map((part) => (typeof part === 'string' ? { kind: 'literal', value: part } : part)))
  }
}

function joined(parts: readonly Substitution[]): Substitution {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const items: Substitution = { kind: 'call', name: 'list', args: parts.map((value) => ({ value })) }
  return { kind: 'call', name: 'join', args: [{ value: items }, { value: { kind: 'literal', value: '' } }] }
}

function substitutionToWire(substitution: Substitution): Init<WireSubstitution> {
  switch (substitution.kind) {
    case 'literal':
      return literalToWire(substitution.value)
    case 'reference':
      return referenceToWire(substitution)
    case 'call': {
      const { name: functionName, args } = substitution
      // Older SDKs read the name of every argument, even when an argument has no name.
      const given = args.map(({ name = '', value }) => ({ name, value: substitutionToWire(value) }))
      return { functionExpr: { functionName, arguments: given } }
    }
  }
}

function literalToWire(value: Scalar): Init<WireSubstitution> {
  if (value === null) return { noneValue: true }
  const { stringValue, intValue, floatValue, boolValue } = scalarToWire(value)
  return { stringValue, intValue, floatValue, boolValue }
}

function referenceToWire({ to, name, path }: ReferenceSubstitution): Init<WireSubstitution> {
  const [first, ...rest] = path
  switch (to) {
    case 'variable':
      return { variable: { variableName: name } }
    case 'value':
      return { value: { valueName: name, path: path.map(stepToWire) } }
    case 'elem':
      return { elem: { path: path.map(stepToWire) } }
    case 'index':
      return { elemIndex: { isIndex: true } }
    case 'child':
      return { child: { childName: name, path: path.map(stepToWire) } }
    case 'datasource': {
      const [index] = rest
      const item = typeof index === 'number' ? { primitiveArrIndex: index } : {}
      return { dataSourceProperty: { dataSourceName: name, fieldName: String(first ?? ''), ...item } }
    }
    case 'resource':
      return typeof first === 'number'
        ? { resourceProperty: { resourceName: name, eachTemplateIndex: first, path: rest.map(stepToWire) } }
        : { resourceProperty: { resourceName: name, path: path.map(stepToWire) } }
  }
}

function stepToWire(step: string | number): Init<SubstitutionPathItem> {
  return typeof step === 'number' ? { arrayIndex: step } : { fieldName: step }
}

/** Reads a text that a plugin sent; a lone literal becomes the value itself. */
export function textFromWire(wire: StringOrSubstitutions | undefined): DocumentNode | undefined {
  if (wire === undefined) return undefined
  const parts = wire.values.map((part) =>
    part.substitutionValue === undefined ? (part.stringValue ?? '') : substitutionFromWire(part.substitutionValue),
  )
  if (parts.every((part) => typeof part === 'string')) return { kind: 'scalar', value: parts.join('') }
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object' && only.kind === 'literal')
    return { kind: 'scalar', value: only.value }
  return { kind: 'text', parts }
}

/** Reads a substitution; the codec bounds its depth. */
function substitutionFromWire(wire: WireSubstitution): Substitution {
  const { functionExpr, variable, value, elem, elemIndex, dataSourceProperty, resourceProperty, child } = wire
  if (functionExpr !== undefined) {
    const args = functionExpr.arguments.map(({ name, value: given }): SubstitutionArgument => ({
      ...(name === undefined || name === '' ? {} : { name }),
      value: given === undefined ? nothing : substitutionFromWire(given),
    }))
    return { kind: 'call', name: functionExpr.functionName, args }
  }
  if (variable !== undefined) return reference('variable', variable.variableName)
  if (value !== undefined) return reference('value', value.valueName, value.path)
  if (elem !== undefined) return reference('elem', '', elem.path)
  if (elemIndex !== undefined) return reference('index', '')
  if (child !== undefined) return reference('child', child.childName, child.path)
  if (dataSourceProperty !== undefined) {
    const { dataSourceName, fieldName, primitiveArrIndex } = dataSourceProperty
    const index = primitiveArrIndex === undefined ? [] : [indexOf(primitiveArrIndex)]
    return { kind: 'reference', to: 'datasource', name: dataSourceName, path: [fieldName, ...index] }
  }
  if (resourceProperty !== undefined) {
    const { resourceName, eachTemplateIndex, path } = resourceProperty
    const index = eachTemplateIndex === undefined ? [] : [indexOf(eachTemplateIndex)]
    return { kind: 'reference', to: 'resource', name: resourceName, path: [...index, ...path.map(stepFromWire)] }
  }
  return { kind: 'literal', value: literalFromWire(wire) }
}

const nothing: Substitution = { kind: 'literal', value: null }

function literalFromWire({ stringValue, intValue, floatValue, boolValue }: WireSubstitution): Scalar {
  return stringValue ?? intValue ?? floatValue ?? boolValue ?? null
}

function reference(
  to: ReferenceSubstitution['to'],
  name: string,
  path: readonly SubstitutionPathItem[] = [],
): Substitution {
  return { kind: 'reference', to, name, path: path.map(stepFromWire) }
}

function stepFromWire({ fieldName, arrayIndex }: SubstitutionPathItem): string | number {
  return arrayIndex === undefined ? (fieldName ?? '') : indexOf(arrayIndex)
}

function indexOf(index: number | bigint): number {
  if (index < 0 || index > 0x7fffffff) throw new WireError('malformed', `${index} is not an index of a list`)
  return Number(index)
}
