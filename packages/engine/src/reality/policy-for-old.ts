import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'

/**
 * The record of a thing with what is said now of whether it is retained. What is only read, or wanted again, says nothing of what was made
 * under its name: that goes, or stays, as was said when it was made.
 */
export function policyForOld(
  { found, removalPolicy, isWantedAgain }: Pick<CheckedResource, 'found' | 'removalPolicy' | 'isWantedAgain'>,
  old: ResourceRecord,
): ResourceRecord {
  return isWantedAgain === true || found?.by === 'read' || old.removalPolicy === removalPolicy
    ? old
    : { ...old, removalPolicy }
}
