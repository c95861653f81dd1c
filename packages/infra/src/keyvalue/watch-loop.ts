import { setTimeout as sleep } from 'node:timers/promises'
import type { Watch, WatchObserver } from './store.ts'

/**
 * One connection's share of a watch: reports a snapshot, then changes. Resolves when the signal aborts, rejects when the connection is
 * lost.
 */
export type WatchSession = (observer: WatchObserver, signal: AbortSignal) => Promise<void>

/** Milliseconds between attempts: doubled from the shortest to the longest. */
const shortest = 50
const longest = 2000

/** Holds a watch open over any number of connections. */
export function watchLoop(session: WatchSession, observer: WatchObserver): Watch {
  const closing = new AbortController()
  const loop = keepWatching(session, observer, closing.signal)
  return {
    close: async () => {
      closing.abort()
      await loop
    },
  }
}

async function keepWatching(session: WatchSession, observer: WatchObserver, signal: AbortSignal): Promise<void> {
  let pause = shortest
  // Closing a watch does not wait for a connection that never comes: the observer is not called any more in either case.
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const told: WatchObserver = {
    snapshot: (entries) => {
      pause = shortest
      if (!signal.aborted) observer.snapshot(entries)
    },
    changes: (changes) => {
      if (!signal.aborted) observer.changes(changes)
    },
  }
  while (!signal.aborted) {
    try {
      await Promise.race([session(told, signal), aborted])
    } catch (error) {
      if (signal.aborted) return
      observer.lost?.(error)
      await sleep(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(2 * pause, longest)
    }
  }
}
