import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { cacheDir, defaultPluginRoots } from '@slipway/host'
import { Failure, messageOf } from '@slipway/model'
import { installBundled, type InstallOutcome } from './install.ts'
import { bundledRoot } from './root.ts'
import { bundledPlugins } from './sources.ts'

export interface SetupReport {
  readonly root: string
  readonly plugins: readonly { readonly id: string; readonly version: string; readonly outcome: InstallOutcome }[]
}

/** The standard installation: the document's default directory, with the core plugins in it. */
export async function setupPlugins(env: NodeJS.ProcessEnv): Promise<SetupReport> {
  const home = env['HOME'] ?? homedir()
  const [root] = defaultPluginRoots(home)
  const from = await bundledRoot(cacheDir({ env, home }))
  try {
    for (const kind of ['providers', 'transformers']) mkdirSync(join(root, kind), { recursive: true, mode: 0o755 })
    const plugins = bundledPlugins().map((plugin) => {
      const { id, version } = plugin
      return { id, version, outcome: installBundled(plugin, from, root) }
    })
    return { root, plugins }
  } catch (error) {
    throw new Failure('cli/setup-failed', `the core plugins cannot be put into ${root}: ${messageOf(error)}`, {
      hint: 'make the folder writable, then run slipway setup again',
    })
  }
}
