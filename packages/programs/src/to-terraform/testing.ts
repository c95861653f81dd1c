import type { InstanceRecord, InstanceState, ResourceRecord } from '@slipway/stores'
import type { TerraformState } from '../terraform-states/terraform-state.ts'
import { toTerraformState } from './to-state.ts'

/** Imports a state and exports it again, after an optional change of the instance. */
export function exportedAgain(
  { instance: record, records }: Pick<InstanceState, 'instance'> & { readonly records: readonly ResourceRecord[] },
  changed: Partial<InstanceRecord> = {},
): TerraformState {
  const state: InstanceState = { instance: { ...record, ...changed }, resources: records, intents: [] }
  return toTerraformState(state).state
}
