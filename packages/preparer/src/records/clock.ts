import { setTimeout as sleep } from 'node:timers/promises'

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after this many milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** In milliseconds; the longest time that Node's timers support. */
const longestTimer = 0x7fffffff

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    sleep(Math.min(Math.max(0, ms), longestTimer), undefined, signal && { signal }).catch(() => {}),
}
