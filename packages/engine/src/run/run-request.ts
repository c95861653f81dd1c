import type { Value, ValueMap } from '@slipway/model'
import type { Lease, StateStore, ResourceRecord, TaskResult } from '@slipway/stores'
import type { CheckedBlueprint } from '../check/checked.ts'
import type { Plan, PlannedCheck } from '../plan/shape/plan.ts'
import type { Ports } from '../ports.ts'
import type { Deadlines } from '../providers/waiting/deadlines.ts'
import type { Gathered } from '../reality/gathered/gathered.ts'
import type { AttemptLog } from './events/attempt-log.ts'
import type { Compose } from './component/compose.ts'
import type { PluginDesk } from './for-plugins/plugin-desk.ts'
import type { EventSink } from './events/events.ts'
import type { Program } from './program/program.ts'
import type { FailedStep } from './session/outcome.ts'

export interface RunRequest {
  readonly plan: Plan
  readonly blueprint: CheckedBlueprint | undefined
  /** The gathered facts, from the same state as the plan. The changes from settled doubts are committed with the start of the run. */
  readonly gathered: Gathered
  readonly ports: Ports
  readonly store: Pick<StateStore, 'commit' | 'runs'>
  /** The lease of the instance. The caller holds it, and keeps it alive, for the whole run. */
  readonly lease: Lease
  /** The facts about the run for the history. */
  readonly run: { readonly id: string; readonly user: string; readonly host: string; readonly notes?: Value }
  /** The files that gave an `up` its variables, for the record of the instance. If there are none, the earlier files stay recorded. */
  readonly variableFiles?: readonly string[]
  readonly events?: EventSink
  /** Asks for resources once the steps of the plan have begun. Their types must have been defined by the providers before. */
  readonly program?: FollowedProgram
  /** Makes composed resources. Left out if there are none. */
  readonly compose?: Compose
  /** Work before and after the steps, if there is any. */
  readonly around?: AroundSteps
  /** Attempts that failed while the plan was made. Failed attempts of the run are added. */
  readonly attempts?: AttemptLog
  /** Gets the desk for the requests of plugins during this run, and `undefined` when the run ends. */
  readonly onDesk?: (desk: PluginDesk | undefined) => void
  /** The number of steps that run at a time; 32 if left out. */
  readonly parallelism?: number
  readonly deadlines?: Partial<Deadlines>
  /** The time limit in milliseconds for reading what only checks need; 10 s if left out. */
  readonly checksMs?: number
  /** After an abort, no further step starts. Calls in flight are finished and recorded. */
  readonly stop?: AbortSignal
  /** After an abort, calls in flight are given up, and each is recorded as in doubt. Implies `stop`. */
  readonly cancel?: AbortSignal
}

/** A program of a run. */
export interface FollowedProgram {
  readonly program: Program
  /** The plan of the program that somebody has agreed to: the run ends no resource that it does not end. `undefined` if nobody was shown a plan. */
  readonly shown: Plan | undefined
}

export interface RunResult {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** The number of steps by action, and by `rename`, `record`, `import`, `read`, `failed`, `skipped`. */
  readonly counts: Readonly<Record<string, number>>
  readonly exports: ValueMap
  readonly failures: readonly FailedStep[]
  /** The outcomes of the blueprint's checks at the end; absent if it has none. */
  readonly checks?: readonly PlannedCheck[]
  /** The reasons, besides failed steps, why the run failed. */
  readonly reasons: readonly string[]
  /** The records of forgotten resources that stay outside; absent if there are none. */
  readonly leftOutside?: readonly ResourceRecord[]
  /** The ids of the records of imported things; absent if there are none. */
  readonly takenIn?: ReadonlySet<string>
}

/** Work around the steps of a run, such as the tasks of stages. */
export interface AroundSteps {
  /** The work before the steps. If it does not succeed, no step is taken. */
  readonly before: () => Promise<PartResult>
  /** The work after the steps. It gets the exports, and is only called if all steps went well. */
  readonly after: (exports: ValueMap) => Promise<PartResult>
}

export interface PartResult {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** The reasons why the part did not succeed; ignored if it succeeded. */
  readonly reasons: readonly string[]
  /** The results of stage tasks, in order of their start. */
  readonly tasks?: readonly TaskResult[]
}
