import { type ComputedValues, type PropertySchema, revealed, type ValueMap, valueMap } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import { referenceKey } from '../convert/reference.ts'
import { structFromWire, structToWire } from '../convert/struct.ts'
import type { Struct } from '../gen/google-protobuf-struct.ts'
import { computedBy } from './change.ts'
import { about, inputsOf } from './resource.ts'

/** What a component of a blueprint is asked for: all that the blueprint says of it, with marks of secrets, and of what is not known yet. */
export function componentInputs(schema: PropertySchema, spec: ValueMap): Init<Struct> {
  return structToWire(inputsOf(schema, spec), { secrets: true, resources: true, unknowns: true })
}

/**
 * What is computed of it. Resources in it are their ids, or their URNs.
 *
 * @param state as its plugin answers
 * @param until what values wait for that are not known yet; left out: all must be known
 * @throws TypeError for anything that is no value of ours
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
  // A reader, such as a method call, waits until there is something of that name.
  const name = until === undefined && { 'spec.urn': urn }
  return { ...computedBy({ schema, spec, inputs, understood: {} }, known), ...name }
}

/** The URN of a resource of a blueprint. */
export function urnOfResource(named: Parameters<typeof about>[0]): string {
  return about(named).urn
}

/** In the arguments of a method: the URN of the resource whose method it is. */
const selfName = '__self__'

/** What a method of a component is asked; `undefined`: these are no arguments of a method. */
export function methodCall(args: ValueMap): { readonly urn: string; readonly args: Init<Struct> } | undefined {
  const urn = revealed(args[selfName] ?? null)
  if (typeof urn !== 'string') return undefined
  const self = valueMap([[referenceKey, urn]])
  const sent = valueMap([...Object.entries(args), [selfName, self]])
  return { urn, args: structToWire(sent, { secrets: true, resources: true }) }
}

/** @throws TypeError for anything that is no value of ours */
export function methodAnswer(answer: Struct | undefined): ValueMap {
  return structFromWire(answer)
}
