import type { PluginErrorCode } from '@slipway/model'

/** The event of a call of a plugin that failed, and is perhaps made again. */
export interface AttemptFailed {
  readonly type: 'attempt-failed'
  /** Of the resource, data source, link or function. */
  readonly name: string
  readonly pluginId: string
  readonly method: string
  readonly attempt: number
  readonly code: PluginErrorCode
  readonly reasons: readonly string[]
  /** Of this attempt alone. */
  readonly durationMs: number
  /** Absent: there is no further attempt. */
  readonly retryInMs?: number
  /** Unix milliseconds. */
  readonly at: number
}
