import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import {
  describeExit,
  exitOf,
  groupIsEmpty,
  LastBytes,
  LineSplitter,
  settledWithin,
  signalGroup,
} from '@slipway/processes'
import type { Variables } from '../install/environment.ts'
import type { Json } from '../manifest/canonical.ts'
import { keptResult, resultLimit } from './result.ts'

/** How to start a resident hook. */
export interface ResidentStart {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Variables
}

export interface ResidentAnswer {
  readonly ok: boolean
  readonly result?: Json
  readonly message?: string
}

/** Milliseconds between asking a hook to end and killing it. */
const graceMs = 2000
const outputLimit = 4096
/** In characters: a longer line cannot be an answer. */
const longestLine = 2 * resultLimit

/**
 * Waits in the group of the hook for the end of descriptor 3, which is the end of the preparer, however it comes, and takes the
 * group down. The rest of the arguments is the hook.
 */
const guarded = `({ trap '' TERM; read -r _ <&3 || kill -s KILL -- "-$$"; } >/dev/null 2>&1 &)
exec 3<&-
exec "$@"`

/**
 * One process that answers many moments, each a line of JSON with a number. The first moment starts it, and the next one after its death
 * starts it again.
 */
export class ResidentHook {
  readonly #start: ResidentStart
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | undefined
  #calls = 0
  #said = new LastBytes(outputLimit)

  constructor(start: ResidentStart) {
    this.#start = start
  }

  /** Its recent output, without its answers. */
  get output(): string {
    return String(this.#said)
  }

  /** Never rejects: a failure is an answer, too. A late answer ends the process. */
  async call(context: object, timeoutMs: number): Promise<ResidentAnswer> {
    const number = ++this.#calls
    const child = (this.#child ??= this.#launch())
    const answer = new Promise<ResidentAnswer>((resolve) => {
      this.#waiting.set(number, { child, resolve })
    })
    child.stdin?.write(`${JSON.stringify({ ...context, call: number })}\n`)
    if (!(await settledWithin(answer, timeoutMs))) {
      this.#waiting.get(number)?.resolve({ ok: false, message: `not finished within ${timeoutMs / 1000} s` })
      await this.end()
    }
    return answer
  }

  async end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined) return
    signalGroup(child.pid, 'SIGTERM')
    if (await groupIsEmpty(child.pid, graceMs)) return
    signalGroup(child.pid, 'SIGKILL')
  }

  #launch(): ChildProcess {
    const { command, cwd, env } = this.#start
    const stdio = ['pipe', 'pipe', 'pipe', 'pipe'] as const
    const child = spawn('/bin/sh', ['-c', guarded, 'slipway-hook', ...command], {
      cwd,
      env,
      detached: true,
      stdio: [...stdio],
    })
    // A failed write needs no report: the end of the process shows it.
    for (const stream of [child.stdin, child.stdio[3] as Writable | null]) stream?.on('error', () => {})
    const said = (this.#said = new LastBytes(outputLimit))
    child.stderr?.on('data', (chunk: Buffer) => said.add(chunk))
    const lines = new LineSplitter((line) => line, longestLine)
    const hear = (heard: readonly string[]): void => heard.forEach((line) => this.#heard(line))
    child.stdout?.on('data', (chunk: Buffer) => hear(lines.push(chunk))).on('end', () => hear(lines.end()))
    void this.#ended(child)
    return child
  }

  async #ended(child: ChildProcess): Promise<void> {
    const status = await exitOf(child)
    if (this.#child === child) this.#child = undefined
    const guard = child.stdio[3] as Writable | null
    guard?.destroy()
    for (const [number, { child: asked, resolve }] of this.#waiting) {
      // A later process answers for itself.
      if (asked !== child) continue
      this.#waiting.delete(number)
      resolve({ ok: false, message: `it ${describeExit(status)}` })
    }
  }

  #heard(line: string): void {
    const { call, ...answer } = answerIn(line)
    const waiting = call === undefined ? undefined : this.#waiting.get(call)
    if (call === undefined || waiting === undefined)
      return this.#said.add(Buffer.from(`${line.slice(0, outputLimit)}\n`))
    this.#waiting.delete(call)
    waiting.resolve(answer)
  }
}

interface Waiting {
  readonly child: ChildProcess
  readonly resolve: (answer: ResidentAnswer) => void
}

/** Garbage is an answer to nobody. */
function answerIn(line: string): ResidentAnswer & { readonly call?: number } {
  try {
    const {
      call,
      ok,
      result: said,
      message,
    } = JSON.parse(line) as Partial<ResidentAnswer> & { readonly call?: unknown }
    if (typeof call !== 'number') return { ok: false }
    const result = keptResult(said)
    return {
      call,
      ok: ok === true,
      ...(result !== undefined && { result }),
      ...(typeof message === 'string' && { message: message.slice(0, outputLimit) }),
    }
  } catch {
    return { ok: false }
  }
}
