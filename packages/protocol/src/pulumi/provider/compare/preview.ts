import { type ComputedValues, isSecret, isUnknown, mapEntries, secret, Unknown, type ValueMap } from '@slipway/model'
import { structFromWire } from '../../convert/struct.ts'
import type { Struct } from '../../gen/google-protobuf-struct.ts'
import { ResourceProvider as Methods } from '../../gen/provider.ts'
import type { PulumiCallOptions, PulumiCalls } from '../calls/calls.ts'
import { type Change, changed, computedBy, created, type Made } from './change.ts'
import { idOf, type Named } from '../resource/resource.ts'

/**
 * Asks a plugin for the expected result of a create or an update, without changing anything. Values that the plugin cannot predict either
 * are unknown.
 */
export async function preview(
  calls: PulumiCalls,
  request: Named,
  planned: Made | Change,
  options: PulumiCallOptions,
): Promise<ComputedValues> {
  const until = `resources.${request.resourceName}.spec`
  const understood = { ...planned.understood, unknowns: true }
  if (!('recorded' in planned)) {
    const made = { ...planned, understood }
    const sent = calls.prepared(options, () => ({ ...created(request, made), preview: true }))
    const { id, properties } = await calls.call(Methods.Create, sent, options)
    const newId = id === '' ? new Unknown(`${until}.id`) : id
    return calls.understood(options, () => computedBy(made, expected(properties, until), newId))
  }
  const change = { ...planned, understood }
  const sent = calls.prepared(options, () => ({ ...changed(request, change), preview: true }))
  const { properties } = await calls.call(Methods.Update, sent, options)
  const id = idOf(change.recorded) ?? ''
  return calls.understood(options, () => computedBy(change, expected(properties, until), id))
}

/** Reads the expected properties. An unknown value waits for its own property: `resources.zoo.spec.name`. */
function expected(properties: Struct | undefined, until: string): ValueMap {
  return mapEntries(structFromWire(properties, until), (value, name) => {
    if (isUnknown(value)) return new Unknown(`${until}.${name}`)
    return isSecret(value) && isUnknown(value.value) ? secret(new Unknown(`${until}.${name}`)) : value
  })
}
