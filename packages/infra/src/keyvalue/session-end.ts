/**
 * The end of a watch session: resolves when the signal aborts, also when it already has; rejects when the driver reports a lost connection.
 * A connection may die without a word, so it is pinged regularly, if there is a way to ping it.
 */
export class SessionEnd {
  readonly promise: Promise<void>
  readonly lost: (error: unknown) => void

  constructor(signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.promise = promise
    this.lost = reject
    // The connection may be lost before a caller waits for the end.
    promise.catch(() => {})
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  }

  /** @param period milliseconds between two questions, and the limit for each answer */
  ask(period: number, question: () => Promise<unknown>): void {
    const ask = (): void => void within(period, question()).catch(this.lost)
    const timer = setInterval(ask, period).unref()
    const stop = (): void => clearInterval(timer)
    this.promise.then(stop, stop)
  }
}

/** Limits the wait for an answer: not every client gives up on a request. */
export async function within<T>(timeout: number, work: Promise<T>): Promise<T> {
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(() => over.reject(new Error(`no answer within ${timeout} ms`)), timeout)
  try {
    return await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
  }
}
