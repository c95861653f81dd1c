import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultPluginRoots, discoverPlugins } from '@slipway/host'
import { Failure, messageOf } from '@slipway/model'
import { corePluginRoot } from '../core-plugins.ts'
import { dialects } from '../dialects.ts'
import { copyPlugin, type CopyOutcome } from './copy-plugin.ts'
import { homeOf } from '../home.ts'

export interface SetupReport {
  readonly root: string
  /** A shell line that sets the variable with the plugin path. */
  readonly pathLine: string
  readonly plugins: readonly { readonly id: string; readonly version: string; readonly outcome: CopyOutcome }[]
}

/** Makes the standard installation: the document's default directory, with the core plugins in it. */
export function setupPlugins(env: NodeJS.ProcessEnv): SetupReport {
  const [root] = defaultPluginRoots(homeOf(env))
  const { plugins } = discoverPlugins({ dialects, roots: [{ path: corePluginRoot(), origin: 'bundled' }] })
  try {
    for (const kind of ['providers', 'transformers']) mkdirSync(join(root, kind), { recursive: true, mode: 0o755 })
    const installed = plugins.map((plugin) => {
      const { id, version } = plugin
      return { id, version, outcome: copyPlugin(plugin, root) }
    })
    return { root, pathLine: `export CELERITY_DEPLOY_ENGINE_PLUGIN_PATH=${quotedForShell(root)}`, plugins: installed }
  } catch (error) {
    throw new Failure('cli/setup-failed', `the core plugins cannot be put into ${root}: ${messageOf(error)}`, {
      hint: 'make the folder writable, then run slipway setup again',
    })
  }
}

function quotedForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
