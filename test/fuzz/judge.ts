// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Target } from './target.ts'
import type { Answer, Task } from './worker.ts'

export interface Limits {
  /** Milliseconds for one input. */
  readonly timeMs: number
  readonly heapMegabytes: number
}

/** A fault that an input has caused. */
export interface Fault {
  readonly kind: 'error' | 'hang' | 'memory' | 'crash'
  /** Includes the place in the code if it is known. */
  readonly what: string
}

/** Passes inputs to their targets, and survives their effects. */
export class Judge {
  readonly #limits: Limits
  readonly #script: string
  #worker: Worker | undefined

  /** @param script runs in the thread, reports that it is ready, and answers tasks */
  constructor(limits: Limits, script = './worker.ts') {
    this.#limits = limits
    this.#script = script
  }

  /** Returns the fault; undefined: the input was accepted, or refused properly. */
  async judge(target: Pick<Target, 'name'>, input: Buffer): Promise<Fault | undefined> {
    const fault = await this.#try(target, input, this.#limits.timeMs)
    // A busy machine is no fault of the input, so a hang is tried again.
    return fault?.kind === 'hang' ? this.#try(target, input, 2 * this.#limits.timeMs) : fault
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  async #try(target: Pick<Target, 'name'>, input: Buffer, timeMs: number): Promise<Fault | undefined> {
    const worker = await this.#start()
    const verdict = Promise.withResolvers<Fault | undefined>()
    const onAnswer = (answer: Answer): void =>
      verdict.resolve(answer === undefined ? undefined : { kind: 'error', what: answer })
    const onError = (error: Error & { code?: string }): void => {
      const kind = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash'
      verdict.resolve({ kind, what: error.stack ?? error.message })
    }
    const onExit = (code: number): void => verdict.resolve({ kind: 'crash', what: `the thread ended with ${code}` })
    const timer = setTimeout(
      () => verdict.resolve({ kind: 'hang', what: `no answer within ${timeMs / 1000} s` }),
      timeMs,
    )
    worker.once('message', onAnswer).once('error', onError).once('exit', onExit)
    worker.postMessage({ target: target.name, input } satisfies Task)
    const fault = await verdict.promise
    clearTimeout(timer)
    worker.off('message', onAnswer).off('error', onError).off('exit', onExit)
    if (fault !== undefined) {
      worker.on('error', () => {})
      await this.close()
    }
    return fault
  }

  async #start(): Promise<Worker> {
    if (this.#worker !== undefined) return this.#worker
    // Node ends a thread within 16 MB above its limit, or the whole process is lost: no more than that may become old at once.
    const resourceLimits = { maxOldGenerationSizeMb: this.#limits.heapMegabytes, maxYoungGenerationSizeMb: 8 }
    const worker = new Worker(new URL(this.#script, import.meta.url), { resourceLimits })
    await once(worker, 'message')
    this.#worker = worker
    return worker
  }
}
