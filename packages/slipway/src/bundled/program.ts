import { join } from 'node:path'
import { codeDirectory, runBundle } from './compiled-bundle.ts'
import { currentBuild, noteBuild } from './manifest.ts'
import { workspace, workspaceCache } from './workspace.ts'

type Program = typeof import('../cli/program.ts')

/**
 * The command line. Loading hundreds of small files costs more than most commands, so they are bundled when their
 * sources have changed. SLIPWAY_SOURCE=1 runs the sources as they are, for debuggers.
 */
export async function loadProgram(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Program> {
  const bundle = (env['SLIPWAY_SOURCE'] ?? '') === '' ? await bundledProgram() : undefined
  if (bundle === undefined) return import('../cli/program.ts')
  const [command = ''] = args
  const work = /^[a-z]{1,20}$/.test(command) ? command : 'program'
  return runBundle(bundle, codeDirectory(env), work) as Program
}

/** The file of the bundle, made anew where it must be; `undefined` where none can be made. */
async function bundledProgram(): Promise<string | undefined> {
  const cache = workspaceCache()
  if (cache === undefined) return undefined
  const directory = join(cache, 'program')
  const manifestFile = join(directory, 'manifest.json')
  const known = currentBuild(manifestFile, workspace)
  if (known !== undefined) return join(known, 'program.cjs')
  try {
    const { buildProgram } = await import('./build-program.ts')
    const { root, inputs } = await buildProgram(directory)
    noteBuild(manifestFile, root, workspace, inputs)
    return join(root, 'program.cjs')
  } catch {
    // A source that cannot be bundled says more when it is run.
    return undefined
  }
}
