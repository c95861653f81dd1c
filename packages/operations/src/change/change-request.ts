import type { Plan, RunResult, UserVerdicts } from '@slipway/engine'
import type { ValueMap } from '@slipway/model'
import type { InlineProgram } from '../inline/inline-program.ts'
import type { InstanceWish } from './instance/instance-wish.ts'
import type { GivenSetting } from '../settings/load.ts'
import type { ProjectRequest } from '../project/project.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import type { TrustMode } from '../trust/trust-mode.ts'

/** The scope of a plan. */
export interface PlanWish {
  /** Only these resources, and what they need; none: all. */
  readonly targets?: readonly string[]
  /** All but these resources, and what cannot be without them; not beside `targets`. */
  readonly exclude?: readonly string[]
  /** Ask every resource first how it really is. */
  readonly refresh?: boolean
  /** A person's verdicts, by resource, on calls that nobody else can tell about. */
  readonly settle?: UserVerdicts
  /** Start nothing new, finish and save what runs. */
  readonly stop?: AbortSignal
}

/** Whether to make what may be there already, because a backup was put back that does not know of it. */
export interface MayExistQuestion {
  readonly instance: string
  /** Names of resources that may exist already, those included that do. */
  readonly creates: readonly string[]
  /** Names of resources that their providers have found. */
  readonly there: readonly string[]
}

export interface ChangeWish extends PlanWish {
  /** True, or who is asked once the plan is known; absent: what has to be approved fails with `cli/needs-yes`. */
  readonly approve?: true | ((plan: Plan) => Promise<boolean>) | undefined
  /** After a restore: true, or who is asked whether to make what may exist already; absent: that fails with `state/may-exist`. */
  readonly afterRestore?: true | ((question: MayExistQuestion) => Promise<boolean>) | undefined
  /** How long to wait while somebody else changes the instance. Default: not at all. */
  readonly waitMs?: number
  /** Give up what runs. The next run asks the plugins what became of it. */
  readonly cancel?: AbortSignal
  /** False: a run that failed is returned as a result. Default: it is thrown, as a `RunFailed`. */
  readonly throws?: boolean
}

export interface UpRequest extends BlueprintRequest, ChangeWish, InstanceWish {
  /** Make these resources anew. */
  readonly replace?: readonly string[]
  /** When the run fails, go back to what was there before, as far as that can be had again. */
  readonly rollback?: boolean
  /**
   * Resources of a program that do not need the failed one are made all the same; the run fails in the end. A blueprint always works so.
   */
  readonly continueOnError?: boolean
}

/** A program that is a function: it says what the instance is to have. */
export interface InlineRequest {
  readonly program: InlineProgram
  /** Its name: what belongs to the program is known by it. */
  readonly instance: string
  /** Stronger than the environment and all files. */
  readonly settings?: readonly GivenSetting[]
  /** Which folders may run code of their own. Default: as the caller says. */
  readonly trust?: TrustMode | undefined
}

export type InlineUpRequest = InlineRequest &
  ChangeWish &
  Pick<UpRequest, 'replace' | 'rollback'> & {
    /** A file with a plan of the program, which is not asked about again: the run ends before it does anything else. */
    readonly plan?: string
  }

export interface DestroyWish {
  /** Run the program of the instance, so that its hooks are called; nothing else that it asks for is done. */
  readonly runProgram?: boolean
}

export type DestroyRequest = ProjectRequest & ChangeWish & DestroyWish & Pick<InstanceWish, 'otherBlueprint'>

/** Nothing has to be approved: what is there is written down, and stays as it is. */
export type RefreshRequest = ProjectRequest & Omit<ChangeWish, 'approve' | 'refresh'>

/** The way back after a run that failed. */
export interface RolledBack {
  /** `succeeded`: everything is recorded as it was; what was destroyed before is made anew all the same. */
  readonly outcome: RunResult['outcome']
  /** Absent when there could be none. */
  readonly plan?: Plan
  readonly counts: RunResult['counts']
  /** The differences from before with their reasons, a sentence each. */
  readonly left: readonly string[]
  readonly durationMs: number
}

/** How the run of a change ended. */
export interface RunEnd {
  readonly outcome: RunResult['outcome']
  readonly plan: Plan
  readonly exports: ValueMap
  readonly run: RunResult
  readonly durationMs: number
  /** Something could not even be looked at, and was left alone. */
  readonly isPartial: boolean
  /** The way back, when the run has failed and that was asked for. */
  readonly rollback?: RolledBack
}

/** How a change ended. */
export type ChangeResult = { readonly operation: Plan['operation']; readonly instance: string } & (
  | { readonly outcome: 'nothing-there' }
  | { readonly outcome: 'unchanged' | 'declined'; readonly plan: Plan; readonly exports: ValueMap }
  | RunEnd
)
