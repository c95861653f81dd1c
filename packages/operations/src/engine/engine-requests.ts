import type {
  AroundSteps,
  CheckedBlueprint,
  EventSink,
  FollowedProgram,
  Gathered,
  Plan,
  PlanOptions,
  Unchecked,
  UserVerdicts,
} from '@slipway/engine'
import type { PreviewRequest } from '@slipway/engine/run'
import type { Diagnostic, PolicyViolation, Value, ValueMap } from '@slipway/model'
import type { InstanceState, Lease } from '@slipway/stores'
import type { TellWarnings } from '../validation/validated-goal.ts'

export interface PlanRequest {
  readonly instance: string
  readonly state: InstanceState | undefined
  readonly blueprint: CheckedBlueprint | undefined
  readonly options: PlanOptions
  readonly refresh?: boolean
  /** Whether to ask providers to preview computed values, because the plan is only for viewing. */
  readonly previews?: boolean
  /** Whether another run works on the instance. Its open calls are then not in doubt and stay unsettled. */
  readonly live?: boolean
  readonly settle?: UserVerdicts
  /** The values drawn by a saved plan. */
  readonly drawn?: ValueMap
  /** The record ids that a saved plan assigned to its imports, by name. */
  readonly importIds?: ReadonlyMap<string, string>
  readonly events?: EventSink
  readonly signal: AbortSignal
}

export type LookRequest = Pick<PlanRequest, 'instance' | 'state' | 'refresh' | 'live' | 'settle' | 'events' | 'signal'>

/** A plan with the data that it was made from. */
export interface Prepared {
  readonly plan: Plan
  readonly gathered: Gathered
  /** Warnings of plugins about the resources. Errors are not included. */
  readonly warnings: readonly Diagnostic[]
  /** The policy violations of the plan; see `tellViolations`. */
  readonly violations: readonly PolicyViolation[]
}

export interface RunRequest extends Pick<Prepared, 'plan' | 'gathered'> {
  readonly blueprint: CheckedBlueprint | undefined
  readonly lease: Lease
  readonly runId: string
  readonly events: EventSink
  /** Aborting this signal prevents new steps; running calls finish. */
  readonly stop: AbortSignal
  /** Aborting this signal abandons running calls. */
  readonly cancel: AbortSignal
  /** A program that states its goals during the run. */
  readonly program?: FollowedProgram
  readonly onWarnings?: TellWarnings
  /** The recorded variables files of an `up`. */
  readonly variableFiles?: readonly string[]
  /** The work around the steps, and its part of the history. */
  readonly around?: AroundSteps
  readonly notes?: Value
}

export interface PreviewOfProgram extends Pick<PreviewRequest, 'gathered' | 'program' | 'blueprint' | 'part' | 'stop'> {
  readonly events?: EventSink
  readonly onWarnings?: TellWarnings
}

export interface CheckOptions {
  readonly unchecked?: Unchecked
  readonly events?: EventSink
}

export interface Asking extends Pick<PlanRequest, 'signal'> {
  readonly gathered: Gathered
  readonly events: EventSink
}
