import type { Plan, RunResult, UserVerdicts } from '@slipway/engine'
import type { ValueMap } from '@slipway/model'
import type { InlineProgram } from '../inline/inline-program.ts'
import type { InstanceWish } from '../instance/instance-wish.ts'
import type { GivenSetting } from '../settings/load.ts'
import type { ProjectRequest } from '../project/project.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import type { TrustMode } from '../trust/trust-mode.ts'

/** The scope of a plan. */
export interface PlanWish {
  /** The only resources to plan, together with their dependencies. Empty: all resources. */
  readonly targets?: readonly string[]
  /** All resources except these and their dependents; not together with `targets`. */
  readonly exclude?: readonly string[]
  /** Whether to read the real state of every resource first. */
  readonly refresh?: boolean
  /** The user's verdicts on calls in doubt that no provider can settle, by resource. */
  readonly settle?: UserVerdicts
  /** Aborting this signal prevents new steps; running calls finish and are saved. */
  readonly stop?: AbortSignal
}

/** Asks whether to make things that may exist already, because a restored backup does not know about them. */
export interface MayExistQuestion {
  readonly instance: string
  /** The names of resources that may exist already, including the names in `there`. */
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
  /** The time in milliseconds to wait for another run to release the instance. Default: no wait. */
  readonly waitMs?: number
  /** Aborting this signal abandons running calls. The next run asks the plugins about their outcome. */
  readonly cancel?: AbortSignal
  /** False: a failed run is returned as a result. Default: a failed run throws `RunFailed`. */
  readonly throws?: boolean
}

export interface UpRequest extends BlueprintRequest, ChangeWish, InstanceWish {
  /** The names of resources to replace. */
  readonly replace?: readonly string[]
  /** Whether to restore the previous resources where possible if the run fails. */
  readonly rollback?: boolean
  /**
   * Whether to make, after a failure, the resources of a program that do not depend on the failed resource; the run still fails in the end. A
   * blueprint always works this way.
   */
  readonly continueOnError?: boolean
}

/** A request for a program that is a function and asks for the resources of the instance. */
export interface InlineRequest {
  readonly program: InlineProgram
  /** The name of the instance. Resources of the program are recorded under it. */
  readonly instance: string
  /** Settings that override the environment and all files. */
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
  /** Whether to run the program of the instance to have its hooks called. Its resource requests change nothing. */
  readonly runProgram?: boolean
}

export type DestroyRequest = ProjectRequest & ChangeWish & DestroyWish & Pick<InstanceWish, 'otherBlueprint'>

/** A request for a refresh. It needs no approval, because a refresh only records the real state. */
export type RefreshRequest = ProjectRequest & Omit<ChangeWish, 'approve' | 'refresh'>

/** The rollback after a failed run. */
export interface RolledBack {
  /** `succeeded`: all records are as before, although destroyed resources had to be created again. */
  readonly outcome: RunResult['outcome']
  /** The plan of the rollback. Absent if no plan could be made. */
  readonly plan?: Plan
  readonly counts: RunResult['counts']
  /** The remaining differences from the state before the run, each as one sentence with a reason. */
  readonly left: readonly string[]
  readonly durationMs: number
}

/** The end of the run of a change. */
export interface RunEnd {
  readonly outcome: RunResult['outcome']
  readonly plan: Plan
  readonly exports: ValueMap
  readonly run: RunResult
  readonly durationMs: number
  /** True if some things could not be read and were left alone. */
  readonly isPartial: boolean
  /** The rollback. Present if the run failed and the request had `rollback`. */
  readonly rollback?: RolledBack
}

interface OfInstance {
  readonly operation: Plan['operation']
  readonly instance: string
  /** The option that names the instance in a command: `--instance staging`. Absent for the default instance of the folder. */
  readonly naming?: string
}

/** The result of a change. */
export type ChangeResult = OfInstance &
  (
    | { readonly outcome: 'nothing-there' }
    | { readonly outcome: 'unchanged' | 'declined'; readonly plan: Plan; readonly exports: ValueMap }
    | RunEnd
  )
