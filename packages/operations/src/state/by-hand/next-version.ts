import type { InstanceState, StateChange } from '@slipway/stores'

/** After a change by hand, a plan that was made before is stale. `now`: Unix milliseconds. */
export function nextVersion({ instance }: InstanceState, now: number): StateChange {
  return { kind: 'instance', instance: { ...instance, version: instance.version + 1, updatedAt: now } }
}
