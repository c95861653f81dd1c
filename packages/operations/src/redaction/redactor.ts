import { secretSpellings, type Value } from '@slipway/model'

/** Of the newest secrets; looking for each costs some nanoseconds a line. */
const mostForms = 10_000
/** Fewer letters of a secret tell nothing of it, and are the end of many words. */
const shortestBeginning = 4

/** Of a text that was cut because of its length, also between quotes. */
const cutEnd = /\u2026"?$/

/** Takes the secrets of this run out of text that is not ours, such as the logs of plugins. */
export class Redactor {
  readonly #secrets = new Set<string>()
  /** The longest first: one that lies in another must not leave the rest of it behind. */
  #ordered: readonly string[] | undefined

  /** Learns every secret in the value. */
  learn(value: Value): void {
    for (const form of secretSpellings(value)) this.#remember(form)
  }

  readonly redact = (line: string): string => {
    this.#ordered ??= [...this.#secrets].sort((a, b) => b.length - a.length)
    let text = line
    for (const secret of this.#ordered) if (text.includes(secret)) text = text.replaceAll(secret, '(secret)')
    const [end] = cutEnd.exec(line) ?? []
    return end === undefined ? text : this.#withoutBeginning(text, end)
  }

  /** Of a text that was cut because of its length: it may end with the beginning of a secret. */
  #withoutBeginning(text: string, cut: string): string {
    for (const secret of this.#ordered ?? []) {
      for (let length = secret.length - 1; length >= shortestBeginning; length--) {
        const end = `${secret.slice(0, length)}${cut}`
        if (text.endsWith(end)) return `${text.slice(0, -end.length)}(secret)${cut}`
      }
    }
    return text
  }

  #remember(form: string): void {
    this.#secrets.add(form)
    this.#ordered = undefined
    const [oldest] = this.#secrets
    if (this.#secrets.size > mostForms && oldest !== undefined) this.#secrets.delete(oldest)
  }
}
