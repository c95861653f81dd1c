import { Http2Error } from './http2-error.ts'

/** RFC 9113, section 6. */
export const FrameType = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

export const Flag = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const

export const frameHeaderBytes = 9

/** Every peer takes frames of this size; more only when it says so. */
export const defaultFrameSize = 16_384

export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** Writes the nine bytes before a payload of `length` bytes at `at`. */
export function putFrameHeader(
  into: Buffer,
  at: number,
  { type, flags, stream, length }: { type: number; flags: number; stream: number; length: number },
): void {
  into[at] = length >>> 16
  into[at + 1] = length >>> 8
  into[at + 2] = length
  into[at + 3] = type
  into[at + 4] = flags
  into.writeUInt32BE(stream, at + 5)
}

export function frameOf(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderBytes + payload.length)
  putFrameHeader(frame, 0, { type, flags, stream, length: payload.length })
  frame.set(payload, frameHeaderBytes)
  return frame
}

/** A frame whose payload is one number of four bytes. */
export function numberFrame(type: number, stream: number, number: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(number, 0)
  return frameOf(type, 0, stream, payload)
}

/** Cuts frames out of what arrives, in whatever pieces that is. */
export class FrameSplitter {
  readonly #maxPayload: number
  #pieces: Buffer[] = []
  #size = 0

  constructor(maxPayload: number) {
    this.#maxPayload = maxPayload
  }

  /** Calls `take` for each frame that is whole. Fails with an Http2Error on one that is larger than allowed. */
  push(piece: Buffer, take: (frame: Frame) => void): void {
    this.#pieces.push(piece)
    this.#size += piece.length
    if (this.#size < this.#needed()) return
    const bytes = this.#join()
    let at = 0
    while (bytes.length - at >= frameHeaderBytes) {
      const length = this.#payloadLength(bytes, at)
      const start = at + frameHeaderBytes
      if (bytes.length - start < length) break
      at = start + length
      const stream = bytes.readUInt32BE(start - 4) & 0x7fffffff
      const type = bytes[start - 6] as number
      take({ type, flags: bytes[start - 5] as number, stream, payload: bytes.subarray(start, at) })
    }
    this.#pieces = at < bytes.length ? [bytes.subarray(at)] : []
    this.#size = bytes.length - at
  }

  /** Bytes of the frame that has begun; of its header while that is not whole. */
  #needed(): number {
    if (this.#size < frameHeaderBytes) return frameHeaderBytes
    const [first] = this.#pieces
    const head = first !== undefined && first.length >= frameHeaderBytes ? first : this.#join()
    return frameHeaderBytes + this.#payloadLength(head, 0)
  }

  #payloadLength(bytes: Buffer, at: number): number {
    const length = bytes.readUIntBE(at, 3)
    if (length > this.#maxPayload) throw new Http2Error('frameSize', `a frame of ${length} bytes was not allowed`)
    return length
  }

  #join(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0] as Buffer
  }
}
