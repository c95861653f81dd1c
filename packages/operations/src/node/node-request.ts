import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { Layout } from '@slipway/preparer/layout'
import { homeOf } from '../home.ts'
import type { Slipway } from '../slipway.ts'

/** Which nodes an operation is about: those of a store, or the one that has its root here. */
export interface NodeRequest {
  /** A folder; relative ones start at the working directory. Absent: the user's. */
  readonly root?: string | undefined
  /** `etcd://HOST:PORT`, `redis://…`, `sqlite:PATH`. Absent: the one in the root. */
  readonly store?: string | undefined
}

export function layoutOf({ env, cwd }: Slipway, { root }: NodeRequest): Layout {
  return new Layout(root === undefined ? defaultRoot(env) : resolve(cwd, root))
}

/** Below the XDG state folder. */
function defaultRoot(env: NodeJS.ProcessEnv): string {
  const xdg = env['XDG_STATE_HOME']
  const state = xdg !== undefined && isAbsolute(xdg) ? xdg : join(homeOf(env), '.local/state')
  return join(state, 'slipway/node')
}

/** The name of this machine's node, unless it is given another one. */
export function defaultNode(): string {
  return hostname()
}

/** The name that the node of a root has, or last had. */
export function nodeOf(layout: Layout): string {
  return existsSync(layout.name) ? readFileSync(layout.name, 'utf8') : defaultNode()
}
