import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export const slipway = join(import.meta.dirname, '../../node_modules/.bin/slipway')

/** Where commands run, and with which environment. */
export interface Place {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** Starts a slipway command. The launcher execs the engine, so the child's pid is the engine's. */
export function start(place: Place, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(slipway, args, {
    cwd: place.folder,
    env: { ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { child, ended }
}

export async function run(place: Place, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return start(place, args, env).ended
}
