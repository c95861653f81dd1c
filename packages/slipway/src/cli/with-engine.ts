import { composeEngine } from '@slipway/operations/compose'
import type { EnginePart } from '@slipway/operations/parts/engine-part'
import { lookingPlaces } from '@slipway/operations/project/looking-places'
import { openProject, type Project } from '@slipway/operations/project/project'
import { refuseImpossible } from '@slipway/stores/sqlite'
import type { Console } from './console.ts'
import type { BlueprintOptions } from './options.ts'
import { settingFlags } from './setting-flags.ts'
import { slipwayOf } from './slipway-of.ts'

/** The project that the arguments name. */
export function projectFor(
  console: Console,
  file: string | undefined,
  options: Pick<BlueprintOptions, 'instance' | 'parallel' | 'set'>,
  blueprintOptional = false,
): Promise<Project> {
  const { env, cwd } = console
  return openProject({ file, instance: options.instance, env, cwd, flags: settingFlags(options), blueprintOptional })
}

export interface EngineUse {
  /** A command that only looks makes no file. */
  readonly access: 'read' | 'write'
  /** Where news of plugins in trouble go. */
  readonly tell: (message: string) => void
  /** See `ComposeOptions.likely`. */
  readonly likely?: readonly string[]
}

/** An engine that has been told to start, and goes on while the command loads what it needs. */
export interface StartedEngine {
  readonly ready: Promise<EnginePart>
  /** Resolves when its first plugin boots, or else when the start has ended: until then it wants the thread for itself. */
  readonly launched: Promise<void>
  /** May be changed when there is a better place to tell things. */
  tell: (message: string) => void
  /** Ends what was started; every call is the same stop. */
  readonly stop: () => Promise<void>
}

export function startEngine(
  { settings, places }: Project,
  console: Pick<Console, 'env' | 'cwd'>,
  use: EngineUse,
): StartedEngine {
  const { access, likely = [], tell } = use
  // Whatever makes a folder there would try for ever.
  refuseImpossible(places.state)
  const onPluginTrouble = (message: string): void => started.tell(message)
  const { agent, engine, launched } = composeEngine({
    slipway: slipwayOf(console),
    settings,
    places: access === 'read' ? lookingPlaces(places) : places,
    access,
    likely,
    onPluginTrouble,
  })
  const start = agent.start()
  const ready = start.then(() => engine)
  // Whoever waits for it meets the failure; until somebody does, it is none.
  ready.catch(() => undefined)
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> =>
    (stopped ??= start.then(
      () => agent.stop(),
      () => undefined,
    ))
  const ended = start.then(
    () => undefined,
    () => undefined,
  )
  const started: StartedEngine = { ready, launched: Promise.race([launched, ended]), tell, stop }
  return started
}

/** Runs the work with an engine that was started; whatever happens, everything that was started is stopped again. */
export async function useEngine<T>(started: StartedEngine, work: (engine: EnginePart) => Promise<T>): Promise<T> {
  const result = await started.ready.then(work).catch(async (error: unknown) => {
    // What went wrong first is what the user should read.
    await started.stop().catch(() => undefined)
    throw error
  })
  await started.stop()
  return result
}

/** For commands that only look. */
export function lookWithEngine<T>(
  project: Project,
  console: Console,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  const tell = (message: string): void => console.err.write(`${message}\n`)
  return useEngine(startEngine(project, console, { access: 'read', tell }), work)
}
