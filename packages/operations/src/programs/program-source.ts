import type { CheckedBlueprint, Gathered, Program } from '@slipway/engine'
import type { Value } from '@slipway/model'
import type { ProgramParts } from '@slipway/engine/run'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Observer } from '../events.ts'

/** A source that asks for an instance's resources one after the other: a folder with a program, or a function. */
export interface ProgramSource {
  /** Takes the place of a blueprint: the engine has no text to read. */
  readonly blueprint: CheckedBlueprint
  /** The values of its variables, if known here. */
  readonly values?: ReadonlyMap<string, Value>
  /** The absolute paths of its source files. Absent if unknown. */
  readonly files?: readonly string[]
  /** Starts slow, independent work while the state is read. A failure surfaces at the first use. */
  begin(engine: EnginePart): void
  /** The gathered facts for its runs, extended for late requests. */
  starting(gathered: Gathered, engine: EnginePart): Gathered
  /** Starts a run of the source, before anything changes. Later failures count as the program's own. */
  start(options: StartOptions): Promise<RunningProgram>
}

export interface StartOptions {
  readonly engine: EnginePart
  readonly gathered: Gathered
  /** The run changes nothing. */
  readonly dryRun: boolean
  readonly parts: ProgramParts
  readonly stop: AbortSignal
  /** Aborting it ends all waiting, even for hooks of running steps. Without it, aborting `stop` does. */
  readonly cancel?: AbortSignal | undefined
  readonly observe: Observer
}

/** One run of a program. */
export interface RunningProgram {
  readonly program: Program
  /** The error that it threw, if more specific than the run's. */
  readonly failure?: unknown
  /** Lets the program end and waits for it. Always call it once the engine is done with the program. */
  close(): Promise<void>
}

/** An empty blueprint for a source other than a blueprint. */
export function emptyBlueprint(file: string, protect?: boolean): CheckedBlueprint {
  const none = new Map<string, never>()
  const parts = { variables: none, values: none, dataSources: none, resources: none, exports: none }
  const said = protect !== undefined && {
    protect: { kind: 'literal', value: protect, origin: { start: 0, end: 0 } } as const,
  }
  return { file, hash: () => 'program', ...parts, ...said }
}
