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
  /** The access to the state. A `read` operation creates no file. */
  readonly access: 'read' | 'write'
  readonly observe: Observer
  /** Namespaces of providers to start before the state is opened. Default: none. */
  readonly early?: ReadonlySet<string>
  /** Resolves when the work may begin. Meanwhile the engine starts, but opens no state to change it. Its failure is told before others. */
  readonly ready?: Promise<unknown> | undefined
}

/** The parts of a project that an engine needs. */
type EnginePlace = Pick<Project, 'settings' | 'folders' | 'files' | 'trust' | 'program' | 'told'> &
  Partial<Pick<Project, 'blueprint' | 'naming'>>

/** Starts an engine, does the work, and always stops everything again. */
export async function withEngine<T>(
  slipway: Slipway,
  { settings, folders, files, trust, program, told, blueprint, naming }: EnginePlace,
  { access, observe, early, ready }: EngineUse,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  // On a kernel path, Node would retry forever to create a folder.
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
    ready,
    program,
    blueprint,
    told,
    naming,
    onPrinted: (line) => printed.take(line),
    onPluginTrouble: (message) => observe({ type: 'notice', message }),
  })
  await agent.start().catch(async (error: unknown) => {
    await ready
    throw error
  })
  const wholeWork = async (): Promise<T> => {
    const ended = (): Promise<void> | undefined => slipway.inMemory?.ended?.(engine.catalog)
    const result = await work(engine).catch(async (error: unknown) => {
      await ended()?.catch(() => undefined)
      throw error
    })
    await ended()
    return result
  }
  const result = await begun(ready, () => engine.commands.ofFailures(wholeWork)).catch(async (error: unknown) => {
    // The user should read the first failure, not a failure of the stop that follows from it.
    await agent.stop().catch(() => undefined)
    printed.end()
    throw error
  })
  await agent.stop()
  printed.end()
  return result
}

async function begun<T>(ready: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  await ready
  return await work()
}

/** Like `withEngine`, for operations that only look. */
export function lookWithEngine<T>(
  slipway: Slipway,
  project: EnginePlace,
  observe: Observer,
  work: (engine: EnginePart) => Promise<T>,
  ready?: Promise<unknown>,
): Promise<T> {
  return withEngine(slipway, project, { access: 'read', observe, ready }, work)
}

/**
 * Does work that changes nothing yet. After a stop, it does not wait for plugins, not even for a plugin that is launching and never registers.
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
