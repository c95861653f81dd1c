import type { FailedAttempt } from '@slipway/stores'
import type { AttemptFailed } from '../../providers/failures/attempt-failed-event.ts'

const mostAttempts = 1000
/** The most characters of all reasons together. */
const mostText = 256 * 1024

/** The failed attempts of a run, for its line in the history. If there are very many, only the first are kept. */
export class AttemptLog {
  #attempts: FailedAttempt[] = []
  #text = 0

  note({ name, pluginId, method, attempt, code, reasons, durationMs, at }: AttemptFailed): void {
    if (this.#attempts.length >= mostAttempts || this.#text >= mostText) return
    for (const reason of reasons) this.#text += reason.length
    this.#attempts.push({ name, pluginId, method, attempt, code, reasons, durationMs, at })
  }

  /**
   * The attempts that are recorded with the run that ends now; no field if there are none. The next run, such as a way back, begins with an empty
   * list.
   */
  take(): { readonly attempts?: readonly FailedAttempt[] } {
    const attempts = this.#attempts
    this.#attempts = []
    this.#text = 0
    return attempts.length === 0 ? {} : { attempts }
  }
}
