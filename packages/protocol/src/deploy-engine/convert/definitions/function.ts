import type { FunctionDefinition, FunctionParameter, FunctionValueType } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import {
  type FunctionDefinition as WireDefinition,
  type FunctionParameter as WireParameter,
  type FunctionReturn,
  FunctionValueType as WireType,
  type FunctionValueTypeDefinition,
} from '../../gen/sharedtypesv1.ts'
import { present } from '../present.ts'
import { plainWords } from '../../../plain-words.ts'

export function functionFromWire(wire: WireDefinition): FunctionDefinition {
  return {
    name: wire.name,
    ...present({ summary: plainWords(wire.summary || wire.formattedSummary || wire.description) }),
    parameters: wire.parameters.map(parameterFromWire),
    returns: returnFromWire(wire.return),
  }
}

export function functionToWire(definition: FunctionDefinition): Init<WireDefinition> {
  return {
    name: definition.name,
    summary: definition.summary,
    parameters: definition.parameters.map(parameterToWire),
    return: returnToWire(definition.returns),
  }
}

function parameterFromWire(wire: WireParameter): FunctionParameter {
  const { variadicParameter: variadic, scalarParameter: scalar } = wire
  if (variadic !== undefined) {
    const { label, type, description, allowNullValue } = variadic
    return {
      name: label,
      type: valueTypeFromWire(type),
      variadic: true,
      ...present({ description: plainWords(description), allowNull: allowNullValue }),
    }
  }
  if (scalar !== undefined) return named(scalar, valueTypeFromWire(scalar.type))
  if (wire.listParameter !== undefined) return named(wire.listParameter, 'list')
  if (wire.mapParameter !== undefined) return named(wire.mapParameter, 'map')
  if (wire.objectParameter !== undefined) return named(wire.objectParameter, 'object')
  if (wire.functionTypeParameter !== undefined) return named(wire.functionTypeParameter, 'function')
  if (wire.anyParameter !== undefined) return named(wire.anyParameter, 'any')
  return { name: '', type: 'any' }
}

interface NamedParameter {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly allowNullValue: boolean
  readonly optional: boolean
}

function named(wire: NamedParameter, type: FunctionValueType): FunctionParameter {
  const { name, label, description, allowNullValue, optional } = wire
  return {
    name: name || label,
    type,
    ...present({ description: plainWords(description), optional, allowNull: allowNullValue }),
  }
}

function parameterToWire(parameter: FunctionParameter): Init<WireParameter> {
  const { name, type, description, optional, allowNull, variadic } = parameter
  if (variadic === true)
    return {
      variadicParameter: {
        label: name,
        type: valueTypeToWire(type),
        singleType: type !== 'any',
        description,
        allowNullValue: allowNull,
      },
    }
  const common = { name, label: name, description, optional, allowNullValue: allowNull }
  switch (type) {
    case 'list':
      return { listParameter: { ...common, elementType: anyType } }
    case 'map':
      return { mapParameter: { ...common, elementType: anyType } }
    case 'object':
      return { objectParameter: { ...common, objectValueType: valueTypeToWire('object') } }
    case 'function':
      return { functionTypeParameter: { ...common, functionType: valueTypeToWire('function') } }
    case 'any':
      return { anyParameter: common }
    default:
      return { scalarParameter: { ...common, type: valueTypeToWire(type) } }
  }
}

function returnFromWire(wire: FunctionReturn | undefined): FunctionValueType {
  if (wire?.scalarReturn !== undefined) return valueTypeFromWire(wire.scalarReturn.type)
  if (wire?.listReturn !== undefined) return 'list'
  if (wire?.mapReturn !== undefined) return 'map'
  if (wire?.objectReturn !== undefined) return 'object'
  if (wire?.functionTypeReturn !== undefined) return 'function'
  return 'any'
}

function returnToWire(type: FunctionValueType): Init<FunctionReturn> {
  switch (type) {
    case 'list':
      return { listReturn: { elementType: anyType } }
    case 'map':
      return { mapReturn: { elementType: anyType } }
    case 'object':
      return { objectReturn: { objectValueType: valueTypeToWire('object') } }
    case 'function':
      return { functionTypeReturn: { functionType: valueTypeToWire('function') } }
    case 'any':
      return { anyReturn: { type: WireType.ANY } }
    default:
      return { scalarReturn: { type: valueTypeToWire(type) } }
  }
}

const scalarTypes: Readonly<Record<number, FunctionValueType>> = {
  [WireType.STRING]: 'string',
  [WireType.INT32]: 'integer',
  [WireType.INT64]: 'integer',
  [WireType.UINT32]: 'integer',
  [WireType.UINT64]: 'integer',
  [WireType.FLOAT32]: 'float',
  [WireType.FLOAT64]: 'float',
  [WireType.BOOL]: 'boolean',
}

function valueTypeFromWire(wire: FunctionValueTypeDefinition | undefined): FunctionValueType {
  if (wire?.scalarValueType !== undefined) return scalarTypes[wire.scalarValueType.type] ?? 'any'
  if (wire?.listValueType !== undefined) return 'list'
  if (wire?.mapValueType !== undefined) return 'map'
  if (wire?.objectValueType !== undefined) return 'object'
  if (wire?.functionValueType !== undefined) return 'function'
  return 'any'
}

const anyType: Init<FunctionValueTypeDefinition> = { anyValueType: { type: WireType.ANY, label: 'any' } }

function valueTypeToWire(type: FunctionValueType): Init<FunctionValueTypeDefinition> {
  const scalar = (number: number): Init<FunctionValueTypeDefinition> => ({
    scalarValueType: { type: number, label: type },
  })
  switch (type) {
    case 'string':
      return scalar(WireType.STRING)
    case 'integer':
      return scalar(WireType.INT64)
    case 'float':
      return scalar(WireType.FLOAT64)
    case 'boolean':
      return scalar(WireType.BOOL)
    case 'list':
      return { listValueType: { label: type, elementType: anyType } }
    case 'map':
      return { mapValueType: { label: type, elementType: anyType } }
    case 'object':
      return { objectValueType: { label: type } }
    case 'function':
      return { functionValueType: { label: type } }
    case 'any':
      return anyType
  }
}
