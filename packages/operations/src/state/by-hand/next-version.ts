import type { InstanceState, StateChange } from '@slipway/stores'

/** Raises the version after a change by hand, which makes earlier plans stale. `now` is in Unix milliseconds. */
export function nextVersion({ instance }: InstanceState, now: number): StateChange {
  return { kind: 'instance', instance: { ...instance, version: instance.version + 1, updatedAt: now } }
}
