import { refuseImpossible, refuseUnsafe } from '@slipway/stores/sqlite'
import { composeEngine } from './compose.ts'
import type { Observer } from './events.ts'
import { checkStatePlace } from './store/state-place.ts'
import type { EnginePart } from './engine/engine-part.ts'
import { PrintedMessages } from './programs/undelivered.ts'
import { readOnlyFolders } from './project/read-only-folders.ts'
import type { Project } from './project/project.ts'
import type { Slipway } from './slipway.ts'
import { tellLeftOut } from './trust/tell-left-out.ts'

export interface EngineUse {
  /** A read-only operation creates no file. */
  readonly access: 'read' | 'write'
  readonly observe: Observer
  /** Namespaces of providers to start before the state is opened. Default: none. */
  readonly early?: ReadonlySet<string>
}

/** The parts of a project that an engine needs. */
type EnginePlace = Pick<Project, 'settings' | 'folders' | 'files' | 'trust' | 'program' | 'told'> &
  Partial<Pick<Project, 'blueprint'>>

/** Starts an engine, runs the work, and always stops everything again. */
export async function withEngine<T>(
  slipway: Slipway,
  { settings, folders, files, trust, program, told, blueprint }: EnginePlace,
  { access, observe, early }: EngineUse,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  // On such a path, creating a folder would retry forever.
  refuseImpossible(folders.state)
  // Plugins may start before the state is opened, and create their files beside it.
  if (access === 'write') refuseUnsafe(folders.state)
  checkStatePlace({ settings, folders, files }, access, observe)
  tellLeftOut({ trust, settings }, observe)
  const printed = new PrintedMessages(observe)
  const { agent, engine } = await composeEngine({
    slipway,
    settings,
    trust,
    files,
    folders: access === 'read' ? readOnlyFolders(folders) : folders,
    access,
    early,
    program,
    blueprint,
    told,
    onPrinted: (line) => printed.take(line),
    onPluginTrouble: (message) => observe({ type: 'notice', message }),
  })
  await agent.start()
  const result = await work(engine).catch(async (error: unknown) => {
    // The user should read the first failure, not one that follows from it.
    await agent.stop().catch(() => undefined)
    printed.end()
    throw error
  })
  await agent.stop()
  printed.end()
  return result
}

/** Like `withEngine`, for operations that only look. */
export function lookWithEngine<T>(
  slipway: Slipway,
  project: EnginePlace,
  observe: Observer,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  return withEngine(slipway, project, { access: 'read', observe }, work)
}

/**
 * For work that changes nothing yet. After a stop, it does not wait for plugins, not even for one that is launching and never registers.
 */
export async function endingPlugins<T>(
  engine: EnginePart,
  stop: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const end = (): void => engine.close()
  stop?.addEventListener('abort', end)
  if (stop?.aborted === true) end()
  try {
    return await work()
  } finally {
    stop?.removeEventListener('abort', end)
  }
}
