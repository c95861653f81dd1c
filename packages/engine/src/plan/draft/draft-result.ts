import type { Diagnostic, ValueMap, Mutable } from '@slipway/model'
import type { StateChange, ResourceRecord } from '@slipway/stores'
import type { Question } from '../../providers/questions/answers.ts'
import type { LinkStep } from '../shape/link-step.ts'
import type { Make, PlannedCheck, PlanStep, Wish } from '../shape/plan.ts'
import type { Part } from '../match/targets.ts'
import type { CheckedResource } from '../../check/checked.ts'
import type { Decision } from '../decide/decide.ts'
import type { ResolvedMetadata } from '../decide/metadata.ts'

export interface DraftOptions extends Part {
  /** Names of resources that the user wants replaced, although no change demands it. */
  readonly replace?: readonly string[]
  /** True for a plan that leads back to the state before a failed run. Things that the run made and that may not be destroyed stay in the state. */
  readonly isWayBack?: boolean
}

/** A plan in the making. Once it has no questions left, it is final. */
export interface Draft {
  readonly steps: readonly PlanStep[]
  readonly links: readonly LinkStep[]
  /** Changes to the records before the first step, which assign records to resources. */
  readonly regrouped: readonly StateChange[]
  /** Names of resources whose condition is false. */
  readonly absent: readonly string[]
  readonly exports: ValueMap
  /** The exports of each child, by its path. */
  readonly childExports: ReadonlyMap<string, ValueMap>
  /** The outcomes of the blueprint's checks. */
  readonly checks: readonly PlannedCheck[]
  /** Whether the blueprint protects all of its instance; `undefined` if it does not say. */
  readonly protect: boolean | undefined
  /** The values that were drawn for the evaluated calls. */
  readonly drawn: ValueMap
  readonly questions: readonly Question[]
  /** False if the answers to `questions` would lead to more questions. */
  readonly isAllAsked: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** The decision about a wanted resource, with its resolved values. */
interface Decided extends ResolvedMetadata {
  readonly decision: Decision
  readonly spec: ValueMap
  /** The record that becomes the resource; `undefined` for a new one. */
  readonly current: ResourceRecord | undefined
  readonly renamedFrom: string | undefined
  /** For a resource that stays as it is: its new record, if that differs. */
  readonly record?: ResourceRecord | undefined
  readonly recorded: Wish['recorded']
  readonly conditionUntil?: string | undefined
  readonly importedAs?: string | undefined
}

/** The step for a wanted resource, before the steps are put in order. */
export function stepOf({ name, type, madeFrom, found }: CheckedResource, decided: Decided): PlanStep {
  const { decision, spec, current, renamedFrom, metadata, description, record, recorded, conditionUntil, importedAs } =
    decided
  const { changes, replaceBecause, reason, blocked } = decision
  // Assigned one by one, because there is a step for each resource, and a literal with as many conditional parts takes much longer.
  const wish: Mutable<Wish> = { spec }
  if (metadata !== undefined) wish.metadata = metadata
  if (description !== undefined) wish.description = description
  if (madeFrom !== undefined) wish.madeFrom = madeFrom
  if (found !== undefined) wish.found = found
  if (renamedFrom !== undefined) wish.renamedFrom = renamedFrom
  if (conditionUntil !== undefined) wish.conditionUntil = conditionUntil
  if (recorded !== undefined) wish.recorded = recorded
  if (importedAs !== undefined) wish.importedAs = importedAs
  const step: Mutable<Omit<Make, 'action' | 'current'>> = {
    key: name,
    name,
    type,
    wish,
    changes,
    replaceBecause,
    after: [],
  }
  if (reason !== undefined) step.reason = reason
  if (blocked !== undefined) step.blocked = blocked
  return acting(step, decision, current, record)
}

function acting(
  step: Omit<Make, 'action' | 'current'>,
  decision: Decision,
  current: ResourceRecord | undefined,
  record: ResourceRecord | undefined,
): PlanStep {
  const { action } = decision
  if (action === 'create') return current === undefined ? { ...step, action } : { ...step, action, current }
  if (current === undefined) throw new TypeError(`there is no record of ${step.name} for: ${action}`)
  if (action === 'update') return { ...step, action, current }
  if (action === 'none')
    return record === undefined ? { ...step, action, current } : { ...step, action, current, record }
  const { destroyFirst = false, retainsOld = false } = decision
  const old = { ...(destroyFirst && { destroyFirst }), ...(retainsOld && { retainsOld }) }
  return { ...step, action, current, ...old }
}
