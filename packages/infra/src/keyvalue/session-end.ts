/**
 * How a watch session ends: resolves when the signal aborts, also when it has already; rejects when the connection is lost, which
 * the driver tells. A connection may die without a word, so it is asked regularly, if there is a way to ask.
 */
export class SessionEnd {
  readonly promise: Promise<void>
  readonly lost: (error: unknown) => void

  constructor(signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.promise = promise
    this.lost = reject
    // It may be lost before anyone waits for it.
    promise.catch(() => {})
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  }

  /** @param period milliseconds from question to question, and for each answer */
  ask(period: number, question: () => Promise<unknown>): void {
    const ask = (): void => void within(period, question()).catch(this.lost)
    const timer = setInterval(ask, period).unref()
    const stop = (): void => clearInterval(timer)
    this.promise.then(stop, stop)
  }
}

/** Not every client gives up on what it has sent; whoever waits does. */
export async function within<T>(timeout: number, work: Promise<T>): Promise<T> {
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(() => over.reject(new Error(`no answer within ${timeout} ms`)), timeout)
  try {
    return await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
  }
}
