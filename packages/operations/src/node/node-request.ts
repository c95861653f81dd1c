import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { Layout } from '@slipway/preparer/layout'
import { homeOf } from '../home.ts'
import type { Slipway } from '../slipway.ts'

/** Selects the nodes of an operation: all nodes of a store, or the node whose root is on this machine. */
export interface NodeRequest {
  /** The root folder, relative to the working directory. Absent: the user's root. */
  readonly root?: string | undefined
  /** `etcd://HOST:PORT`, `redis://…`, `sqlite:PATH`. Absent: the store in the root. */
  readonly store?: string | undefined
}

export function layoutOf({ env, cwd }: Slipway, { root }: NodeRequest): Layout {
  return new Layout(root === undefined ? defaultRoot(env) : resolve(cwd, root))
}

/** Returns the user's root, below the XDG state folder. */
function defaultRoot(env: NodeJS.ProcessEnv): string {
  const xdg = env['XDG_STATE_HOME']
  const state = xdg !== undefined && isAbsolute(xdg) ? xdg : join(homeOf(env), '.local/state')
  return join(state, 'slipway/node')
}

/** Returns the default name of this machine's node. */
export function defaultNode(): string {
  return hostname()
}

/** The current or last name of a root's node. */
export function nodeOf(layout: Layout): string {
  return existsSync(layout.name) ? readFileSync(layout.name, 'utf8') : defaultNode()
}
