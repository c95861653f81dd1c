/** Keeps the first bytes of a stream, and counts the rest. */
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

/** Keeps the last bytes of a stream, up to twice the limit while it runs. */
export class LastBytes {
  readonly #limit: number
  #kept: Buffer = Buffer.alloc(0)

  constructor(limit: number) {
    this.#limit = limit
  }

  add(chunk: Buffer): void {
    this.#kept = Buffer.concat([this.#kept, chunk.subarray(-this.#limit)])
    if (this.#kept.length > 2 * this.#limit) this.#kept = this.#kept.subarray(-this.#limit)
  }

  toString(): string {
    return this.#kept.subarray(-this.#limit).toString('utf8')
  }
}

/** The last lines of a text that say something. */
export function lastLines(text: string, count: number): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-count)
}
