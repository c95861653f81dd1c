/**
 * Input that was typed or pasted after an answer. It arrives in the same piece, before the next question, and would be lost with the reader of the
 * first answer.
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

  /** Keeps the rest of an answer's piece. Call this as soon as an answer is complete and nothing reads any more. */
  keepRest(): void {
    this.#input.on('keypress', this.#collect)
    setImmediate(() => this.#input.off('keypress', this.#collect))
  }

  /** The part of the next answer that is already typed. */
  take(): { readonly text: string; readonly isWhole: boolean } {
    const end = this.#text.search(/[\r\n]/)
    const isWhole = end !== -1
    const text = isWhole ? this.#text.slice(0, end) : this.#text
    this.#text = isWhole ? this.#text.slice(end + 1) : ''
    return { text, isWhole }
  }

  /** Drops the input: text meant for something else must not answer the next question. */
  forget(): void {
    this.#text = ''
  }
}
