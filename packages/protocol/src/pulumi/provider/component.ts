import { type ComputedValues, type PropertySchema, revealed, type ValueMap, valueMap } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import { referenceKey } from '../convert/reference.ts'
import { structFromWire, structToWire } from '../convert/struct.ts'
import type { Struct } from '../gen/google-protobuf-struct.ts'
import { computedBy } from './compare/change.ts'
import { about, inputsOf } from './resource/resource.ts'

/** Returns the inputs of a component in a blueprint: all that the blueprint sets, with marks for secrets and unknowns. */
export function componentInputs(schema: PropertySchema, spec: ValueMap): Init<Struct> {
  return structToWire(inputsOf(schema, spec), { secrets: true, resources: true, unknowns: true })
}

/**
 * Returns the computed values of a component. Resources among them appear as their ids, or as their URNs.
 * @param state the plugin's answer
 * @param until the path that unknown values wait for; absent: all values must be known
 * @throws TypeError for a value that Slipway does not have
 */
export function componentOutputs(
  urn: string,
  schema: PropertySchema,
  spec: ValueMap,
  state: Struct | undefined,
  until?: string,
): ComputedValues {
  const inputs = inputsOf(schema, spec)
  const outputs = structFromWire(state, until)
  const known = valueMap(Object.entries(outputs).filter(([name]) => schema.attributes?.[name]?.computed === true))
  // A reader, such as a method call, waits for a value of this name.
  const name = until === undefined && { 'spec.urn': urn }
  return { ...computedBy({ schema, spec, inputs, understood: {} }, known), ...name }
}

/** Returns the URN of a resource of a blueprint. */
export function urnOfResource(named: Parameters<typeof about>[0]): string {
  return about(named).urn
}

/** The argument of a method that holds the URN of the method's resource. */
const selfName = '__self__'

/** Makes the request for a method of a component; `undefined` when the arguments do not fit a method. */
export function methodCall(args: ValueMap): { readonly urn: string; readonly args: Init<Struct> } | undefined {
  const urn = revealed(args[selfName] ?? null)
  if (typeof urn !== 'string') return undefined
  const self = valueMap([[referenceKey, urn]])
  const sent = valueMap([...Object.entries(args), [selfName, self]])
  return { urn, args: structToWire(sent, { secrets: true, resources: true }) }
}

/**
 * Reads the answer of a method.
 * @throws TypeError for a value that Slipway does not have
 */
export function methodAnswer(answer: Struct | undefined): ValueMap {
  return structFromWire(answer)
}
