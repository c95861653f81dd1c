import type { Mutable } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { Decision } from './decide.ts'
import type { ResolvedMetadata } from './metadata.ts'
import type { PlanStep } from './plan.ts'

interface Decided extends ResolvedMetadata {
  readonly decision: Decision
  readonly spec: NonNullable<PlanStep['desired']>
  /** The record that becomes the resource; `undefined` for a new one. */
  readonly current: ResourceRecord | undefined
  readonly renamedFrom: string | undefined
  /** For what stays as it is: its record from now on, if that differs. */
  readonly record: ResourceRecord | undefined
  readonly recorded: PlanStep['recorded']
  readonly conditionUntil: string | undefined
}

/** The step for a wanted resource, before the steps are put in order. */
export function stepOf({ name, type, madeFrom }: CheckedResource, decided: Decided): PlanStep {
  const { decision, spec, current, renamedFrom, metadata, description, record, recorded, conditionUntil } = decided
  // Assigned one by one, as there is a step for each resource: a literal with as many conditional parts takes much longer.
  const step: Mutable<PlanStep> = { ...decision, key: name, name, type, desired: spec, after: [] }
  if (current !== undefined) step.current = current
  if (renamedFrom !== undefined) step.renamedFrom = renamedFrom
  if (madeFrom !== undefined) step.madeFrom = madeFrom
  if (metadata !== undefined) step.metadata = metadata
  if (description !== undefined) step.description = description
  if (record !== undefined) step.record = record
  if (recorded !== undefined) step.recorded = recorded
  if (conditionUntil !== undefined) step.conditionUntil = conditionUntil
  return step
}
