import type { CheckedBlueprint, Gathered, Plan, PlanOptions, RunEvent, RunResult, UserVerdicts } from '@slipway/engine'
import type { InstanceState, StateStore } from '@slipway/stores'
import type { Random } from '../../soak/random.ts'
import type { Command } from '../moves/commands.ts'
import type { Draft } from '../moves/draft.ts'
import type { EngineProcess } from '../engine-process.ts'
import type { SimulatedProvider } from '../services/provider.ts'

/** Receives the events of a running program. */
export interface ProgramListener {
  asks(name: string): void
  endsWell(): void
  /** The user presses Ctrl-C. */
  interrupted(): void
}

/** The parts that one command uses. */
export interface CommandParts {
  readonly command: Command
  readonly blueprint: CheckedBlueprint
  readonly engine: EngineProcess
  readonly store: StateStore
  readonly provider: SimulatedProvider
  readonly random: Random
  readonly verdicts: UserVerdicts
  /** The saved plan of an earlier command, to be carried out. */
  readonly saved: SavedPlan | undefined
  /** Whether the process that held the lock is gone. */
  readonly isGone: (pid: number) => boolean
  readonly onPlan: (plan: Plan) => void
  /** Called when the command has failed and returns to the earlier record. */
  readonly onRollback: (failed: Ending, before: InstanceState | undefined) => void
  /** The resources that a program asks for. */
  readonly draft: Draft
  /** Called when a run of a program begins. Nothing is done during a plan. */
  readonly onProgram: (isPlan: boolean) => ProgramListener
  readonly onEvent: (event: RunEvent) => void
}

/** A plan that was shown and kept. */
export interface SavedPlan {
  readonly plan: Plan
  readonly options: PlanOptions
}

/** How a command ended, if it was not killed. */
export type Ending =
  | { readonly how: 'planned'; readonly plan: Plan }
  | { readonly how: 'nothing to do'; readonly plan: Plan }
  | Ran

export interface Ran {
  readonly how: 'ran'
  readonly plan: Plan
  readonly result: RunResult
}

/** The end of a command that changes something, with its knowledge of everything before. */
export interface Changed {
  readonly ending: Ending
  readonly gathered: Gathered
}
