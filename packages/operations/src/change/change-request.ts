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
  /** Only these resources and their dependencies. Empty: all resources. */
  readonly targets?: readonly string[]
  /** All resources except these and their dependents; not together with `targets`. */
  readonly exclude?: readonly string[]
  /** Read the real state of every resource first. */
  readonly refresh?: boolean
  /** The user's verdicts on calls in doubt that no provider can settle, by resource. */
  readonly settle?: UserVerdicts
  /** Aborting it starts nothing new; running calls finish and are saved. */
  readonly stop?: AbortSignal
}

/** Asks whether to make things that may exist already, because a restored backup does not know about them. */
export interface MayExistQuestion {
  readonly instance: string
  /** Names of resources that may exist already, including those in `there`. */
  readonly creates: readonly string[]
  /** Names of resources that their providers have found. */
  readonly there: readonly string[]
}

export interface ChangeWish extends PlanWish {
  /** True, or a function that asks the user once the plan is known. Absent: a plan that needs approval fails with `cli/needs-yes`. */
  readonly approve?: true | ((plan: Plan) => Promise<boolean>) | undefined
  /**
   * After a restore: true, or a function that asks whether to make things that may exist already. Absent: such a plan fails with
   * `state/may-exist`.
   */
  readonly afterRestore?: true | ((question: MayExistQuestion) => Promise<boolean>) | undefined
  /** How long to wait for another run to release the instance. Default: not at all. */
  readonly waitMs?: number
  /** Aborting it abandons running calls. The next run asks the plugins about their outcome. */
  readonly cancel?: AbortSignal
  /** False: returns a failed run as a result. Default: throws `RunFailed`. */
  readonly throws?: boolean
}

export interface UpRequest extends BlueprintRequest, ChangeWish, InstanceWish {
  /** Replace these resources. */
  readonly replace?: readonly string[]
  /** If the run fails, restore the previous resources where possible. */
  readonly rollback?: boolean
  /**
   * After a failure, still make resources of a program that do not depend on the failed one; the run fails in the end. A blueprint always
   * works this way.
   */
  readonly continueOnError?: boolean
}

/** A program that is a function. It asks for the resources of the instance. */
export interface InlineRequest {
  readonly program: InlineProgram
  /** The name of the instance. Resources of the program are recorded under it. */
  readonly instance: string
  /** These settings override the environment and all files. */
  readonly settings?: readonly GivenSetting[]
  /** Decides which folders may run their own code. Default: the caller's mode. */
  readonly trust?: TrustMode | undefined
}

export type InlineUpRequest = InlineRequest &
  ChangeWish &
  Pick<UpRequest, 'replace' | 'rollback'> & {
    /** A file with an approved plan of the program. If the run would do anything else, it ends first. */
    readonly plan?: string
  }

export interface DestroyWish {
  /** Run the program of the instance to have its hooks called. Its resource requests change nothing. */
  readonly runProgram?: boolean
}

export type DestroyRequest = ProjectRequest & ChangeWish & DestroyWish & Pick<InstanceWish, 'otherBlueprint'>

/** Needs no approval: a refresh only records the real state. */
export type RefreshRequest = ProjectRequest & Omit<ChangeWish, 'approve' | 'refresh'>

/** The way back after a run that failed. */
export interface RolledBack {
  /** `succeeded`: all records are as before, although destroyed resources had to be made anew. */
  readonly outcome: RunResult['outcome']
  /** Absent if no plan could be made. */
  readonly plan?: Plan
  readonly counts: RunResult['counts']
  /** The remaining differences from before, one sentence with a reason each. */
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
  /** Something could not be read and was left alone. */
  readonly isPartial: boolean
  /** Present if the run failed and the request had `rollback`. */
  readonly rollback?: RolledBack
}

/** How a change ended. */
export type ChangeResult = { readonly operation: Plan['operation']; readonly instance: string } & (
  | { readonly outcome: 'nothing-there' }
  | { readonly outcome: 'unchanged' | 'declined'; readonly plan: Plan; readonly exports: ValueMap }
  | RunEnd
)
