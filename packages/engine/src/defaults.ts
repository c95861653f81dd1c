import type { RetryPolicy } from '@slipway/model'
import type { Deadlines } from './providers/deadlines.ts'

/** Of whoever says nothing else. Settings have their defaults from here. Times in milliseconds. */

/** How many steps, or calls of providers, at a time. */
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

/** Of the requirements: what a provider gets that states no policy of its own. */
export const defaultRetryPolicy: RetryPolicy = {
  maxRetries: 5,
  firstDelayMs: 2_000,
  maxDelayMs: 300_000,
  factor: 2,
  jitter: true,
}
