import { revealed } from '@slipway/model'
import type { Committed } from '../command/committed.ts'
import type { Violation } from './facts.ts'

/** Looks for secrets in messages and records, where they must not be. */
export class Secrets {
  readonly #committed: Committed
  /** The secret behind each spelling. */
  readonly #texts = new Map<string, string>()
  /** The secrets in the blueprint. */
  #written: ReadonlySet<string> = new Set()

  constructor(committed: Committed) {
    this.#committed = committed
  }

  /** @param written all secrets of the present blueprint */
  learn(written: readonly string[]): void {
    this.#written = new Set(written)
    for (const secret of written) {
      this.#texts.set(secret, secret)
      this.#texts.set(Buffer.from(secret).toString('base64'), secret)
    }
  }

  /** Values that are marked as secret do not appear in JSON. */
  check(where: string, what: unknown): Violation | undefined {
    if (this.#texts.size === 0 || what === undefined) return undefined
    const text =
      what instanceof Error
        ? `${what.message}
${JSON.stringify(what)}`
        : JSON.stringify(what)
    for (const [found, secret] of this.#texts)
      if (text.includes(found) && this.#isKnown(secret))
        return { rule: 'secrets', message: `${found} stands in plain text in ${where}` }
    return undefined
  }

  /** That a text was a secret once, of something that nobody has any more, is recorded nowhere: what is found outside may contain it. */
  #isKnown(secret: string): boolean {
    if (this.#written.has(secret)) return true
    const { rows, intents } = this.#committed
    return [...rows.values(), ...Array.from(intents.values(), ({ resource }) => resource)].some(
      ({ spec }) => !JSON.stringify(spec).includes(secret) && JSON.stringify(revealed(spec)).includes(secret),
    )
  }
}
