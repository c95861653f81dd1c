/** Error codes of RFC 9113, section 7. */
export const ErrorCode = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const

export type ErrorName = keyof typeof ErrorCode

/** An error for a peer that breaks the rules of HTTP/2 in a way that ends the connection. */
export class Http2Error extends Error {
  override readonly name = 'Http2Error'
  readonly code: number

  constructor(name: ErrorName, message: string) {
    super(message)
    this.code = ErrorCode[name]
  }
}
