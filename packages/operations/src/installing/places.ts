import { defaultPluginRoots, installRoot } from '@slipway/host'
import { Failure } from '@slipway/model'

interface Place {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
}

/** Returns the directory for installed deploy-engine plugins. @throws */
export function installRootOf({ env, home }: Place): { readonly path: string; readonly isDefault: boolean } {
  const path = installRoot({ env, home })
  if (path !== undefined) return { path, isDefault: path === defaultPluginRoots(home)[0] }
  throw new Failure('install/no-place', 'no directory of the plugin path can be written, so nothing can be installed', {
    hint: 'make one of the directories in CELERITY_DEPLOY_ENGINE_PLUGIN_PATH writable, or remove the variable',
  })
}
