import { isAbsolute, join } from 'node:path'
import { homeOf } from '../home.ts'

/** Returns Slipway's part of the user's configuration, by the XDG rules. */
export function userConfigDirectory(env: NodeJS.ProcessEnv): string {
  const xdg = env['XDG_CONFIG_HOME']
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(homeOf(env), '.config'), 'slipway')
}
