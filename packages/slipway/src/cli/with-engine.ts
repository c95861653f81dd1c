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

/** Runs the work while an engine is up; whatever happens, everything that was started is stopped again. */
export async function withEngine<T>(
  project: Project,
  console: Console,
  access: 'read' | 'write',
  work: (engine: EnginePart) => Promise<T>,
): Promise<T> {
  const { settings, places } = project
  const { agent, engine } = composeEngine({
    settings,
    places,
    access,
    env: console.env,
    onPluginTrouble: (message) => console.err.write(`${message}\n`),
  })
  await agent.start()
  try {
    return await work(engine)
  } finally {
    await agent.stop()
  }
}
