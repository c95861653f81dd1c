import { PluginFailure, type RetryPolicy } from '@slipway/model'
import type { Clock } from '../../ports.ts'
import { slept } from './slept.ts'

export interface RetryOptions {
  readonly policy: RetryPolicy
  readonly clock: Clock
  /** Returns a random number, uniform in [0, 1). */
  readonly random: () => number
  /** Ends the wait between attempts, so that the last failure counts. */
  readonly stop?: AbortSignal | undefined
  /** Called for each failed attempt, counted from 1. Without `retryInMs`, there is no further attempt. */
  readonly onFailure: (failure: PluginFailure, attempt: number, retryInMs: number | undefined) => void
}

/** The wait before retry number `retry`, counted from 1, in milliseconds. With jitter, it is a random time between 0 and that wait. */
export function retryDelay(policy: RetryPolicy, retry: number, random: () => number): number {
  // The power may overflow to Infinity, and 0 times Infinity is NaN.
  const growth = Math.min(Math.max(1, policy.factor) ** (retry - 1), Number.MAX_VALUE)
  const delay = Math.min(policy.maxDelayMs, policy.firstDelayMs * growth, Number.MAX_SAFE_INTEGER)
  return Math.round(policy.jitter ? delay * random() : delay)
}

/**
 * Repeats a call while it fails TRANSIENT and the policy allows it. A call in doubt is never repeated, because it may have taken effect.
 *
 * Only a plugin that speaks the protocol of the deploy engine can say TRANSIENT, as the code in its answer
 * (`protocol/deploy-engine/convert/calls/error.ts`). No status of gRPC counts as TRANSIENT, in neither dialect: see `plugin-calls.ts` there for
 * failures without an answer, and `protocol/pulumi/provider/calls/calls.ts`.
 */
export async function withRetry<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, clock, random, stop, onFailure } = options
  let mayHaveActed = false
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (caught) {
      if (!(caught instanceof PluginFailure)) throw caught
      // A refusal of this attempt does not prove that an earlier attempt had no effect.
      const thrown = mayHaveActed ? caught.asUnclear() : caught
      mayHaveActed ||= !caught.refused
      const isLast = !isRetried(thrown) || attempt > policy.maxRetries || stop?.aborted === true
      const delay = isLast ? undefined : retryDelay(policy, attempt, random)
      onFailure(thrown, attempt, delay)
      if (delay === undefined || !(await slept(clock, delay, stop))) throw thrown
    }
  }
}

function isRetried(failure: PluginFailure): boolean {
  return failure.pluginErrorCode === 'TRANSIENT' && !failure.inDoubt
}
