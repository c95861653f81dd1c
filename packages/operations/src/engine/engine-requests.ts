import type {
  AroundSteps,
  CheckedBlueprint,
  EventSink,
  Gathered,
  Plan,
  PlanOptions,
  Program,
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
  /** The plan is only looked at: providers are asked what they would compute. */
  readonly previews?: boolean
  /** Somebody else is at work on the instance: what is in flight there is not in doubt, and is not settled. */
  readonly live?: boolean
  readonly settle?: UserVerdicts
  /** Drawn by a saved plan. */
  readonly drawn?: ValueMap
  /** Ids that a saved plan has given to the records of what it takes in, by name. */
  readonly importIds?: ReadonlyMap<string, string>
  readonly events?: EventSink
  readonly signal: AbortSignal
}

export type LookRequest = Pick<PlanRequest, 'instance' | 'state' | 'refresh' | 'live' | 'settle' | 'events' | 'signal'>

/** A plan with what it was made from. */
export interface Prepared {
  readonly plan: Plan
  readonly gathered: Gathered
  /** The plugins' remarks about the resources; none of them is an error. */
  readonly warnings: readonly Diagnostic[]
  /** The policies that it is against; see `tellViolations`. */
  readonly violations: readonly PolicyViolation[]
}

export interface RunRequest extends Pick<Prepared, 'plan' | 'gathered'> {
  readonly blueprint: CheckedBlueprint | undefined
  readonly lease: Lease
  readonly runId: string
  readonly events: EventSink
  /** Start nothing new, finish what runs. */
  readonly stop: AbortSignal
  /** Give up what runs. */
  readonly cancel: AbortSignal
  /** Says what is wanted while the run goes on. */
  readonly program?: Program
  readonly onWarnings?: TellWarnings
  /** The files that gave an `up` its variables, as they are recorded. */
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
