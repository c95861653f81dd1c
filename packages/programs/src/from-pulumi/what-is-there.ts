import type { Deployment, PulumiResource } from '../deployments/deployment.ts'

/** The resources that a state of Pulumi calls existing, possible or gone. */
export interface WhatIsThere {
  readonly made: readonly Made[]
  /** Creates that nobody knows the end of. */
  readonly doubtful: readonly PulumiResource[]
  /** What became of the rest: sentences for people. */
  readonly told: readonly string[]
}

export interface Made {
  readonly resource: PulumiResource
  /** A call that nobody knows the end of. */
  readonly cut?: 'update' | 'delete'
}

const cutBy: Readonly<Record<string, Made['cut']>> = { updating: 'update', deleting: 'delete' }

/**
 * A resource that was destroyed to make room for a successor that never came is gone, though it is listed. Views are told with the resource
 * that they are of.
 */
export function whatIsThere({ resources = [], pending_operations: pending = [] }: Deployment): WhatIsThere {
  const cut = new Map(pending.map(({ type, resource }) => [keyOf(resource), cutBy[type]]))
  const told: string[] = []
  const made: Made[] = []
  for (const resource of resources) {
    const { urn, pendingReplacement = false, taint = false, viewOf = '', delete: isOld = false } = resource
    const by = cut.get(keyOf(resource))
    if (viewOf !== '') continue
    if (pendingReplacement)
      told.push(`${urn} was destroyed to be replaced, and was not made again: the next up does that`)
    else made.push(by === undefined ? { resource } : { resource, cut: by })
    if (taint && !isOld) told.push(`${urn} is tainted: "slipway up --replace" with its name makes it anew`)
  }
  const doubtful = pending.flatMap(({ type, resource }) => (type === 'creating' ? [resource] : []))
  return { made, doubtful, told }
}

/** Several resources may have one URN; then their ids differ. */
function keyOf({ urn, id = '' }: PulumiResource): string {
  return `${urn}::${id}`
}
