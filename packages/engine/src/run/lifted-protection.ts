import type { StateChange } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { Chosen } from '../plan/generations.ts'

/**
 * What was chosen, and what to record of that, where its protection counts no more as soon as it is asked for without: it may be replaced
 * at once then. Of what stays as it is, or changes, that is recorded with the rest.
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
