import type { CheckedBlueprint, Gathered, GivenVariable, Program } from '@slipway/engine'
import type { Value } from '@slipway/model'
import type { ProgramParts } from '@slipway/engine/run'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Observer } from '../events.ts'

/** A source that asks for an instance's resources one after the other: a folder with a program, or a function. */
export interface ProgramSource {
  /** Resolves once everything else here can be used. Absent: at once. */
  readonly ready?: Promise<unknown>
  /** The empty blueprint that represents the source to the engine, which has no text to read. */
  readonly blueprint: CheckedBlueprint
  /** The variables that it was given, for an identical later run. */
  readonly variables?: ReadonlyMap<string, GivenVariable>
  /** The values of the source's variables, if known in this process. */
  readonly values?: ReadonlyMap<string, Value>
  /** The absolute paths of its source files. Absent if unknown. */
  readonly files?: readonly string[]
  /** True if resources are in children, whose names stand before a `/`. Absent: a `/` in a name says nothing. */
  readonly hasChildren?: boolean
  /** Starts slow, independent work while the state is read. A failure surfaces at the first use. */
  begin(engine: EnginePart): void
  /** Extends the gathered facts for the source's runs, to allow late requests. */
  starting(gathered: Gathered, engine: EnginePart): Gathered
  /** Starts a run of the source, before anything changes. Later failures count as the program's own. */
  start(options: StartOptions): Promise<RunningProgram>
  /** Begins to end what the source holds: no further run will start. Absent: it holds nothing. */
  end?(): void
}

export interface StartOptions {
  readonly engine: EnginePart
  readonly gathered: Gathered
  /** True: the run changes nothing. */
  readonly dryRun: boolean
  readonly parts: ProgramParts
  readonly stop: AbortSignal
  /** Aborting this signal ends all waiting, even for hooks of running steps. Absent: aborting `stop` does so. */
  readonly cancel?: AbortSignal | undefined
  readonly observe: Observer
}

/** Says that the work has started, once the source is ready: until then, the user may be asked for variables. */
export function started(source: ProgramSource | undefined, observe: Observer): Promise<void> | undefined {
  const tell = (): void => observe({ type: 'started' })
  if (source?.ready === undefined) {
    tell()
    return undefined
  }
  const told = source.ready.then(tell)
  told.catch(() => undefined)
  return told
}

/** One run of a program. */
export interface RunningProgram {
  readonly program: Program
  /** The error that the program threw, if it is more specific than the run's. */
  readonly failure?: unknown
  /** Lets the program end and waits for it. Always call it once the engine is done with the program. */
  close(): Promise<void>
}

/** Makes an empty blueprint for a source other than a blueprint. */
export function emptyBlueprint(file: string, protect?: boolean): CheckedBlueprint {
  const none = new Map<string, never>()
  const parts = { variables: none, values: none, dataSources: none, resources: none, exports: none }
  const said = protect !== undefined && {
    protect: { kind: 'literal', value: protect, origin: { start: 0, end: 0 } } as const,
  }
  return { file, hash: () => 'program', ...parts, ...said }
}
