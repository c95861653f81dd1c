import type { Violation } from './facts.ts'

/** Looks for secrets where none may be: in what is told, and in what is recorded. */
export class Secrets {
  readonly #texts: string[] = []

  learn(secret: string): void {
    this.#texts.push(secret, Buffer.from(secret).toString('base64'))
  }

  /** Secrets that are marked as such do not show in JSON. */
  check(where: string, what: unknown): Violation | undefined {
    if (this.#texts.length === 0 || what === undefined) return undefined
    const text =
      what instanceof Error
        ? `${what.message}
${JSON.stringify(what)}`
        : JSON.stringify(what)
    const found = this.#texts.find((secret) => text.includes(secret))
    return found === undefined ? undefined : { rule: 'secrets', message: `${found} stands in plain text in ${where}` }
  }
}
