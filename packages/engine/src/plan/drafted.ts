import type { Diagnostic, ValueMap } from '@slipway/model'
import type { StateChange } from '@slipway/stores'
import type { Question } from '../providers/answers.ts'
import type { LinkStep } from './link-step.ts'
import type { PlannedCheck, PlanStep } from './plan.ts'
import type { Part } from './targets.ts'

export interface DraftOptions extends Part {
  /** Names of resources that are replaced although nothing of theirs demands it. */
  readonly replace?: readonly string[]
  /** It leads back to what there was before a run that failed: what that has made and may not be destroyed stays, and is no less recorded. */
  readonly isWayBack?: boolean
}

/** A plan in the making. Without open questions it is as good as it can be. */
export interface Draft {
  readonly steps: readonly PlanStep[]
  readonly links: readonly LinkStep[]
  /** Changes to the records before the first step: which of them is which resource. */
  readonly regrouped: readonly StateChange[]
  /** Names of resources whose condition is false. */
  readonly absent: readonly string[]
  readonly exports: ValueMap
  /** Of each child, by its path. */
  readonly childExports: ReadonlyMap<string, ValueMap>
  /** What the checks of the blueprint come to. */
  readonly checks: readonly PlannedCheck[]
  /** Drawn for calls that were worked out. */
  readonly drawn: ValueMap
  readonly questions: readonly Question[]
  /** False when more would have to be asked than `questions`, once those are answered. */
  readonly isAllAsked: boolean
  readonly diagnostics: readonly Diagnostic[]
}
