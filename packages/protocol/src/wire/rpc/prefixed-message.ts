/** The largest message that either side takes, in bytes: gRPC's usual limit, which the Go SDK keeps. */
export const defaultMaxMessageBytes = 4 * 1024 * 1024

/** Length of the prefix of each message: one byte that says whether it is compressed, four for its length. */
export const prefixBytes = 5

/** Writes the prefix of a message of `length` bytes at `at`. */
export function putPrefix(into: Buffer, at: number, length: number): void {
  into[at] = 0
  into.writeUInt32BE(length, at + 1)
}

export type MessageProblem = 'too-large' | 'compressed' | 'incomplete' | 'more-than-one'

/** Room reserved at once for a larger message, in bytes: no more than its sender may have sent without permission. */
const firstRoom = 64 * 1024
const empty: Buffer = Buffer.alloc(0)

/**
 * Assembles one message from the arriving pieces. Copies pieces of a message, however many and small they are: a kept piece would keep
 * everything alive that arrived with it.
 */
export class MessageCollector {
  readonly #limit: number
  /** The bytes so far, including the prefix, with room for more. A message that comes in one piece uses that piece. */
  #bytes: Buffer = empty
  #received = 0
  /** Expected number of bytes, including the prefix; unknown before the prefix has arrived. */
  #expected: number | undefined

  constructor(maxMessageBytes: number) {
    this.#limit = maxMessageBytes
  }

  /** Number of bytes that have not arrived yet; 0 while it is unknown. */
  get missing(): number {
    return this.#expected === undefined ? 0 : this.#expected - this.#received
  }

  /** Returns the problem with the bytes so far, if there is one. */
  add(piece: Buffer): MessageProblem | undefined {
    if (piece.length === 0) return undefined
    if (this.#expected !== undefined) return this.#append(piece)
    const start = this.#received === 0 ? piece : Buffer.concat([this.#bytes, piece])
    this.#received = start.length
    if (start.length < prefixBytes) {
      this.#bytes = Buffer.from(start)
      return undefined
    }
    if (start[0] !== 0) return 'compressed'
    const expected = start.readUInt32BE(1) + prefixBytes
    if (expected > this.#limit + prefixBytes) return 'too-large'
    if (start.length > expected) return 'more-than-one'
    this.#expected = expected
    if (start.length === expected) this.#bytes = start
    else this.#bytes = grown(start, Math.min(expected, Math.max(firstRoom, start.length)))
    return undefined
  }

  /** Returns the message without its prefix, when all of it has come. */
  message(): Buffer | MessageProblem {
    if (this.#expected === undefined || this.#received < this.#expected) return 'incomplete'
    return this.#bytes.subarray(prefixBytes)
  }

  #append(piece: Buffer): MessageProblem | undefined {
    if (piece.length > this.missing) return 'more-than-one'
    const needed = this.#received + piece.length
    if (needed > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#expected ?? needed)
    piece.copy(this.#bytes, this.#received)
    this.#received = needed
    return undefined
  }
}

function grown(start: Buffer, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  start.copy(bytes)
  return bytes
}
