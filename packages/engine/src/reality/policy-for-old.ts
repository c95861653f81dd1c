import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'

/**
 * An old record with the removal policy that is wanted now. A resource that is only read, or wanted again on the way back, does not decide
 * this for a resource that was made under its name. The recorded policy still counts then.
 */
export function policyForOld(
  { found, removalPolicy, again }: Pick<CheckedResource, 'found' | 'removalPolicy' | 'again'>,
  old: ResourceRecord,
): ResourceRecord {
  return again !== undefined || found?.by === 'read' || old.removalPolicy === removalPolicy
    ? old
    : { ...old, removalPolicy }
}
