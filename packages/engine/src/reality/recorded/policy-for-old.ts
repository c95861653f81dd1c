import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'

/**
 * An old record with the removal policy that is wanted now. The recorded policy stays if the wanted resource is only read, or is wanted again on the
 * way back, because such a resource does not decide about one that was made under its name.
 */
export function policyForOld(
  { found, removalPolicy, again }: Pick<CheckedResource, 'found' | 'removalPolicy' | 'again'>,
  old: ResourceRecord,
): ResourceRecord {
  return again !== undefined || found?.by === 'read' || old.removalPolicy === removalPolicy
    ? old
    : { ...old, removalPolicy }
}
