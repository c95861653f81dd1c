import { StringDecoder } from 'node:string_decoder'

/** Cuts a stream of bytes into lines, and lines that do not end into pieces, so that none is held in memory whole. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8')
  readonly #maxLength: number
  #rest = ''

  constructor(maxLength = 16 << 10) {
    this.#maxLength = maxLength
  }

  /** The lines that are complete now, without their ends; a piece of a longer line ends with `\`. */
  push(chunk: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = lines.pop() ?? ''
    const pieces = lines.flatMap((line) => this.#pieces(line.replace(/\r$/, '')))
    if (this.#rest.length > this.#maxLength) {
      const open = this.#pieces(this.#rest)
      this.#rest = open.pop() ?? ''
      pieces.push(...open)
    }
    return pieces
  }

  /** What is left when the stream has ended. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end()
    this.#rest = ''
    return rest === '' ? [] : this.#pieces(rest)
  }

  #pieces(line: string): string[] {
    if (line.length <= this.#maxLength) return [line]
    const pieces: string[] = []
    for (let at = 0; at < line.length; at += this.#maxLength) pieces.push(line.slice(at, at + this.#maxLength))
    return pieces.map((piece, index) => (index < pieces.length - 1 ? `${piece}\\` : piece))
  }
}
