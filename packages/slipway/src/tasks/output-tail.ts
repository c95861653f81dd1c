import { StringDecoder } from 'node:string_decoder'

/** Keeps the end of an output that may be of any size. Limits are in UTF-16 code units. */
export class OutputTail {
  readonly #limit: number
  readonly #decoders = new Map<unknown, StringDecoder>()
  #text = ''
  #dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Characters that came before what is kept. */
  get dropped(): number {
    return this.#dropped + Math.max(0, this.#text.length - this.#limit)
  }

  get text(): string {
    return this.#text.slice(-this.#limit)
  }

  /** `source` tells streams apart: a character may come in two pieces. */
  add(chunk: Buffer, source: unknown): void {
    const decoder = this.#decoders.get(source) ?? new StringDecoder('utf8')
    this.#decoders.set(source, decoder)
    this.#text += decoder.write(chunk)
    // Cut seldom, so that each character is copied a few times at most.
    if (this.#text.length <= 2 * this.#limit) return
    this.#dropped += this.#text.length - this.#limit
    this.#text = this.#text.slice(-this.#limit)
  }
}
