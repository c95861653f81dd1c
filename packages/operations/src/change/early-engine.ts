import type { Observer } from '../events.ts'
import type { Project } from '../project/project.ts'
import { readOptionalText } from '../project/read-text.ts'
import type { Slipway } from '../slipway.ts'
import { startEngine, type StartedEngine } from '../start-engine.ts'

/**
 * Does the work of a change with an engine that starts meanwhile, and the plugins that it will most likely need, unless the
 * change is `idle`. Work that needs much loaded first waits for `launched`.
 */
export async function withEarlyEngine<T>(
  slipway: Slipway,
  project: Project,
  idle: boolean,
  observe: Observer,
  work: (started: StartedEngine) => Promise<T>,
): Promise<T> {
  const likely = idle || project.blueprint === undefined ? [] : namespacesIn(project.blueprint.file)
  const started = startEngine(slipway, project, { access: 'write', likely, observe })
  try {
    await started.launched
    observe({ type: 'launched' })
    return await work(started)
  } finally {
    await started.stop().catch(() => undefined)
  }
}

/** A guess from the text alone, before anything can read it: `local` where it says `type: local/file`. */
function namespacesIn(file: string): readonly string[] {
  // Reading it for real says what is wrong with it.
  const text = readOptionalText(file) ?? ''
  return [...new Set(Array.from(text.matchAll(/\btype["']?\s*:\s*["']?([a-z0-9][\w-]*)\//g), ([, name = '']) => name))]
}
