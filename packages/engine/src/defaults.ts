import type { RetryPolicy } from '@slipway/model'
import type { Deadlines } from './providers/deadlines.ts'

/** Defaults, also those of settings. Times are in milliseconds. */

/** How many steps, or calls of providers, run at a time. */
export const defaultParallelism = 32

const minute = 60_000

export const defaultDeadlines: Deadlines = {
  deploy: 60 * minute,
  destroy: 60 * minute,
  externalState: 5 * minute,
  validate: minute,
  diff: 2 * minute,
  upgrade: 2 * minute,
  fetch: 5 * minute,
  callFunction: 2 * minute,
  hasStabilised: 5 * minute,
  stabilise: 60 * minute,
  firstPoll: 100,
  longestPoll: 5_000,
  settle: minute,
}

/** How long all that only checks read may take, attempts included. */
export const defaultChecksMs = 10_000

/** From the requirements: the policy for a provider that has none of its own. */
export const defaultRetryPolicy: RetryPolicy = {
  maxRetries: 5,
  firstDelayMs: 2_000,
  maxDelayMs: 300_000,
  factor: 2,
  jitter: true,
}
