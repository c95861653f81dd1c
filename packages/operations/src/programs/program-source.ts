import type { CheckedBlueprint, Gathered, Program } from '@slipway/engine'
import type { Value } from '@slipway/model'
import type { ProgramParts } from '@slipway/engine/run'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Observer } from '../events.ts'

/** A source that asks for the resources of an instance bit by bit: a folder with a program, or a function. */
export interface ProgramSource {
  /** Stands where a blueprint would: there is no text that the engine reads. */
  readonly blueprint: CheckedBlueprint
  /** Of its variables, where it has any that are known here. */
  readonly values?: ReadonlyMap<string, Value>
  /** Absolute: the files that it is made of; absent where nobody can tell. */
  readonly files?: readonly string[]
  /** Begins what takes its time and needs nothing else, while the state is looked at; whoever needs it gets the failure. */
  begin(engine: EnginePart): void
  /** The facts that its runs start from, with everything that may be asked for late. */
  starting(gathered: Gathered, engine: EnginePart): Gathered
  /** A run of it. Before anything is done: what fails later is told as the program's own failure. */
  start(options: StartOptions): Promise<RunningProgram>
}

export interface StartOptions {
  readonly engine: EnginePart
  readonly gathered: Gathered
  /** Nothing is done. */
  readonly dryRun: boolean
  readonly parts: ProgramParts
  readonly stop: AbortSignal
  /** Aborted: nothing is waited for, not even for hooks of what runs. Without it that is so once `stop` is aborted. */
  readonly cancel?: AbortSignal | undefined
  readonly observe: Observer
}

/** One run of a program. */
export interface RunningProgram {
  readonly program: Program
  /** The error that it threw, where that says more than the run does. */
  readonly failure?: unknown
  /** Lets it end, and waits until it has. Call it once the engine is done with it, however that was. */
  close(): Promise<void>
}

/** Of what is no blueprint. */
export function emptyBlueprint(file: string, protect?: boolean): CheckedBlueprint {
  const none = new Map<string, never>()
  const parts = { variables: none, values: none, dataSources: none, resources: none, exports: none }
  const said = protect !== undefined && {
    protect: { kind: 'literal', value: protect, origin: { start: 0, end: 0 } } as const,
  }
  return { file, hash: () => 'program', ...parts, ...said }
}
