import type { StateChange } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { Chosen } from '../plan/match/generations.ts'

/**
 * Lifts the protection of a chosen record that is to be replaced, if the program asks for it without protection: it can then be
 * replaced in the same run. If it stays or only changes, this is recorded with everything else.
 */
export function withProtectionLifted(
  chosen: Chosen,
  { options }: CheckedResource,
  changes: readonly StateChange[],
): Chosen & { readonly changes: readonly StateChange[] } {
  const { record, decision } = chosen
  const isLifted = options?.liftsProtection === true && record?.options?.protect === true
  if (!isLifted || decision.action !== 'replace') return { ...chosen, changes }
  const { protect: _, ...rest } = record.options
  const known = changes.find((change) => change.kind === 'resource' && change.resource.id === record.id)
  const latest = known?.kind === 'resource' ? known.resource : record
  const resource = { ...latest, options: rest }
  const others = changes.filter((change) => change !== known)
  return { ...chosen, record: { ...record, options: rest }, changes: [...others, { kind: 'resource', resource }] }
}
