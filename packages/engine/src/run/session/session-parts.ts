import type { InstanceRecord, Lease, StateChange, StateStore } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import type { Clock, Ports } from '../../ports.ts'
import type { Deadlines } from '../../providers/waiting/deadlines.ts'
import type { AskComposed } from '../../providers/questions/composed.ts'
import type { ProviderCalls } from '../../providers/calls/provider-calls.ts'
import type { Gathered, Drift } from '../../reality/gathered/gathered.ts'
import type { EventSink, RunEvent } from '../events/events.ts'
import type { Failure } from '@slipway/model'
import type { News } from '../../plan/decide/decide.ts'
import type { Settler } from '../../reality/doubt/doubt-verdict.ts'

/** The parts from which the session of a run is made. */
export interface SessionParts {
  readonly plan: Plan
  /** The plan of a program that was shown before the run, if there was one. */
  readonly shown?: Plan | undefined
  readonly blueprint: CheckedBlueprint | undefined
  readonly gathered: Gathered
  readonly ports: Ports
  readonly store: Pick<StateStore, 'commit'>
  readonly lease: Lease
  /** Deadlines that differ from the defaults. */
  readonly deadlines: Partial<Deadlines> | undefined
  readonly events: EventSink
  readonly runId: string
  readonly instanceId: string
  /** Makes the change that records the unsteady computed values; left out if nothing is recorded. */
  readonly learned?: (unsteady: NonNullable<InstanceRecord['unsteady']>) => StateChange
  readonly parallelism: number
  /** After an abort, waits end early. */
  readonly stop: AbortSignal
  readonly cancel: AbortSignal
  /** Ends the run, as `cancel` does, if nothing can be recorded any more. */
  readonly halt: AbortController
  /** Asks for the parts that a composed resource would have; left out if there are no composed resources. */
  readonly askComposed?: AskComposed
}

/** News that grows during a run, because resources that a program asks for late are looked for late. */
export interface LateNews extends News {
  readonly drift: Map<string, Drift>
  readonly unread: Map<string, Failure>
  readonly seenWith: Map<string, string>
}

export function lateNews(gathered: Gathered, askDiff: News['askDiff']): LateNews {
  const { drift, unread, seenWith } = gathered
  return { ...gathered, drift: new Map(drift), unread: new Map(unread), seenWith: new Map(seenWith), askDiff }
}

/** The clock, the limits and the signals that end calls and waits. */
export interface Timing {
  readonly clock: Clock
  readonly deadlines: Deadlines
  /** After an abort, calls in flight are given up. */
  readonly cancel: AbortSignal
  /** After an abort, waits end early. */
  readonly stop: AbortSignal | undefined
}

/** The parts of a session that are needed to ask about something in doubt. */
interface Asking {
  readonly calls: ProviderCalls
  readonly instance: { readonly instanceId: string; readonly instanceName: string }
  readonly timing: Timing
  readonly journal: { newId(): string; tell(event: RunEvent): void }
}

/** Makes the questions of a run about one doubt. Their time limit begins with the first question. */
export function settlersIn(
  { calls, instance, timing, journal }: Asking,
  foundByGiven: Iterable<string> = [],
): () => Settler {
  const { clock, deadlines, cancel, stop } = timing
  // Making a signal that follows other signals is slow, and each step asks for this one.
  const stopped = stop === undefined ? cancel : AbortSignal.any([cancel, stop])
  const found = new Set(foundByGiven)
  return () => ({
    calls,
    ...instance,
    unusedId: () => journal.newId(),
    patience: { clock, deadlines, stop: stopped, tell: (event) => journal.tell(event) },
    foundByGiven: found,
    isInRun: true,
  })
}
