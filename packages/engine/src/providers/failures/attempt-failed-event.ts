import type { PluginDiagnostic, PluginFailure } from '@slipway/model'
import type { FailedAttempt } from '@slipway/stores'
import type { Clock } from '../../ports.ts'
import { boundedReasons, failureReasons } from './failure-reasons.ts'

/** The event of a plugin call that failed, and may be retried. `durationMs` covers this attempt only. */
export interface AttemptFailed extends FailedAttempt {
  readonly type: 'attempt-failed'
  /** Absent if there is no further attempt. */
  readonly retryInMs?: number
  /** The maximum number of attempts; absent if there is only this attempt. */
  readonly mostAttempts?: number
}

/** The subject of a call: a name for people, the plugin, and the name of the method in the documents. */
export type CallSubject = Pick<FailedAttempt, 'name' | 'pluginId' | 'method'>

/** The time of one attempt. */
export class TimedAttempt {
  readonly #clock: Clock
  readonly #begun: number
  readonly #attempt: number
  readonly #most: number

  /**
   * @param attempt counted from 1
   * @param most the maximum number of attempts
   */
  constructor(clock: Clock, attempt = 1, most = 1) {
    this.#clock = clock
    this.#begun = clock.monotonic()
    this.#attempt = attempt
    this.#most = most
  }

  failed(subject: CallSubject, failure: PluginFailure): AttemptFailed {
    return this.#event(subject, failure.pluginErrorCode, failureReasons(failure))
  }

  /** Reports a plugin's refusal like a failed call; `undefined` if there is no error. */
  refused(subject: CallSubject, found: readonly PluginDiagnostic[]): AttemptFailed | undefined {
    const refusals = found.filter(({ severity }) => severity === 'error')
    const [first] = refusals
    if (first === undefined) return undefined
    const { method = subject.method } = first
    const reasons = boundedReasons(refusals.map(({ message }) => message))
    return this.#event({ ...subject, method }, 'BAD_INPUT', reasons)
  }

  #event(subject: CallSubject, code: AttemptFailed['code'], reasons: readonly string[]): AttemptFailed {
    const durationMs = Math.round(this.#clock.monotonic() - this.#begun)
    const { name, pluginId, method } = subject
    const at = this.#clock.now()
    const event = { name, pluginId, method, attempt: this.#attempt, code, reasons, durationMs, at }
    return { type: 'attempt-failed', ...event, ...(this.#most > 1 && { mostAttempts: this.#most }) }
  }
}
