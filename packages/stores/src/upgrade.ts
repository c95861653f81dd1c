import type { ResourceStatus } from '@slipway/model'

/** The part of a resource record that an upgrade needs, of any version, opened or sealed. */
export interface EarlierResource {
  readonly id: string
  readonly name: string
  readonly dependsOn: readonly string[]
  readonly reads?: readonly string[]
  readonly replaced: boolean
  readonly status: ResourceStatus
  readonly deployedAt?: number
}

/**
 * Brings the resources of one instance, and those inside its intents, to the present form. A record without `reads` is of before
 * dependencies had ids: it is given those of the resources that have the names now, because later they may be others. A `create-failed` of
 * that version does not tell whether the thing exists; the provider has to be asked.
 */
export function upgradeResource<Resource extends EarlierResource>(
  resources: readonly EarlierResource[],
): (record: Resource) => Resource & { readonly reads: readonly string[] } {
  const living = new Map(resources.filter(({ replaced }) => !replaced).map(({ name, id }) => [name, id]))
  return (record) => {
    const { reads, dependsOn, status, deployedAt } = record
    if (reads !== undefined) return { ...record, reads }
    const mayExist = status === 'create-failed' && deployedAt === undefined
    const known = mayExist ? { ...record, status: 'create-interrupted' as const } : record
    return { ...known, reads: dependsOn.flatMap((name) => living.get(name) ?? []) }
  }
}
