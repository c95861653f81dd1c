import { join, resolve } from 'node:path'
import type { Call } from '@slipway/sdk'

export type CallVariables = Pick<Call, 'variables'>

/** Relative paths of a blueprint are relative to its folder. */
export function pathOf(call: CallVariables, path: string): string {
  return resolve(blueprintDir(call), path)
}

/** The folder in which the engine keeps its state. */
export function stateDirOf(call: CallVariables): string {
  return text(call, 'stateDir') ?? join(blueprintDir(call), '.slipway')
}

function blueprintDir(call: CallVariables): string {
  return text(call, 'blueprintDir') ?? process.cwd()
}

function text({ variables }: CallVariables, name: string): string | undefined {
  const value = variables[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
