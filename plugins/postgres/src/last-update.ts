import type { ResourceStatus } from '@slipway/sdk'

/** Changes of an update that did not end well, or that is not stable yet. */
const unsure: ReadonlySet<ResourceStatus> = new Set<ResourceStatus>(['updating', 'update-failed', 'update-interrupted'])

/**
 * Whether nobody knows if the last update took effect, as after one without an answer. Then the record is as before it, and what cannot
 * be read back is set again, also where the record says what is wanted.
 */
export function isUnsure(current: { readonly status: ResourceStatus } | undefined): boolean {
  return current !== undefined && unsure.has(current.status)
}
