import type { ResourceRecord } from '@slipway/stores'
import type { OfResource } from '../providers/call.ts'

/** How the provider of something that is recorded is called for it. */
export function optionsOf({
  options,
  seenWith,
}: Pick<ResourceRecord, 'options' | 'seenWith'>): Pick<OfResource<unknown>, 'options'> {
  if (seenWith !== undefined) return { options: { ...options, seenWith } }
  return options === undefined ? {} : { options }
}
