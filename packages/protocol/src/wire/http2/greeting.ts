import { Flag, type Frame, FrameType } from './frames.ts'
import { Http2Error } from './http2-error.ts'

export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Checks the beginning of a connection by the peer: RFC 9113, 3.4. */
export class Greeting {
  /** The bytes of the preface that have not arrived yet; a server sends none. */
  #left: Buffer
  #hasSettings = false

  constructor(isFromClient: boolean) {
    this.#left = isFromClient ? preface : Buffer.alloc(0)
  }

  /** Returns the bytes behind the preface. Fails with an Http2Error when the preface is wrong. */
  after(piece: Buffer): Buffer {
    if (this.#left.length === 0) return piece
    const part = piece.subarray(0, this.#left.length)
    if (!part.equals(this.#left.subarray(0, part.length)))
      throw new Http2Error('protocol', 'the peer does not speak HTTP/2')
    this.#left = this.#left.subarray(part.length)
    return piece.subarray(part.length)
  }

  /** Fails with an Http2Error when another frame comes before the settings. */
  check({ type, flags }: Frame): void {
    if (this.#hasSettings) return
    if (type !== FrameType.settings || (flags & Flag.ack) !== 0)
      throw new Http2Error('protocol', 'the peer does not begin with its settings')
    this.#hasSettings = true
  }
}
