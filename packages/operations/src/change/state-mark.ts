import { Failure } from '@slipway/model'
import { createHash } from 'node:crypto'
import type { InstanceState } from '@slipway/stores'

/**
 * Returns a mark that distinguishes a state of an instance from every other state, even from a later state of the same run or from a restored
 * backup. The version only counts started runs.
 */
export function markOf(state: InstanceState | undefined): string {
  const { instance, resources = [], intents = [], links = [], children = [] } = state ?? {}
  const lines = [
    ...resources.map(({ id, name, status, replaced, updatedAt }) => [id, name, status, replaced, updatedAt]),
    ...links.map(({ id, name, status, updatedAt }) => [id, name, status, updatedAt]),
    ...intents.map(({ id }) => [id]),
    ...children.map(({ name, status }) => [name, status]),
  ].map((line) => JSON.stringify(line))
  const hash = createHash('sha256').update(JSON.stringify([instance?.id, instance?.version, instance?.status]))
  // Stores return records in different orders.
  for (const line of lines.sort()) hash.update(line)
  return hash.digest('hex')
}

/** Returns the failure for a plan made from another state or other records. */
export function otherState(instance: string): Failure {
  return new Failure('engine/stale-plan', `the state of ${instance} is not the one that the plan was made from`, {
    hint: 'make a new plan: slipway plan --out FILE',
  })
}
