import type { ResourceStatus } from '@slipway/sdk'

/** Changes of an update that did not end well, or that is not stable yet. */
const unsure: ReadonlySet<ResourceStatus> = new Set<ResourceStatus>(['updating', 'update-failed', 'update-interrupted'])

/**
 * True if it is unknown whether the last update took effect, as after one without an answer. The record is then as before it, and
 * properties that cannot be read back are set again, even if the record has the wanted value.
 */
export function isUnsure(current: { readonly status: ResourceStatus } | undefined): boolean {
  return current !== undefined && unsure.has(current.status)
}
