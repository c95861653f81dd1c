import type { Clock } from '@slipway/engine'

interface Timer {
  readonly at: number
  readonly order: number
  readonly ring: () => void
  isOff: boolean
}

/** A command with more timers than this would never end. */
const mostTimers = 50_000

/** Time that passes only when no work can go on without it, in milliseconds. */
export class SimulatedClock implements Clock {
  #now = 1_000_000
  #order = 0
  /** Sorted, with the earliest last. */
  readonly #timers: Timer[] = []

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#now
  }

  /** Calls back once `ms` have passed. Returns a function that cancels it. */
  after(ms: number, ring: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, ring, isOff: false }
    const timers = this.#timers
    timers.push(timer)
    // Of timers with equal times, the first one set rings first.
    for (let index = timers.length - 1; index > 0; index--) {
      const before = timers[index - 1]
      if (before === undefined || before.at > timer.at) break
      timers[index] = before
      timers[index - 1] = timer
    }
    return () => {
      timer.isOff = true
    }
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal === undefined) return new Promise((resolve) => void this.after(ms, resolve))
    return new Promise((resolve, reject) => {
      const refuse = (): void => reject(signal.reason as Error)
      if (signal.aborted) {
        refuse()
        return
      }
      const cancel = this.after(ms, () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      })
      const onAbort = (): void => {
        cancel()
        refuse()
      }
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  /** Lets time pass while no process is at work. */
  pass(ms: number): void {
    const end = this.#now + ms
    for (let next = this.#timers.at(-1); next !== undefined && next.at <= end; next = this.#timers.at(-1)) this.#ring()
    this.#now = end
  }

  /**
   * Lets time pass until a promise is settled. Time stands still as long as there is something to do at once: a tick comes
   * when all microtasks are done.
   *
   * @returns why it never will be settled; `undefined` when it is
   */
  async until(work: Promise<unknown>): Promise<string | undefined> {
    let isDone = false
    const mark = (): void => {
      isDone = true
    }
    work.then(mark, mark)
    let rung = 0
    let idle = 0
    for (;;) {
      await ticked()
      if (isDone) return undefined
      if (rung++ > mostTimers) return `it still goes on after ${mostTimers} timers`
      if (this.#ring()) idle = 0
      // Work may be waiting for the event loop.
      else if (idle++ > 3) return 'it waits for something that never happens'
      else await turned()
    }
  }

  /** Rings the next timer; returns false when there is none. */
  #ring(): boolean {
    for (let timer = this.#timers.pop(); timer !== undefined; timer = this.#timers.pop()) {
      if (timer.isOff) continue
      this.#now = Math.max(this.#now, timer.at)
      timer.ring()
      return true
    }
    return false
  }
}

function ticked(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve)
  })
}

function turned(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
