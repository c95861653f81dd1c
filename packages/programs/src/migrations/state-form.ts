import type { ResourceRecord } from '@slipway/stores'

/** A resource in the form of a Pulumi state. */
export type JsonResource = Readonly<Record<string, unknown>>

/** Converts records for programs' functions that rewrite the state, and back. */
export interface StateForm {
  /** Converts a record. Secrets are in plain text but marked. */
  write(record: ResourceRecord): JsonResource
  /** @throws Failure for a resource that no Pulumi state can have */
  read(resource: JsonResource): Pick<ResourceRecord, 'type' | 'spec'>
}
