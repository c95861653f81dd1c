import { Http2Error } from './http2-error.ts'

/** The frame types of RFC 9113, section 6. */
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

/** The frame size in bytes that every peer takes; larger frames need its permission. */
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
  putPayloadLength(into, at, length)
  into[at + 3] = type
  into[at + 4] = flags
  into.writeUInt32BE(stream, at + 5)
}

/** Writes the payload's length into the frame header at `at`. */
function putPayloadLength(into: Buffer, at: number, length: number): void {
  into[at] = length >>> 16
  into[at + 1] = length >>> 8
  into[at + 2] = length
}

export function frameOf(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderBytes + payload.length)
  putFrameHeader(frame, 0, { type, flags, stream, length: payload.length })
  frame.set(payload, frameHeaderBytes)
  return frame
}

/** Makes a frame with one number of four bytes as its payload. */
export function numberFrame(type: number, stream: number, number: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(number, 0)
  return frameOf(type, 0, stream, payload)
}

/** A frame that has arrived only in part: its bytes so far, in a separate buffer. */
interface Begun {
  /** Room for the whole frame, or only for its header while the header is incomplete. */
  bytes: Buffer
  size: number
}

/** Cuts frames out of the arriving pieces, however they are split. It holds at most one unfinished frame. */
export class FrameSplitter {
  readonly #maxPayload: number
  #begun: Begun | undefined

  constructor(maxPayload: number) {
    this.#maxPayload = maxPayload
  }

  /** Calls `take` for each complete frame. Fails with an Http2Error on a frame that is larger than allowed. */
  push(piece: Buffer, take: (frame: Frame) => void): void {
    let at = this.#begun === undefined ? 0 : this.#continue(this.#begun, piece, take)
    while (piece.length - at >= frameHeaderBytes) {
      const end = at + frameHeaderBytes + this.#payloadLength(piece, at)
      if (end > piece.length) break
      take(frameIn(piece, at, end))
      at = end
    }
    if (at >= piece.length) return
    this.#begun = { bytes: Buffer.allocUnsafe(frameHeaderBytes), size: 0 }
    this.#continue(this.#begun, piece.subarray(at), take)
  }

  /** Adds the part of the piece that belongs to the frame, and returns the length of that part. */
  #continue(begun: Begun, piece: Buffer, take: (frame: Frame) => void): number {
    let at = this.#fill(begun, piece, 0)
    if (begun.size < frameHeaderBytes) return at
    if (begun.bytes.length === frameHeaderBytes) {
      const whole = Buffer.allocUnsafe(frameHeaderBytes + this.#payloadLength(begun.bytes, 0))
      begun.bytes.copy(whole)
      begun.bytes = whole
    }
    at = this.#fill(begun, piece, at)
    if (begun.size < begun.bytes.length) return at
    this.#begun = undefined
    take(frameIn(begun.bytes, 0, begun.size))
    return at
  }

  #fill(begun: Begun, piece: Buffer, at: number): number {
    const copied = piece.copy(begun.bytes, begun.size, at)
    begun.size += copied
    return at + copied
  }

  #payloadLength(bytes: Buffer, at: number): number {
    const length = bytes.readUIntBE(at, 3)
    if (length > this.#maxPayload) throw new Http2Error('frameSize', `a frame of ${length} bytes was not allowed`)
    return length
  }
}

function frameIn(bytes: Buffer, at: number, end: number): Frame {
  const start = at + frameHeaderBytes
  const stream = bytes.readUInt32BE(start - 4) & 0x7fffffff
  const type = bytes[start - 6] as number
  return { type, flags: bytes[start - 5] as number, stream, payload: bytes.subarray(start, end) }
}
