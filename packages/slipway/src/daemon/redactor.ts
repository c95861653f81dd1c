import { secretSpellings, type Value } from '@slipway/model'

/** Of the newest secrets; looking for each costs some nanoseconds a line. */
const mostForms = 10_000

/** Takes the secrets of this run out of text that is not ours, such as the logs of plugins. */
export class Redactor {
  readonly #secrets = new Set<string>()

  /** Learns every secret in the value. */
  learn(value: Value): void {
    for (const form of secretSpellings(value)) this.#remember(form)
  }

  readonly redact = (line: string): string => {
    let text = line
    for (const secret of this.#secrets) if (text.includes(secret)) text = text.replaceAll(secret, '(secret)')
    return text
  }

  #remember(form: string): void {
    this.#secrets.add(form)
    const [oldest] = this.#secrets
    if (this.#secrets.size > mostForms && oldest !== undefined) this.#secrets.delete(oldest)
  }
}
