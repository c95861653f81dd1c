import type { ResourceRecord } from '@slipway/stores'
import type { PulumiResource } from '../deployments/deployment.ts'

/** A record, and the resource that it is for Pulumi. */
export interface WrittenRecord {
  readonly record: ResourceRecord
  readonly resource: PulumiResource
  /** What it is made of. */
  readonly views: readonly PulumiResource[]
}
