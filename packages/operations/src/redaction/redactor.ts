import { secretSpellings, type Value } from '@slipway/model'

/** Of the newest secrets. */
const mostForms = 50_000
/** No form is shorter. Fewer letters of a secret tell nothing of it, and are the end of many words. */
const shortestBeginning = 4

/** Of a text that was cut because of its length, also between quotes. */
const cutEnd = /\u2026"?$/

/** Takes the secrets of this run out of text that is not ours, such as the logs of plugins. */
export class Redactor {
  readonly #secrets = new Set<string>()
  /** By their first letters, so that a line is searched for all of them at once. */
  readonly #byStart = new Map<string, Set<string>>()

  /** Learns every secret in the value. */
  learn(value: Value): void {
    for (const form of secretSpellings(value)) this.#remember(form)
  }

  readonly redact = (line: string): string => {
    if (this.#secrets.size === 0) return line
    const [cut] = cutEnd.exec(line) ?? []
    const end = cut === undefined ? line.length : line.length - cut.length
    let text = ''
    let at = 0
    // Secrets that overlap go together: the rest of one would tell something of it.
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
    this.#secrets.delete(form)
    const start = form.slice(0, shortestBeginning)
    const forms = this.#byStart.get(start)
    forms?.delete(form)
    if (forms?.size === 0) this.#byStart.delete(start)
  }
}

/** How much of a line, from a place on, is one of them, or was the beginning of one before the line was cut. */
function longest(forms: Iterable<string>, line: string, at: number, cutAt: number | undefined): number {
  let length = 0
  for (const form of forms) {
    if (form.length > length && line.startsWith(form, at)) length = form.length
    else if (cutAt !== undefined && cutAt - at >= shortestBeginning && form.startsWith(line.slice(at, cutAt)))
      length = Math.max(length, cutAt - at)
  }
  return length
}
