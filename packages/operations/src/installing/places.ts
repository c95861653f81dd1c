import { join, resolve } from 'node:path'
import { defaultPluginRoots, installRoot, slipwayHome } from '@slipway/host'
import { Failure } from '@slipway/model'
import type { Settings } from '../settings/settings.ts'

interface Place {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
}

/** Where plugins of the deploy engine are installed. @throws Failure `install/no-place` */
export function installRootOf({ env, home }: Place): { readonly path: string; readonly isDefault: boolean } {
  const path = installRoot({ env, home })
  if (path !== undefined) return { path, isDefault: path === defaultPluginRoots(home)[0] }
  throw new Failure('install/no-place', 'no directory of the plugin path can be written, so nothing can be installed', {
    hint: 'make one of those that CELERITY_DEPLOY_ENGINE_PLUGIN_PATH names writable, or remove the variable',
  })
}

/** Where all that was downloaded lies, by content. */
export function pluginStore({ env, home }: Place, settings: Settings): string {
  const { base } = settings.get('plugins', 'store') ?? {}
  const named = settings.text('plugins', 'store')
  return named === undefined ? join(slipwayHome({ env, home }), 'store') : resolve(base ?? home, named)
}
