import type { CurrentResource } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** What a provider is told about an existing resource. */
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
