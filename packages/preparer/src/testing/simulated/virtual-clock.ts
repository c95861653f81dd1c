import type { Clock } from '../../records/clock.ts'

interface Sleeper {
  readonly due: number
  readonly wake: () => void
}

/** Time that passes only when the test advances it. */
export class VirtualClock implements Clock {
  #now = 1_700_000_000_000
  readonly #sleepers = new Set<Sleeper>()

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve()
      const wake = (): void => {
        this.#sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const sleeper = { due: this.#now + Math.max(0, ms), wake }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', wake)
    })
  }

  /** Advances to the next moment for which something waits. */
  advance(): void {
    const due = Math.min(...Array.from(this.#sleepers, (sleeper) => sleeper.due))
    if (!Number.isFinite(due)) return
    this.#now = Math.max(this.#now, due)
    for (const sleeper of this.#sleepers) if (sleeper.due <= this.#now) sleeper.wake()
  }
}
