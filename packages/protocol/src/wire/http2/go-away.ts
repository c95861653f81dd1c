import { frameOf, FrameType } from './frames.ts'
import { ErrorCode, Http2Error } from './http2-error.ts'

const fixedBytes = 8
/** The longest reason that is sent and read, in bytes. */
const maxReasonBytes = 200

/** Makes the frame of RFC 9113, 6.8. The reason is for the peer's log. */
export function goAwayFrame(lastStream: number, code: number, reason: string): Buffer {
  const text = Buffer.from(reason, 'latin1').subarray(0, maxReasonBytes)
  const payload = Buffer.alloc(fixedBytes + text.length)
  payload.writeUInt32BE(lastStream, 0)
  payload.writeUInt32BE(code, 4)
  payload.set(text, fixedBytes)
  return frameOf(FrameType.goAway, 0, 0, payload)
}

/** Reads the frame; the reason is absent when the peer reports no error. Fails with an Http2Error when the payload is cut off. */
export function readGoAway(payload: Buffer): [lastStream: number, reason: string | undefined] {
  if (payload.length < fixedBytes) throw new Http2Error('frameSize', 'the peer ended the connection without a reason')
  const lastStream = payload.readUInt32BE(0) & 0x7fffffff
  const code = payload.readUInt32BE(4)
  if (code === ErrorCode.none) return [lastStream, undefined]
  const words = payload.toString('latin1', fixedBytes, fixedBytes + maxReasonBytes).replaceAll(/[^ -~]/g, '')
  return [lastStream, `HTTP/2 error ${code}${words === '' ? '' : `: ${words}`}`]
}
