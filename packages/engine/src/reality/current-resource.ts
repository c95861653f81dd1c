import type { CurrentResource } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** What a provider gets to see of a resource that is there. */
export function currentResource(record: ResourceRecord): CurrentResource {
  const { spec, status, metadata, dependsOn, deployedAt = 0 } = record
  return {
    spec,
    status,
    ...(metadata === undefined ? {} : { metadata }),
    dependsOn,
    lastDeployed: Math.floor(deployedAt / 1_000),
  }
}
