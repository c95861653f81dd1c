import { isList, isMap, Secret, type Value } from '@slipway/model'

/** Shorter ones would turn ordinary words into holes. */
const shortest = 4
/** Of the newest secrets; looking for each costs some nanoseconds a line. */
const mostForms = 10_000

/** Takes the secrets of this run out of text that is not ours, such as the logs of plugins. */
export class Redactor {
  readonly #secrets = new Set<string>()

  /** Learns every secret in the value. */
  learn(value: Value): void {
    if (value instanceof Secret) this.#learnPlain(value.value)
    else if (isList(value)) for (const item of value) this.learn(item)
    else if (isMap(value)) for (const key in value) this.learn(value[key] as Value)
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

  #learnPlain(value: Value): void {
    if (typeof value === 'string') {
      for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), base64(value)]) {
        if (form.length >= shortest) this.#remember(form)
      }
    } else if (isList(value)) for (const item of value) this.#learnPlain(item)
    else if (isMap(value)) for (const key in value) this.#learnPlain(value[key] as Value)
  }
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
