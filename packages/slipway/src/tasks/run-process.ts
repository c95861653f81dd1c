import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { closeSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskOutcome } from '@slipway/engine/stages'
import { messageOf } from '@slipway/model'
import { openOutputPipe, type OutputPipe } from './output-pipe.ts'
import { OutputTail } from './output-tail.ts'

export interface ProcessCall {
  /** For `/bin/sh -c`. */
  readonly command: string
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** A descriptor for its standard input, which stays the caller's; absent: it has none. */
  readonly input?: number
  /** 0: no limit. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Kept of what a task writes, in characters. */
const outputLimit = 64 * 1024
/** Between asking a process group to end and ending it. */
const graceMs = 2_000
/** For the last output, when something that the task left running holds the pipes open. */
const drainMs = 200

/**
 * Runs below a shell that leads a process group. Its child waits for a word on descriptor 3 before it goes away; when we
 * are killed the pipe breaks instead, and it takes the group down. `$1` is the command.
 */
const guarded = '{ read -r _ <&3 || kill -s KILL -- "-$$"; } >/dev/null 2>&1 & exec 3<&-; exec /bin/sh -c "$1"'

/**
 * Runs a shell command and everything it starts as one process group, ended at the timeout and on cancel. Rejects only when
 * the system will not even try.
 */
export async function runProcess(call: ProcessCall): Promise<TaskOutcome> {
  const pipe = call.signal.aborted ? undefined : await openOutputPipe()
  if (call.signal.aborted) {
    abandon(pipe)
    return { outcome: 'cancelled', reason: 'cancelled', output: '', dropped: 0 }
  }
  const tail = new OutputTail(outputLimit)
  const child = start(call, pipe)
  const streams = [pipe?.reading, child.stdout, child.stderr].filter((stream) => stream != null)
  const ended = endOf(child, streams, tail)
  const limit = new GroupLimit(child, call)
  const end = await ended
  limit.release()
  release(child, streams)
  const { text: output, dropped } = tail
  const exitCode = end.code === undefined ? {} : { exitCode: end.code }
  if (limit.stopped === 'cancelled') return { outcome: 'cancelled', reason: 'cancelled', ...exitCode, output, dropped }
  if (limit.stopped === 'timeout') {
    return { outcome: 'failed', reason: `not finished within ${call.timeoutMs / 1000} s`, ...exitCode, output, dropped }
  }
  if (end.problem === undefined) return { outcome: 'succeeded', ...exitCode, output, dropped }
  return { outcome: 'failed', reason: end.problem, ...exitCode, output, dropped }
}

/** Throws what the system will not start at all, such as a command that is too long. */
function start({ command, cwd, env, input }: ProcessCall, pipe: OutputPipe | undefined): ChildProcess {
  const output = pipe?.writing ?? 'pipe'
  try {
    const stdio: StdioOptions = [input ?? 'ignore', output, output, 'pipe']
    return spawn('/bin/sh', ['-c', guarded, 'sh', command], { cwd, env, detached: true, stdio })
  } catch (error) {
    pipe?.reading.destroy()
    throw error
  } finally {
    if (pipe !== undefined) closeSync(pipe.writing)
  }
}

interface ProcessEnd {
  readonly code?: number
  /** Why it did not end well. */
  readonly problem?: string
}

/** `streams` are what it writes. */
async function endOf(child: ChildProcess, streams: readonly Readable[], tail: OutputTail): Promise<ProcessEnd> {
  for (const stream of streams) stream.on('data', (chunk: Buffer) => tail.add(chunk, stream))
  const closed = Promise.all(streams.map((stream) => new Promise((resolve) => stream.once('close', resolve))))
  const end = await new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => resolve({ problem: `it cannot be started: ${messageOf(error)}` }))
    child.once('exit', (code, signal) => resolve(describeExit(code, signal)))
  })
  if (child.pid !== undefined) await Promise.race([closed, sleep(drainMs)])
  return end
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): ProcessEnd {
  if (code === null) return { problem: `ended by ${signal ?? 'a signal'}` }
  return code === 0 ? { code } : { code, problem: `exit code ${code}` }
}

/** Lets the guard go in peace, and the pipes with it. */
function release(child: ChildProcess, streams: readonly Readable[]): void {
  const guard = child.stdio[3] as Writable | null | undefined
  guard?.on('error', () => {})
  guard?.end('done\n')
  for (const stream of streams) stream.destroy()
}

/** Of a pipe that nobody has written to. */
function abandon(pipe: OutputPipe | undefined): void {
  if (pipe === undefined) return
  closeSync(pipe.writing)
  pipe.reading.destroy()
}

/** Ends the whole group of a process when its time is up or when it is cancelled. */
class GroupLimit {
  readonly #child: ChildProcess
  readonly #signal: AbortSignal
  readonly #timer: NodeJS.Timeout | undefined
  #kill: NodeJS.Timeout | undefined
  stopped: 'timeout' | 'cancelled' | undefined

  constructor(child: ChildProcess, { timeoutMs, signal }: ProcessCall) {
    this.#child = child
    this.#signal = signal
    this.#timer = timeoutMs > 0 ? setTimeout(() => this.#stop('timeout'), timeoutMs) : undefined
    signal.addEventListener('abort', this.#cancel)
  }

  /** To be called when the process has ended. What it left behind of a group that had to be stopped goes too. */
  release(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#kill)
    this.#signal.removeEventListener('abort', this.#cancel)
    if (this.stopped !== undefined) this.#signalGroup('SIGKILL')
  }

  readonly #cancel = (): void => this.#stop('cancelled')

  #stop(why: 'timeout' | 'cancelled'): void {
    if (this.stopped !== undefined) return
    this.stopped = why
    this.#signalGroup('SIGTERM')
    this.#kill = setTimeout(() => this.#signalGroup('SIGKILL'), graceMs)
  }

  #signalGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, signal)
    } catch {
      // The group is gone.
    }
  }
}
