/**
 * What was typed or pasted behind an answer: it comes in the same piece, before the next question is asked, and would be lost
 * with the reader of the first.
 */
export class TypedAhead {
  readonly #input: NodeJS.ReadableStream
  #text = ''
  readonly #collect = (text: string | undefined): void => {
    this.#text += text ?? ''
  }

  constructor(input: NodeJS.ReadableStream) {
    this.#input = input
  }

  /** To be called as soon as an answer is whole and nobody reads any more: keeps the rest of the piece that it came in. */
  keepRest(): void {
    this.#input.on('keypress', this.#collect)
    setImmediate(() => this.#input.off('keypress', this.#collect))
  }

  /** The next answer, as far as it is typed already. */
  take(): { readonly text: string; readonly isWhole: boolean } {
    const end = this.#text.search(/[\r\n]/)
    const isWhole = end !== -1
    const text = isWhole ? this.#text.slice(0, end) : this.#text
    this.#text = isWhole ? this.#text.slice(end + 1) : ''
    return { text, isWhole }
  }

  /** Input meant for something else must not answer the next question. */
  forget(): void {
    this.#text = ''
  }
}
