import { composeEngine } from '../daemon/compose.ts'
import type { EnginePart } from '../daemon/engine-part.ts'
import { openProject, type Project } from '../project/project.ts'
import type { Console } from './console.ts'
import type { BlueprintOptions } from './options.ts'
import { settingFlags } from './setting-flags.ts'

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
}

/** Runs the work while an engine is up; whatever happens, everything that was started is stopped again. */
export async function withEngine<T>(
  { settings, places }: Project,
  { env }: Pick<Console, 'env'>,
  { access, tell }: EngineUse,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  const { agent, engine } = composeEngine({ settings, places, access, env, onPluginTrouble: tell })
  await agent.start()
  const result = await work(engine).catch(async (error: unknown) => {
    // What went wrong first is what the user should read.
    await agent.stop().catch(() => undefined)
    throw error
  })
  await agent.stop()
  return result
}

/** For commands that only look. */
export function lookWithEngine<T>(
  project: Project,
  console: Console,
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  return withEngine(project, console, { access: 'read', tell: (message) => console.err.write(`${message}\n`) }, work)
}
