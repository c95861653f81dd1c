import type { ResourceRecord } from '@slipway/stores'
import type { PulumiResource } from '../deployments/deployment.ts'

/** A record and its resource in Pulumi's form. */
export interface WrittenRecord {
  readonly record: ResourceRecord
  readonly resource: PulumiResource
  /** The views of the resource. */
  readonly views: readonly PulumiResource[]
}
