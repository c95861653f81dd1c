import { type ChildProcess, spawn } from 'node:child_process'
import { exitOf, type ExitStatus, settledWithin } from '@slipway/processes'
import type { Start } from '../language.ts'

export type StreamName = 'stdout' | 'stderr'

export interface ChildOptions {
  /** Aborting it asks the process to end, and kills it after a while. */
  readonly signal: AbortSignal
  /** Keeps its standard input open and silent: the end of the input tells plugins that their engine is gone. */
  readonly keepsStdin?: boolean
  readonly onOutput: (stream: StreamName, chunk: Buffer) => void
}

/** Milliseconds between asking a process to end and killing it. */
const graceMs = 5000

/** How long output may still come after the end of a process: its remaining children may hold its pipes. */
const lastOutputMs = 250

/** A process that a call has started. It stays in our process group, so that it always ends with us. */
export class Child {
  /** Resolves when the process has ended and its output was read. */
  readonly ended: Promise<ExitStatus>
  readonly #child: ChildProcess

  constructor({ file, args, cwd, variables }: Start, { signal, keepsStdin = false, onOutput }: ChildOptions) {
    const env = { ...process.env, ...variables }
    this.#child = spawn(file, [...args], { cwd, env, stdio: [keepsStdin ? 'pipe' : 'ignore', 'pipe', 'pipe'] })
    this.#child.stdin?.on('error', () => {})
    const { stdout, stderr } = this.#child
    stdout?.on('data', (chunk: Buffer) => onOutput('stdout', chunk))
    stderr?.on('data', (chunk: Buffer) => onOutput('stderr', chunk))
    const exited = exitOf(this.#child)
    const closed = new Promise<void>((resolve) => {
      this.#child.once('close', () => resolve())
    })
    const onAbort = (): void => void this.#stop(exited)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    this.ended = exited.then(async (status) => {
      signal.removeEventListener('abort', onAbort)
      await settledWithin(closed, lastOutputMs)
      this.#child.stdin?.destroy()
      stdout?.destroy()
      stderr?.destroy()
      return status
    })
  }

  /** Stops reading: the process waits when its pipes are full. */
  pause(): void {
    this.#child.stdout?.pause()
    this.#child.stderr?.pause()
  }

  resume(): void {
    this.#child.stdout?.resume()
    this.#child.stderr?.resume()
  }

  async #stop(exited: Promise<ExitStatus>): Promise<void> {
    this.resume()
    this.#child.kill('SIGINT')
    if (!(await settledWithin(exited, graceMs))) this.#child.kill('SIGKILL')
  }
}
