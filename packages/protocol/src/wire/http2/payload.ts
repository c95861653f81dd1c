import { Flag, type Frame } from './frames.ts'
import { Http2Error } from './http2-error.ts'

/** Returns the payload without its padding. Fails with an Http2Error when there is more padding than payload. */
export function unpadded(payload: Buffer, flags: number): Buffer {
  if ((flags & Flag.padded) === 0) return payload
  const padding = payload[0]
  if (padding === undefined) throw tooShort()
  if (padding >= payload.length) throw new Http2Error('protocol', 'a frame is nothing but padding')
  return payload.subarray(1, payload.length - padding)
}

/** Returns the number that is the whole payload of a frame. Fails with an Http2Error if the payload has another length. */
export function numberIn({ payload }: Frame): number {
  if (payload.length !== 4) throw tooShort()
  return payload.readUInt32BE(0)
}

/** Returns the error for a payload that is shorter than its content. */
export function tooShort(): Http2Error {
  return new Http2Error('frameSize', 'a frame has the wrong size for its type')
}
