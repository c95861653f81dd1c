import { type Value, type ValueMap, valueMap } from '@slipway/model'
import { pathText, propertySteps } from '../values/property-path.ts'
import { recordedOptions } from '../providers/recorded-options.ts'
import type { PulumiResource } from './deployment.ts'

/** The program's options for a resource in recorded form; `undefined` if none. */
export function readOptions(resource: PulumiResource): ValueMap | undefined {
  const { customTimeouts, importID: importId, deletedWith, protect, retainOnDelete } = resource
  const { ignoreChanges, replaceOnChanges, additionalSecretOutputs, replaceWith, aliases, hideDiff } = resource
  // Slipway up to 0.1.0 wrote paths as steps; Pulumi uses text.
  const hideDiffs = hideDiff?.map((path) => (typeof path === 'string' ? path : pathText(path)))
  const lists = { ignoreChanges, replaceOnChanges, additionalSecretOutputs, replaceWith, aliases, hideDiffs }
  const times = Object.entries(customTimeouts ?? {}).filter(([, seconds]) => seconds > 0)
  const fields: readonly (readonly [string, Value | null | undefined])[] = [
    ...Object.entries(lists).map(([name, list]) => [name, list?.length === 0 ? undefined : list] as const),
    ['customTimeouts', times.length === 0 ? undefined : valueMap(times)],
    ['importId', importId === '' ? undefined : importId],
    ['deletedWith', deletedWith === '' ? undefined : deletedWith],
    ['protect', protect === true ? true : undefined],
    ['retainOnDelete', retainOnDelete === true ? true : undefined],
  ]
  const options = valueMap(fields.flatMap(([name, value]) => (value == null ? [] : [[name, value] as const])))
  return Object.keys(options).length === 0 ? undefined : options
}

/** The options in the form of a Pulumi state, except protection and retention, which are elsewhere in a record. */
export function writeOptions(spec: ValueMap): Partial<PulumiResource> {
  const told = recordedOptions(spec)
  const { importId, hideDiffs, customTimeouts, deletedWith } = told
  const { ignoreChanges, replaceOnChanges, additionalSecretOutputs, replaceWith, aliases } = told
  const hideDiff = hideDiffs.map((path) => pathText(propertySteps(path)))
  const lists = { ignoreChanges, replaceOnChanges, additionalSecretOutputs, replaceWith, aliases, hideDiff }
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(Object.keys(customTimeouts).length > 0 && { customTimeouts }),
    ...(importId !== undefined && { importID: importId }),
    ...(deletedWith !== undefined && { deletedWith }),
  }
}
