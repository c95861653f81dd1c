import type { Value, ValueMap } from '@slipway/model'
import type { Lease, StateStore, ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../check/checked.ts'
import type { Plan, PlannedCheck } from '../plan/plan.ts'
import type { Ports } from '../ports.ts'
import type { Deadlines } from '../providers/deadlines.ts'
import type { Gathered } from '../reality/gathered.ts'
import type { AroundSteps } from './around-steps.ts'
import type { AttemptLog } from './attempt-log.ts'
import type { Compose } from './compose.ts'
import type { PluginDesk } from './for-plugins/plugin-desk.ts'
import type { EventSink } from './events.ts'
import type { Program } from './program.ts'
import type { FailedStep } from './step-control.ts'

export interface RunRequest {
  readonly plan: Plan
  readonly blueprint: CheckedBlueprint | undefined
  /** From the state that the plan was made from. What settling doubt changed is committed with the start of the run. */
  readonly gathered: Gathered
  readonly ports: Ports
  readonly store: Pick<StateStore, 'commit' | 'runs'>
  /** Held, and kept alive, by the caller for the whole run. */
  readonly lease: Lease
  /** For the history. */
  readonly run: { readonly id: string; readonly user: string; readonly host: string; readonly notes?: Value }
  readonly events?: EventSink
  /** Asks for resources, of types that the providers have been asked for, after the steps of the plan have begun. */
  readonly program?: Program
  /** Makes resources that are made of others. Left out: there are none. */
  readonly compose?: Compose
  /** Left out: there is nothing but the steps. */
  readonly around?: AroundSteps
  /** Attempts that have failed already, while the plan was made; those of the run are added. */
  readonly attempts?: AttemptLog
  /** Told of the desk at which plugins ask for things in this run, while there is one. */
  readonly onDesk?: (desk: PluginDesk | undefined) => void
  /** How many steps at a time; 32 when left out. */
  readonly parallelism?: number
  readonly deadlines?: Partial<Deadlines>
  /** Aborted: no step starts any more; what is in flight is finished and recorded. */
  readonly stop?: AbortSignal
  /** Aborted: calls in flight are given up; each is recorded as in doubt. Implies `stop`. */
  readonly cancel?: AbortSignal
}

export interface RunResult {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** By action, and `rename`, `record`, `import`, `read`, `failed`, `skipped`. */
  readonly counts: Readonly<Record<string, number>>
  readonly exports: ValueMap
  readonly failures: readonly FailedStep[]
  /** What the checks of the blueprint come to by now; absent when it has none. */
  readonly checks?: readonly PlannedCheck[]
  /** Why a run failed for which no step is to blame. */
  readonly reasons: readonly string[]
  /** What was forgotten, and stays outside, as it was recorded; absent: nothing. */
  readonly leftOutside?: readonly ResourceRecord[]
  /** Ids of the records of what was there already, and was taken in; absent: none. */
  readonly takenIn?: ReadonlySet<string>
}
