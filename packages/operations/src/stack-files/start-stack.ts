import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { guardedGroup } from '@slipway/processes/guarded-group'
import { withStdioAlone } from '@slipway/processes/stdio-alone'
import { environmentOfCode } from '../settings/own-secrets.ts'

/** The options to start the process of a stack with. */
export interface StackPlace {
  /** The absolute path of the stack file. */
  readonly file: string
  /** The path of the program that runs the stack: `dist/stack.cjs`. */
  readonly program: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder of Node's compile cache. */
  readonly compileCacheDir?: string | undefined
}

/** Variables with handles of Slipway's own parent process, which are useless to the child. */
const notHandedOn = new Set([
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_TEST_CONTEXT',
  'NODE_UNIQUE_ID',
])

/** The second is for `isPlainScript`; the third as in `bin/slipway`. */
const switches = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', '--min-semi-space-size=8']

interface Start {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

function startAt({ file, program, env, compileCacheDir }: StackPlace): Start {
  const handedOn = Object.entries(environmentOfCode(env)).filter(([name]) => !notHandedOn.has(name))
  const cache = compileCacheDir !== undefined && { NODE_COMPILE_CACHE: compileCacheDir }
  // As for plugins, a cache folder in Slipway's own environment wins over the user's default folder.
  const environment = { ...cache, ...Object.fromEntries(handedOn) }
  return { argv: [process.execPath, ...switches, program, file], cwd: dirname(file), env: environment }
}

/** Starts the process of a stack, which runs nothing of the user before it is told to. */
export function startStack(place: StackPlace): ChildProcess {
  const { argv, cwd, env } = startAt(place)
  const { command, args } = guardedGroup(argv, 4, [3])
  return withStdioAlone(['ignore', 'pipe', 'pipe', 'pipe', 'pipe'], (stdio) =>
    spawn(command, args, { cwd, env, detached: true, stdio }),
  )
}

/**
 * The process of a stack that a command most likely needs, started before the command has loaded its own code. It does not keep the command
 * open, and ends with it.
 */
export class StartedStack {
  readonly #child: ChildProcess
  readonly #key: string
  #isTaken = false

  constructor(place: StackPlace) {
    this.#key = keyOf(place)
    this.#child = startStack(place)
    this.#child.on('error', () => {})
    this.#child.unref()
    for (const pipe of this.#pipes) pipe.unref()
  }

  /** The process, if it is there and what would be started for this place; given once. */
  take(place: StackPlace): ChildProcess | undefined {
    const { pid, exitCode, signalCode } = this.#child
    if (this.#isTaken || pid === undefined || exitCode !== null || signalCode !== null) return undefined
    this.#isTaken = true
    if (this.#key !== keyOf(place)) {
      // It ends when its pipes do.
      for (const pipe of this.#pipes) pipe.destroy()
      return undefined
    }
    this.#child.ref()
    for (const pipe of this.#pipes) pipe.ref()
    return this.#child
  }

  get #pipes(): readonly Socket[] {
    return this.#child.stdio.filter((stream) => stream !== null) as unknown as readonly Socket[]
  }
}

function keyOf(place: StackPlace): string {
  const { argv, cwd, env } = startAt(place)
  return JSON.stringify([argv, cwd, Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))])
}
