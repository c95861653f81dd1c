import { Failure } from '@slipway/model'

/** An error for an operation that is stopped before it has a result. `cause`: another failure, if any. */
export class Stopped extends Error {
  /** The reason of the abort signal. */
  readonly reason: unknown

  constructor(reason: unknown, cause?: unknown) {
    super('the operation was stopped', { cause })
    this.reason = reason
  }
}

/** Failure codes of stopped work. */
const givenUp: ReadonlySet<string> = new Set([
  'agent/start-cancelled',
  'engine/call-cancelled',
  'host/stopped',
  'install/cancelled',
  'protocol/cancelled',
])

/** Does the work. A failure after `stop` becomes `Stopped`. */
export async function stoppable<T>(stop: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw stop?.aborted === true ? stoppedBy(stop, error) : error
  }
}

/** Makes a `Stopped`. Drops a failure that only results from the stop; any other failure becomes its cause. */
export function stoppedBy({ reason }: AbortSignal, error: unknown): Stopped {
  return new Stopped(reason, isOf(reason, error) ? undefined : error)
}

function isOf(reason: unknown, error: unknown): boolean {
  if (error === reason) return true
  if (!(error instanceof Error)) return false
  return (
    error.name === 'AbortError' || (error instanceof Failure && givenUp.has(error.code)) || isOf(reason, error.cause)
  )
}
