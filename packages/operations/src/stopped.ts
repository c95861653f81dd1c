import { Failure } from '@slipway/model'

/** An operation was told to stop before it had a result. `cause`: what failed besides; absent: nothing did. */
export class Stopped extends Error {
  /** Of the abort signal. */
  readonly reason: unknown

  constructor(reason: unknown, cause?: unknown) {
    super('the operation was stopped', { cause })
    this.reason = reason
  }
}

/** Codes of work that was given up because it was told to. */
const givenUp: ReadonlySet<string> = new Set([
  'agent/start-cancelled',
  'engine/call-cancelled',
  'host/stopped',
  'install/cancelled',
  'protocol/cancelled',
])

/** Does the work; when it fails after `stop` was given, it was stopped. */
export async function stoppable<T>(stop: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw stop?.aborted === true ? stoppedBy(stop, error) : error
  }
}

/** Work that a stop cuts short fails in many ways, which are no news; any other failure is still told. */
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
