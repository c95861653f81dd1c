import type { PluginErrorCode, Value } from '@slipway/model'
import type { LinkPhase } from '@slipway/stores'
import type { Found } from '../../check/checked.ts'
import type { Action } from '../../plan/shape/plan.ts'
import type { AttemptFailed } from '../../providers/failures/attempt-failed-event.ts'
import type { DoubtSettled } from '../../reality/doubt/doubt-settled.ts'
import type { NotFoundYet } from '../../reality/search/not-found-yet-event.ts'

interface Timed {
  readonly at: number
}

/** An event of a step, or of the removal of the resource that the step replaces. */
interface OfStep extends Timed {
  /** The key of the step in the plan, or of the step's removal of a replaced resource. All events of a step have the same key. */
  readonly key: string
  readonly name: string
  readonly resourceType: string
  readonly action: Action
}

/** An event of a step that did less than planned. */
interface NotDone extends OfStep {
  readonly because: string
}

/** The failure of a step. */
export interface StepFailure {
  readonly code: string
  /** The plugin's class of the failure, if a plugin call failed. */
  readonly pluginErrorCode?: PluginErrorCode
  readonly reasons: readonly string[]
  readonly hint?: string
  readonly inDoubt: boolean
}

/**
 * The events of a run, as they happen. A `found` resource exists already, and is neither made nor changed. Secrets in values are marked. Times are
 * Unix milliseconds, durations are milliseconds.
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
  /** The step waits because an earlier, interrupted delete may still take effect. Other steps may share the wait. */
  | {
      readonly type: 'delete-delayed'
      readonly name: string
      readonly resourceType: string
      readonly waitMs: number
      readonly at: number
    }
  | (OfStep & { readonly type: 'step-started'; readonly found?: Found; readonly resourceId: string })
  | AttemptFailed
  /** An attempt at a phase of a link has ended, successfully or not. */
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
  /** The resource is deployed, but not stable yet. */
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
      /** The reason why less was done than planned. */
      readonly because?: string
      readonly durationMs: number
    })
  | (OfStep & StepFailure & { readonly type: 'step-failed'; readonly found?: Found; readonly durationMs: number })
  /**
   * The run found out that the step is not wanted, which is no failure. An existing resource is then removed in a removal of its own. A dropped
   * `delete` means that the older generation turned out to be the wanted one, and stays.
   */
  | (NotDone & { readonly type: 'step-dropped' })
  | (NotDone & { readonly type: 'step-skipped' })
  | {
      readonly type: 'run-finished'
      readonly instance: string
      readonly operation: string
      readonly outcome: 'succeeded' | 'failed' | 'cancelled'
      /** The reasons, besides failed steps, why the run did not succeed; absent if there are none. */
      readonly reasons?: readonly string[]
      readonly counts: Readonly<Record<string, number>>
      readonly exports: Readonly<Record<string, Value>>
      readonly durationMs: number
      readonly at: number
    }

/** An event without its time. */
export type Untimed<Event = RunEvent> = Event extends unknown ? Omit<Event, 'at'> : never

/** Called in order, never awaited. */
export type EventSink = (event: RunEvent) => void
