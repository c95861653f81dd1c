import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '@slipway/engine'
import { type Diagnostic, Failure } from '@slipway/model'
import type { KnownCall } from './later.ts'

/** The milliseconds between checks whether only work that follows from `known()` is still open. */
const periodMs = 10_000

/** The number of such periods in a row after which the work counts as never ending. The guide states ten minutes. */
const mostPeriods = 60

export interface OpenWorkOptions {
  readonly clock: Pick<Clock, 'sleep'>
  readonly stop: AbortSignal
  readonly warn: (diagnostic: Diagnostic) => void
}

/** The open work of a program, which may ask for more resources when it ends. */
export class OpenWork {
  readonly #options: OpenWorkOptions
  /** Resources and outputs. The engine ends them, or other work waits for them. */
  readonly #asked = new Set<Promise<unknown>>()
  /** Work that follows from `known()` and that nothing else may wait for. */
  readonly #following = new Map<Promise<unknown>, KnownCall>()
  #count = 0

  constructor(options: OpenWorkOptions) {
    this.#options = options
  }

  add(work: Promise<unknown>, from: KnownCall | undefined): void {
    if (from !== undefined) {
      this.#following.set(work, from)
      return
    }
    this.#count++
    this.#asked.add(work)
  }

  delete(work: Promise<unknown>): void {
    this.#asked.delete(work)
    this.#following.delete(work)
  }

  /**
   * Resolves once no work is open and unawaited code has had a turn to ask for more.
   *
   * @throws Failure `programs/still-waiting` if for too long only work that follows from `known()` was open
   */
  async ended(): Promise<void> {
    let periods = 0
    do {
      await Promise.allSettled(this.#asked)
      const count = this.#count
      const isInTime = await this.#followed()
      this.#options.stop.throwIfAborted()
      await nextTurn()
      periods = isInTime || count !== this.#count ? 0 : periods + 1
      if (periods === 1) this.#options.warn({ ...this.#waiting(), severity: 'warning' })
      if (periods === mostPeriods) throw this.#endless()
    } while (this.#asked.size + this.#following.size > 0)
  }

  /** True if all following work ended within a period. */
  async #followed(): Promise<boolean> {
    if (this.#following.size === 0) return true
    const { clock, stop } = this.#options
    const enough = new AbortController()
    const late = clock.sleep(periodMs, AbortSignal.any([enough.signal, stop])).then(
      () => false,
      () => true,
    )
    try {
      return await Promise.race([Promise.allSettled(this.#following.keys()).then(() => true), late])
    } finally {
      enough.abort()
    }
  }

  #waiting() {
    const calls = new Set(this.#following.values())
    return {
      code: 'programs/still-waiting',
      message: `Slipway is waiting for the program: ${[...calls].map(inWords).join(', ')} has not ended`,
      hint: 'a call that waits for this run to end never ends: make that call after the run',
    }
  }

  #endless(): Failure {
    const { code, message } = this.#waiting()
    const minutes = (mostPeriods * periodMs) / 60_000
    return new Failure(code, `${message} for ${minutes} minutes; if it needs more time, await it in the program`)
  }
}

function inWords({ field = 'an output', place }: KnownCall): string {
  const at = place === undefined ? '' : ` (${place.file}:${place.line}:${place.column})`
  return `what follows from known() of ${field}${at}`
}
