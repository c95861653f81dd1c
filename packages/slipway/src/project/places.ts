import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { cacheDir } from '@slipway/host'

/** Where one project and one user keep what Slipway needs; all paths absolute. */
export interface Places {
  /** Relative paths in the blueprint start here, and plugins run here. */
  readonly project: string
  /** State, logs and records of running engines. */
  readonly state: string
  readonly logs: string
  readonly runtime: string
  readonly cache: string
  readonly home: string
}

/** `.slipway/` beside the blueprint, unless SLIPWAY_STATE names a folder. */
export function placesOf(project: string, env: NodeJS.ProcessEnv, cwd: string): Places {
  const named = env['SLIPWAY_STATE']
  const state = named === undefined || named === '' ? join(project, '.slipway') : resolve(cwd, named)
  const home = env['HOME'] ?? homedir()
  return {
    project,
    state,
    logs: join(state, 'logs'),
    runtime: join(state, 'run'),
    cache: cacheDir({ env, home }),
    home,
  }
}
