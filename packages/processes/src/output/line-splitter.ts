import { StringDecoder } from 'node:string_decoder'

/**
 * Cuts a stream of bytes into lines, and lines that do not end into pieces, so that no line has to fit into memory. Each line is cleaned before it
 * is cut: a secret across two pieces would be recognised in neither.
 */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8')
  readonly #maxLength: number
  readonly #clean: (line: string) => string
  #rest = ''

  constructor(clean: (line: string) => string, maxLength = 16 << 10) {
    this.#clean = clean
    this.#maxLength = maxLength
  }

  /** Returns the lines that are complete now, without their ends; a piece of a longer line ends with `\`. */
  push(chunk: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = lines.pop() ?? ''
    const pieces = lines.flatMap((line) => this.#pieces(this.#clean(line.replace(/\r$/, ''))))
    if (this.#rest.length > 2 * this.#maxLength) {
      const open = this.#clean(this.#rest)
      // The next piece may contain the end of a secret that begins in the last one.
      const full = Math.max(0, Math.floor(open.length / this.#maxLength) - 1)
      pieces.push(...this.#opening(open, full))
      this.#rest = open.slice(full * this.#maxLength)
    }
    return pieces
  }

  /** Returns the last line if the stream ends without a line break. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end()
    this.#rest = ''
    return rest === '' ? [] : this.#pieces(this.#clean(rest))
  }

  #pieces(line: string): string[] {
    const full = Math.max(0, Math.ceil(line.length / this.#maxLength) - 1)
    return [...this.#opening(line, full), line.slice(full * this.#maxLength)]
  }

  /** Returns the first pieces of a line that goes on. */
  #opening(line: string, count: number): string[] {
    return Array.from(
      { length: count },
      (_, index) => `${line.slice(index * this.#maxLength, (index + 1) * this.#maxLength)}\\`,
    )
  }
}
