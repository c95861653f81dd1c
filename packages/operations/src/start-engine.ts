import { refuseImpossible } from '@slipway/stores/sqlite'
import { composeEngine } from './compose.ts'
import type { Observer } from './events.ts'
import type { EnginePart } from './parts/engine-part.ts'
import { lookingPlaces } from './project/looking-places.ts'
import type { Project } from './project/project.ts'
import type { Slipway } from './slipway.ts'

export interface EngineUse {
  /** An operation that only looks makes no file. */
  readonly access: 'read' | 'write'
  readonly observe: Observer
  /** See `ComposeOptions.likely`. */
  readonly likely?: readonly string[]
}

/** An engine that has been told to start, and goes on while the operation loads what it needs. */
export interface StartedEngine {
  readonly ready: Promise<EnginePart>
  /** Resolves when its first plugin boots, or else when the start has ended: until then it wants the thread for itself. */
  readonly launched: Promise<void>
  /** Ends what was started; every call is the same stop. */
  readonly stop: () => Promise<void>
}

export function startEngine(slipway: Slipway, { settings, places }: Project, use: EngineUse): StartedEngine {
  const { access, likely = [], observe } = use
  // Whatever makes a folder there would try for ever.
  refuseImpossible(places.state)
  const { agent, engine, launched } = composeEngine({
    slipway,
    settings,
    places: access === 'read' ? lookingPlaces(places) : places,
    access,
    likely,
    onPluginTrouble: (message) => observe({ type: 'notice', message }),
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
  return { ready, launched: Promise.race([launched, ended]), stop }
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

/** For operations that only look. */
export function lookWithEngine<T>(
  slipway: Slipway,
  project: Project,
  observe: Observer,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  return useEngine(startEngine(slipway, project, { access: 'read', observe }), work)
}
