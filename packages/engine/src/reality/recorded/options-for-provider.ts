import type { ResourceRecord } from '@slipway/stores'
import type { OfResource } from '../../providers/call.ts'

/** The options with which the provider of a recorded resource is called. */
export function optionsOf({
  options,
  seenWith,
}: Pick<ResourceRecord, 'options' | 'seenWith'>): Pick<OfResource<unknown>, 'options'> {
  if (seenWith !== undefined) return { options: { ...options, seenWith } }
  return options === undefined ? {} : { options }
}
