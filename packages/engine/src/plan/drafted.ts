import type { Diagnostic, ValueMap } from '@slipway/model'
import type { StateChange } from '@slipway/stores'
import type { Question } from '../providers/answers.ts'
import type { LinkStep } from './link-step.ts'
import type { PlannedCheck, PlanStep } from './plan.ts'
import type { Part } from './targets.ts'

export interface DraftOptions extends Part {
  /** Names of resources that the user wants replaced, although no change demands it. */
  readonly replace?: readonly string[]
  /** The plan leads back to what existed before a failed run. What that run made, and may not be destroyed, stays in the state. */
  readonly isWayBack?: boolean
}

/** A plan in the making. Once it has no questions left, it is final. */
export interface Draft {
  readonly steps: readonly PlanStep[]
  readonly links: readonly LinkStep[]
  /** Changes to the records before the first step: which record belongs to which resource. */
  readonly regrouped: readonly StateChange[]
  /** Names of resources whose condition is false. */
  readonly absent: readonly string[]
  readonly exports: ValueMap
  /** Of each child, by its path. */
  readonly childExports: ReadonlyMap<string, ValueMap>
  /** The outcomes of the blueprint's checks. */
  readonly checks: readonly PlannedCheck[]
  /** Values drawn for the calls that were evaluated. */
  readonly drawn: ValueMap
  readonly questions: readonly Question[]
  /** False when the answers to `questions` would lead to more of them. */
  readonly isAllAsked: boolean
  readonly diagnostics: readonly Diagnostic[]
}
