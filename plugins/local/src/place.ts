import { join, resolve } from 'node:path'
import type { Call } from '@slipway/sdk'

export type Placed = Pick<Call, 'variables'>

/** Relative paths of a blueprint are relative to its folder. */
export function pathOf(call: Placed, path: string): string {
  return resolve(blueprintDir(call), path)
}

/** Where the engine keeps its state. */
export function stateDirOf(call: Placed): string {
  return text(call, 'stateDir') ?? join(blueprintDir(call), '.slipway')
}

function blueprintDir(call: Placed): string {
  return text(call, 'blueprintDir') ?? process.cwd()
}

function text({ variables }: Placed, name: string): string | undefined {
  const value = variables[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
