import { secretTexts, spellingsOfSecret, type Value } from '@slipway/model'

/** Maximum number of remembered forms; the newest ones stay. */
const mostForms = 50_000
/** Minimum length of a form. Fewer characters reveal nothing about a secret and occur at the end of many words. */
const shortestBeginning = 4

/** The end of a text cut for length, possibly in quotes. */
const cutEnd = /\u2026"?$/

/** Redacts the secrets of this run in foreign text, such as the logs of plugins. */
export class Redactor {
  readonly #secrets = new Set<string>()
  /** Forms by their first letters, to search a line for all at once. */
  readonly #byStart = new Map<string, Set<string>>()
  /** Texts whose forms are all remembered. A run records the same secrets again and again. */
  readonly #learned = new Set<string>()

  /** Learns every secret in the value. */
  learn(value: Value): void {
    for (const text of secretTexts(value)) {
      if (this.#learned.has(text)) continue
      this.#learned.add(text)
      for (const form of spellingsOfSecret(text)) this.#remember(form)
    }
  }

  readonly redact = (line: string): string => {
    if (this.#secrets.size === 0) return line
    const [cut] = cutEnd.exec(line) ?? []
    const end = cut === undefined ? line.length : line.length - cut.length
    let text = ''
    let at = 0
    // Overlapping secrets are redacted as one, because the remainder of one would reveal something.
    for (const [from, to] of this.#found(line, end, cut !== undefined)) {
      text += `${line.slice(at, from)}(secret)`
      at = to
    }
    return at === 0 ? line : text + line.slice(at)
  };

  *#found(line: string, end: number, isCut: boolean): Generator<readonly [number, number]> {
    let from = 0
    let to = 0
    for (let at = 0; at <= line.length - shortestBeginning; at++) {
      const forms = this.#byStart.get(line.slice(at, at + shortestBeginning))
      const length = forms === undefined ? 0 : longest(forms, line, at, isCut ? end : undefined)
      if (length === 0) continue
      if (at >= to) {
        if (to > from) yield [from, to]
        from = at
      }
      to = Math.max(to, at + length)
    }
    if (to > from) yield [from, to]
  }

  #remember(form: string): void {
    this.#secrets.add(form)
    const start = form.slice(0, shortestBeginning)
    const forms = this.#byStart.get(start) ?? new Set()
    this.#byStart.set(start, forms.add(form))
    const [oldest] = this.#secrets
    if (this.#secrets.size > mostForms && oldest !== undefined) this.#forget(oldest)
  }

  #forget(form: string): void {
    this.#learned.clear()
    this.#secrets.delete(form)
    const start = form.slice(0, shortestBeginning)
    const forms = this.#byStart.get(start)
    forms?.delete(form)
    if (forms?.size === 0) this.#byStart.delete(start)
  }
}

/** Returns the length of the longest form at a position of the line, or of the beginning of a form that the line's cut truncated. */
function longest(forms: Iterable<string>, line: string, at: number, cutAt: number | undefined): number {
  let length = 0
  for (const form of forms) {
    if (form.length > length && line.startsWith(form, at)) length = form.length
    else if (cutAt !== undefined && cutAt - at >= shortestBeginning && form.startsWith(line.slice(at, cutAt)))
      length = Math.max(length, cutAt - at)
  }
  return length
}
