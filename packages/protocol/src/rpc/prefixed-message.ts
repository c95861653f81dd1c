/** Largest message that either side takes, in bytes: gRPC's usual limit, which the Go SDK keeps. */
export const defaultMaxMessageBytes = 4 * 1024 * 1024

/** Before each message: one byte that says whether it is compressed, four for its length. */
export const prefixBytes = 5

/** Writes the prefix of a message of `length` bytes at `at`. */
export function putPrefix(into: Buffer, at: number, length: number): void {
  into[at] = 0
  into.writeUInt32BE(length, at + 1)
}

export type MessageProblem = 'too-large' | 'compressed' | 'incomplete' | 'more-than-one'

/** Puts one message together from the pieces in which it arrives. Never holds more than the limit. */
export class MessageCollector {
  readonly #limit: number
  #pieces: Buffer[] = []
  #received = 0
  /** Prefix included; unknown before the prefix has arrived. */
  #expected: number | undefined

  constructor(maxMessageBytes: number) {
    this.#limit = maxMessageBytes
  }

  /** What is wrong with what came so far, if anything is. */
  add(piece: Buffer): MessageProblem | undefined {
    this.#pieces.push(piece)
    this.#received += piece.length
    if (this.#expected === undefined && this.#received >= prefixBytes) {
      const prefix = this.#joined()
      if (prefix[0] !== 0) return 'compressed'
      this.#expected = prefix.readUInt32BE(1) + prefixBytes
    }
    if (this.#expected === undefined) return undefined
    if (this.#expected > this.#limit + prefixBytes) return 'too-large'
    return this.#received > this.#expected ? 'more-than-one' : undefined
  }

  /** The message without its prefix, when all of it has come. */
  message(): Buffer | MessageProblem {
    if (this.#expected === undefined || this.#received < this.#expected) return 'incomplete'
    return this.#joined().subarray(prefixBytes)
  }

  #joined(): Buffer {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0] as Buffer
  }
}
