import type { ResourceRecord } from '@slipway/stores'

/** A resource as a state of Pulumi has it. */
export type JsonResource = Readonly<Record<string, unknown>>

/** How records are written for functions of programs that change the state, and read again. */
export interface StateForm {
  /** Secrets are in plain text in it, marked as such. */
  write(record: ResourceRecord): JsonResource
  /** @throws Failure for what no state of Pulumi has */
  read(resource: JsonResource): Pick<ResourceRecord, 'type' | 'spec'>
}
