import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { runWarm, runWarmLater } from '../warm/run.ts'

export const slipway = join(import.meta.dirname, '../../node_modules/.bin/slipway')

/** A folder and an environment to run commands in. */
export interface Shell {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** The user who runs the commands (default: the current one). */
  readonly user?: { readonly uid: number; readonly gid: number }
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
  /** Resolves when these words appear on stderr, or when stderr ends. */
  readonly said: (words: string) => Promise<void>
}

/** Starts a slipway command. The launcher execs the engine, so the child's pid is the engine's. */
export function start(shell: Shell, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(slipway, args, {
    cwd: shell.folder,
    env: { ...shell.env, ...env },
    ...shell.user,
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
  const said = async (words: string): Promise<void> => {
    const isOver = ended.then(() => true)
    for (let over = false; !over && !stderr.includes(words);)
      over = await Promise.race([once(child.stderr, 'data').then(() => false), isOver])
  }
  return { child, ended, said }
}

export async function run(shell: Shell, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const warm =
    shell.user === undefined
      ? await runWarmLater({ args, cwd: shell.folder, env: { ...shell.env, ...env } })
      : undefined
  if (warm !== undefined) return { code: warm.code, signal: null, stdout: warm.out, stderr: warm.err }
  return start(shell, args, env).ended
}

/** The same, while the test waits. */
export function runNow(shell: Omit<Shell, 'user'>, ...args: readonly string[]): Ended {
  const { folder: cwd, env } = shell
  const warm = runWarm({ args, cwd, env })
  if (warm !== undefined) return { code: warm.code, signal: null, stdout: warm.out, stderr: warm.err }
  const { status: code, signal, stdout, stderr } = spawnSync(slipway, args, { cwd, env, encoding: 'utf8' })
  return { code, signal, stdout, stderr }
}
