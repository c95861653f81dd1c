import { join, resolve } from 'node:path'
import type { Call } from '@slipway/sdk'

type Placed = Pick<Call, 'variables'>

/** Relative paths of a blueprint are relative to its folder. */
export function pathOf(call: Placed, path: string): string {
  return resolve(blueprintDir(call), path)
}

/**
 * What the plugin has to remember about a resource lies in a folder below the engine's state.
 * @param kind `processes`, `commands`, …
 */
export function memoryOf(call: Placed, kind: string, key: string): string {
  const state = text(call, 'stateDir') ?? join(blueprintDir(call), '.slipway')
  return join(state, kind, encodeURIComponent(key).replaceAll('.', '%2E'))
}

function blueprintDir(call: Placed): string {
  return text(call, 'blueprintDir') ?? process.cwd()
}

function text({ variables }: Placed, name: string): string | undefined {
  const value = variables[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
