import type { PluginErrorCode, Value } from '@slipway/model'
import type { LinkPhase } from '@slipway/stores'
import type { Found } from '../../check/checked.ts'
import type { Action } from '../../plan/shape/plan.ts'
import type { AttemptFailed } from '../../providers/attempt-failed-event.ts'
import type { DoubtSettled } from '../../reality/doubt-settled.ts'
import type { NotFoundYet } from '../../reality/not-found-yet-event.ts'

interface Timed {
  readonly at: number
}

/** About a step, or the removal of what it replaces. */
interface OfStep extends Timed {
  /** Key of the step in the plan, or of its removal of a replaced resource; the same in all events of a step. */
  readonly key: string
  readonly name: string
  readonly resourceType: string
  readonly action: Action
}

/** Less was done than planned. */
interface NotDone extends OfStep {
  readonly because: string
}

/** How a step has failed. */
export interface StepFailure {
  readonly code: string
  /** How the plugin classified the failure, if a call of a plugin failed. */
  readonly pluginErrorCode?: PluginErrorCode
  readonly reasons: readonly string[]
  readonly hint?: string
  readonly inDoubt: boolean
}

/**
 * The events of a run, as they happen. A `found` resource exists already, and is neither made nor changed. Secrets in values are marked.
 * Times are Unix milliseconds, durations milliseconds.
 */
export type RunEvent =
  | {
      readonly type: 'run-started'
      readonly runId: string
      readonly instance: string
      readonly operation: string
      readonly steps: number
      readonly at: number
    }
  | DoubtSettled
  | NotFoundYet
  /** An earlier delete, which was cut short, may still take effect. Others may be waited for with it. */
  | {
      readonly type: 'delete-delayed'
      readonly name: string
      readonly resourceType: string
      readonly waitMs: number
      readonly at: number
    }
  | (OfStep & { readonly type: 'step-started'; readonly found?: Found; readonly resourceId: string })
  | AttemptFailed
  /** An attempt at a phase of a link has ended, well or not. */
  | {
      readonly type: 'link-phase'
      readonly key: string
      readonly name: string
      readonly phase: LinkPhase
      /** From 1. */
      readonly attempt: number
      readonly durationMs: number
      readonly at: number
    }
  /** Deployed, and not stable yet. */
  | {
      readonly type: 'step-waiting'
      readonly key: string
      readonly name: string
      readonly polls: number
      readonly at: number
    }
  | (OfStep & {
      readonly type: 'step-finished'
      readonly found?: Found
      /** Why less was done than planned. */
      readonly because?: string
      readonly durationMs: number
    })
  | (OfStep & StepFailure & { readonly type: 'step-failed'; readonly found?: Found; readonly durationMs: number })
  /**
   * Turned out in the middle of the run not to be wanted. This is no failure. What existed goes in a removal of its own. For a
   * `delete`: the older generation that was to go turned out to be what is wanted, and stays.
   */
  | (NotDone & { readonly type: 'step-dropped' })
  | (NotDone & { readonly type: 'step-skipped' })
  | {
      readonly type: 'run-finished'
      readonly instance: string
      readonly operation: string
      readonly outcome: 'succeeded' | 'failed' | 'cancelled'
      /** Why the run did not succeed, beside failed steps; absent when there is nothing of that kind. */
      readonly reasons?: readonly string[]
      readonly counts: Readonly<Record<string, number>>
      readonly exports: Readonly<Record<string, Value>>
      readonly durationMs: number
      readonly at: number
    }

/** An event without the time at which it is told. */
export type Untimed<Event = RunEvent> = Event extends unknown ? Omit<Event, 'at'> : never

/** Called in order, never awaited. */
export type EventSink = (event: RunEvent) => void
