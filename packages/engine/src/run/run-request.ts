import type { Value, ValueMap } from '@slipway/model'
import type { Lease, StateStore, ResourceRecord, TaskResult } from '@slipway/stores'
import type { CheckedBlueprint } from '../check/checked.ts'
import type { Plan, PlannedCheck } from '../plan/shape/plan.ts'
import type { Ports } from '../ports.ts'
import type { Deadlines } from '../providers/deadlines.ts'
import type { Gathered } from '../reality/gathered.ts'
import type { AttemptLog } from './events/attempt-log.ts'
import type { Compose } from './component/compose.ts'
import type { PluginDesk } from './for-plugins/plugin-desk.ts'
import type { EventSink } from './events/events.ts'
import type { Program } from './program/program.ts'
import type { FailedStep } from './session/outcome.ts'

export interface RunRequest {
  readonly plan: Plan
  readonly blueprint: CheckedBlueprint | undefined
  /** Gathered from the state that the plan was made from. What settling doubts changed is committed with the start of the run. */
  readonly gathered: Gathered
  readonly ports: Ports
  readonly store: Pick<StateStore, 'commit' | 'runs'>
  /** The caller holds it, and keeps it alive, for the whole run. */
  readonly lease: Lease
  /** For the history. */
  readonly run: { readonly id: string; readonly user: string; readonly host: string; readonly notes?: Value }
  /** Files that gave an `up` its variables, for the record of the instance; none: those of before stay recorded. */
  readonly variableFiles?: readonly string[]
  readonly events?: EventSink
  /** Asks for resources once the steps of the plan have begun. Their types must have been defined by the providers before. */
  readonly program?: Program
  /** Makes composed resources. Left out: there are none. */
  readonly compose?: Compose
  /** Work before and after the steps. Left out: there is none. */
  readonly around?: AroundSteps
  /** Attempts that failed while the plan was made; those of the run are added. */
  readonly attempts?: AttemptLog
  /** Is given the desk at which plugins can ask for things during this run, and `undefined` when it ends. */
  readonly onDesk?: (desk: PluginDesk | undefined) => void
  /** How many steps run at a time; 32 when left out. */
  readonly parallelism?: number
  readonly deadlines?: Partial<Deadlines>
  /** How long everything that only checks read may take, in milliseconds; 10 s when left out. */
  readonly checksMs?: number
  /** When aborted, no further step starts; what is in flight is finished and recorded. */
  readonly stop?: AbortSignal
  /** When aborted, calls in flight are given up, and each is recorded as in doubt. Implies `stop`. */
  readonly cancel?: AbortSignal
}

export interface RunResult {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** By action, and `rename`, `record`, `import`, `read`, `failed`, `skipped`. */
  readonly counts: Readonly<Record<string, number>>
  readonly exports: ValueMap
  readonly failures: readonly FailedStep[]
  /** The outcomes of the blueprint's checks at the end; absent when it has none. */
  readonly checks?: readonly PlannedCheck[]
  /** Why the run failed, beside failed steps. */
  readonly reasons: readonly string[]
  /** The forgotten resources that stay outside, as they were recorded; absent when there are none. */
  readonly leftOutside?: readonly ResourceRecord[]
  /** Ids of the records of what was imported; absent when there is nothing. */
  readonly takenIn?: ReadonlySet<string>
}

/** Work around the steps of a run, such as the tasks of stages. */
export interface AroundSteps {
  /** If it does not succeed, no step is taken. */
  readonly before: () => Promise<PartResult>
  /** Called only if all steps went well, with the exports as they are then. */
  readonly after: (exports: ValueMap) => Promise<PartResult>
}

export interface PartResult {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** Why it did not succeed. Ignored if it did. */
  readonly reasons: readonly string[]
  /** What stage tasks did, in order of their start. */
  readonly tasks?: readonly TaskResult[]
}
