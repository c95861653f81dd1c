import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'

/**
 * The record of a thing with what is said now of whether it is retained. What is only read says nothing of what was made under its name:
 * that goes, or stays, as was said when it was made.
 */
export function policyForOld(
  { found, removalPolicy }: Pick<CheckedResource, 'found' | 'removalPolicy'>,
  old: ResourceRecord,
): ResourceRecord {
  return found?.by === 'read' || old.removalPolicy === removalPolicy ? old : { ...old, removalPolicy }
}
