import type { CurrentResource } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** The record of an existing resource as a provider gets it. */
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
