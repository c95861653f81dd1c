import type { FailedAttempt } from '@slipway/stores'
import type { AttemptFailed } from '../providers/attempt-failed-event.ts'

const mostAttempts = 1000
/** Characters of all reasons together. */
const mostText = 256 * 1024

/** The attempts of a run that failed, for its line in the history; of very many the first. */
export class AttemptLog {
  #attempts: FailedAttempt[] = []
  #text = 0

  note({ name, pluginId, method, attempt, code, reasons, durationMs, at }: AttemptFailed): void {
    if (this.#attempts.length >= mostAttempts || this.#text >= mostText) return
    for (const reason of reasons) this.#text += reason.length
    this.#attempts.push({ name, pluginId, method, attempt, code, reasons, durationMs, at })
  }

  /** What is to be recorded with the run that ends now; the next one, such as a way back, begins with none. Nothing is no field. */
  take(): { readonly attempts?: readonly FailedAttempt[] } {
    const attempts = this.#attempts
    this.#attempts = []
    this.#text = 0
    return attempts.length === 0 ? {} : { attempts }
  }
}
