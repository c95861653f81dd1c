import type { PluginErrorCode } from '@slipway/model'

/** The event of a call that failed, and is perhaps made again. */
export interface AttemptFailed {
  readonly type: 'attempt-failed'
  readonly name: string
  readonly method: string
  readonly attempt: number
  readonly code: PluginErrorCode
  readonly reasons: readonly string[]
  /** Absent: there is no further attempt. */
  readonly retryInMs?: number
  /** Unix milliseconds. */
  readonly at: number
}
