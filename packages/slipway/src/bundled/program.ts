import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { currentBuild, noteBuild } from './manifest.ts'
import { workspace, workspaceCache } from './workspace.ts'

/**
 * Where to import the command line from: loading hundreds of small files costs more than most commands, so they are
 * bundled when their sources have changed. SLIPWAY_SOURCE=1 runs the sources as they are, for debuggers.
 */
export async function programModule(env: NodeJS.ProcessEnv): Promise<string> {
  const source = pathToFileURL(join(workspace, 'packages/slipway/src/cli/program.ts')).href
  const cache = workspaceCache()
  if (cache === undefined || (env['SLIPWAY_SOURCE'] ?? '') !== '') return source
  const directory = join(cache, 'program')
  const manifestFile = join(directory, 'manifest.json')
  const known = currentBuild(manifestFile, workspace)
  if (known !== undefined) return moduleIn(known)
  try {
    const { buildProgram } = await import('./build-program.ts')
    const { root, inputs } = await buildProgram(directory)
    noteBuild(manifestFile, root, workspace, inputs)
    return moduleIn(root)
  } catch {
    // A source that cannot be bundled says more when it is run.
    return source
  }
}

function moduleIn(root: string): string {
  return pathToFileURL(join(root, 'program.mjs')).href
}
