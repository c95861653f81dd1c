import { join, resolve } from 'node:path'
import { slipwayHome } from '@slipway/host'
import type { Settings } from '../settings/settings.ts'

/** Returns the folder of all downloads, by content. */
export function pluginStore(
  { env, home }: { readonly env: NodeJS.ProcessEnv; readonly home: string },
  settings: Settings,
): string {
  const { base } = settings.get('plugins', 'store') ?? {}
  const named = settings.text('plugins', 'store')
  return named === undefined ? join(slipwayHome({ env, home }), 'store') : resolve(base ?? home, named)
}

/** Returns the two places that determine a plugin's level on this machine: the home has the seal, the store has the contents. */
export function placesOfLevels(
  at: { readonly env: NodeJS.ProcessEnv; readonly home: string },
  settings: Settings,
): { readonly home: string; readonly store: string } {
  return { home: slipwayHome(at), store: pluginStore(at, settings) }
}
