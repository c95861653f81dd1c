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

/**
 * Puts one message together from the pieces in which it arrives. Holds the message and nothing else, in however many and
 * however small pieces a peer sends it: a piece that is kept would keep all that arrived with it.
 */
export class MessageCollector {
  readonly #limit: number
  /** Prefix included. While it is not whole: what has come, in one piece or copied together. */
  #bytes: Buffer = Buffer.alloc(0)
  #received = 0
  /** Prefix included; unknown before the prefix has arrived. */
  #expected: number | undefined

  constructor(maxMessageBytes: number) {
    this.#limit = maxMessageBytes
  }

  /** What is wrong with what came so far, if anything is. */
  add(piece: Buffer): MessageProblem | undefined {
    if (piece.length === 0) return undefined
    if (this.#expected !== undefined) return this.#append(piece)
    const start = this.#received === 0 ? piece : Buffer.concat([this.#bytes, piece])
    this.#received = start.length
    this.#bytes = start
    if (start.length < prefixBytes) return undefined
    if (start[0] !== 0) return 'compressed'
    const expected = start.readUInt32BE(1) + prefixBytes
    this.#expected = expected
    if (expected > this.#limit + prefixBytes) return 'too-large'
    if (start.length >= expected) return start.length > expected ? 'more-than-one' : undefined
    this.#bytes = Buffer.allocUnsafe(expected)
    start.copy(this.#bytes)
    return undefined
  }

  /** The message without its prefix, when all of it has come. */
  message(): Buffer | MessageProblem {
    if (this.#expected === undefined || this.#received < this.#expected) return 'incomplete'
    return this.#bytes.subarray(prefixBytes)
  }

  #append(piece: Buffer): MessageProblem | undefined {
    if (this.#received + piece.length > this.#bytes.length) return 'more-than-one'
    piece.copy(this.#bytes, this.#received)
    this.#received += piece.length
    return undefined
  }
}
