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
  /** An operation that only looks makes no file. */
  readonly access: 'read' | 'write'
  readonly observe: Observer
  /** Namespaces of the providers that start before the state is opened. Left out: none. */
  readonly early?: ReadonlySet<string>
}

/** All that an engine needs of a project. */
type EnginePlace = Pick<Project, 'settings' | 'folders' | 'files' | 'trust' | 'program' | 'told'> &
  Partial<Pick<Project, 'blueprint'>>

/** Runs the work with an engine that is started for it; whatever happens, everything that was started is stopped again. */
export async function withEngine<T>(
  slipway: Slipway,
  { settings, folders, files, trust, program, told, blueprint }: EnginePlace,
  { access, observe, early }: EngineUse,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  // A process that makes a folder there would try for ever.
  refuseImpossible(folders.state)
  // Plugins may start before the state is opened, and what they need is made beside it.
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

/** For operations that only look. */
export function lookWithEngine<T>(
  slipway: Slipway,
  project: EnginePlace,
  observe: Observer,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  return withEngine(slipway, project, { access: 'read', observe }, work)
}

/**
 * For work that changes nothing yet: told to stop, it is not worth waiting for a plugin, not even for one that is being
 * launched and never registers.
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
