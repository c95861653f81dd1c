/** The callbacks for the abort of a signal, by signal. */
const watched = new WeakMap<AbortSignal, Watch>()

interface Watch {
  readonly ends: Set<() => void>
  readonly listener: () => void
}

/**
 * Calls `end` when the signal aborts. All calls of a run share one signal, and adding a listener is slow, so there is one listener for all
 * of them. Like a listener, it is never called for a signal that has aborted already.
 */
export function onAbort(signal: AbortSignal, end: () => void): void {
  const known = watched.get(signal)
  if (known !== undefined) {
    known.ends.add(end)
    return
  }
  const ends = new Set([end])
  const listener = (): void => {
    watched.delete(signal)
    for (const each of ends) {
      try {
        each()
      } catch (thrown) {
        // Like a throwing listener, this does not stop the other callbacks.
        process.nextTick(() => {
          throw thrown
        })
      }
    }
  }
  watched.set(signal, { ends, listener })
  signal.addEventListener('abort', listener, { once: true })
}

/** The signal whose call ended last. Consecutive calls usually share a signal. */
let latest: AbortSignal | undefined

/** Removes the listener once nothing is left to end and another signal is in use: a signal may outlive its calls by far. */
export function offAbort(signal: AbortSignal, end: () => void): void {
  const known = watched.get(signal)
  if (known === undefined || !known.ends.delete(end) || known.ends.size > 0 || latest === signal) return
  if (latest !== undefined) unwatch(latest)
  latest = signal
}

function unwatch(signal: AbortSignal): void {
  const known = watched.get(signal)
  if (known === undefined || known.ends.size > 0) return
  watched.delete(signal)
  signal.removeEventListener('abort', known.listener)
}
