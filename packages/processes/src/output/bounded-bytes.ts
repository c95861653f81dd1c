/** Keeps the first bytes of a stream and counts the rest. */
export class FirstBytes {
  readonly #limit: number
  readonly #chunks: Buffer[] = []
  #kept = 0
  #dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(chunk: Buffer): void {
    const fitting = chunk.subarray(0, this.#limit - this.#kept)
    if (fitting.length > 0) this.#chunks.push(fitting)
    this.#kept += fitting.length
    this.#dropped += chunk.length - fitting.length
  }

  get dropped(): number {
    return this.#dropped
  }

  toString(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}

/** Keeps the last bytes of a stream, up to twice the limit while it runs, and counts the bytes before. */
export class LastBytes {
  readonly #limit: number
  #chunks: Buffer[] = []
  #kept = 0
  #added = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(chunk: Buffer): void {
    this.#added += chunk.length
    this.#kept += chunk.length
    this.#chunks.push(chunk)
    // Cuts rarely, so that each byte is copied only a few times.
    if (this.#kept > 2 * this.#limit) this.#cut()
  }

  get dropped(): number {
    return Math.max(0, this.#added - this.#limit)
  }

  toString(): string {
    const bytes = this.#cut()
    let start = 0
    // The cut may fall into the middle of a character, of which at most three bytes are left.
    if (this.dropped > 0) while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
    return bytes.subarray(start).toString('utf8')
  }

  #cut(): Buffer {
    const bytes = Buffer.concat(this.#chunks).subarray(-this.#limit)
    this.#chunks = [bytes]
    this.#kept = bytes.length
    return bytes
  }
}
