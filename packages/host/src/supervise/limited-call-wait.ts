import type { CallControl } from '@slipway/model'
import { RpcFailure, Status } from '@slipway/protocol'

/** The name of a call that was given up while it waited, and the reason: `DeployResource`, `acme/x was being launched`. */
interface Waiting {
  readonly method: string
  readonly what: string
}

/**
 * Waits, within the limits of a call, for something that the call needs before it can be sent. Beyond the limits it fails like the call
 * itself, but as not delivered: nothing is in doubt. The awaited work goes on.
 */
export async function limitedWait<T>(
  wanted: Promise<T>,
  { signal, deadlineMs }: CallControl,
  { method, what }: Waiting,
): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const onAbort = (): void =>
    reject(notSent('protocol/cancelled', `${method} was cancelled while ${what}`, Status.cancelled, signal?.reason))
  const onDeadline = (): void =>
    reject(
      notSent(
        'protocol/deadline-exceeded',
        `${method} was not sent within ${(deadlineMs ?? 0) / 1000} s: ${what}`,
        Status.deadlineExceeded,
      ),
    )
  if (signal?.aborted === true) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = deadlineMs === undefined ? undefined : setTimeout(onDeadline, Math.min(deadlineMs, longestTimer))
  try {
    return await Promise.race([wanted, end])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Milliseconds; a timer with a longer time would fire at once. */
const longestTimer = 2 ** 31 - 1

function notSent(
  code: 'protocol/cancelled' | 'protocol/deadline-exceeded',
  message: string,
  status: number,
  cause?: unknown,
): RpcFailure {
  return new RpcFailure(code, message, { status, delivered: false, cause })
}
