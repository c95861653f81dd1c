import type { Deployment, PulumiResource } from '../deployments/deployment.ts'

/** The resources in a Pulumi state: existing, possible or gone. */
export interface WhatIsThere {
  readonly made: readonly Made[]
  /** Creates with an unknown result. */
  readonly doubtful: readonly PulumiResource[]
  /** Sentences about the other resources. */
  readonly told: readonly string[]
}

export interface Made {
  readonly resource: PulumiResource
  /** The kind of an open call with an unknown result. */
  readonly cut?: 'update' | 'delete'
}

const cutBy: Readonly<Record<string, Made['cut']>> = { updating: 'update', deleting: 'delete' }

/**
 * Sorts the resources of a state. A resource that freed its slot for a successor that never came is gone, although it is listed. Views are
 * handled with their resource.
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
      told.push(`${urn} was destroyed to be replaced, but was not created again: the next up creates it`)
    else made.push(by === undefined ? { resource } : { resource, cut: by })
    if (taint && !isOld) told.push(`${urn} is tainted: "slipway up --replace" with its name replaces it`)
  }
  const doubtful = pending.flatMap(({ type, resource }) => (type === 'creating' ? [resource] : []))
  return { made, doubtful, told }
}

/** The key of a resource. Resources with the same URN have different ids. */
function keyOf({ urn, id = '' }: PulumiResource): string {
  return `${urn}::${id}`
}
