import type { RetryPolicy } from '@slipway/model'
import type { Deadlines } from './providers/waiting/deadlines.ts'

/** Defaults, including those of settings. Times are in milliseconds. */

/** The number of steps, or of provider calls, that run at a time. */
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

/** The time limit for reading everything that only checks need, with all attempts. */
export const defaultChecksMs = 10_000

/** The policy, from the requirements, for a provider that has no policy of its own. */
export const defaultRetryPolicy: RetryPolicy = {
  maxRetries: 5,
  firstDelayMs: 2_000,
  maxDelayMs: 300_000,
  factor: 2,
  jitter: true,
}
