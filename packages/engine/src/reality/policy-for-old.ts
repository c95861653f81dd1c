import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'

/**
 * An old record, with what is wanted now about retaining it. A resource that is only read, or wanted again on the way back, does not
 * decide this for what was made under its name: what was said when that was made still counts.
 */
export function policyForOld(
  { found, removalPolicy, again }: Pick<CheckedResource, 'found' | 'removalPolicy' | 'again'>,
  old: ResourceRecord,
): ResourceRecord {
  return again !== undefined || found?.by === 'read' || old.removalPolicy === removalPolicy
    ? old
    : { ...old, removalPolicy }
}
