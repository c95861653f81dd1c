import type { FailedAttempt } from '@slipway/stores'

/** The event of a call of a plugin that failed, and is perhaps made again. `durationMs` is that of this attempt alone. */
export interface AttemptFailed extends FailedAttempt {
  readonly type: 'attempt-failed'
  /** Absent: there is no further attempt. */
  readonly retryInMs?: number
}
