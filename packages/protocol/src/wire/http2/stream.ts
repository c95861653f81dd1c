import type { Headers } from './field-rules.ts'
import { streamWindow } from './limits.ts'

/** The connection's view of one request and its answer; subclasses give them a meaning. */
export abstract class Stream {
  readonly id: number
  /** Bytes that the peer may still send. */
  receiveWindow = streamWindow
  /** Bytes that the peer still takes; known from when the stream is open. */
  sendWindow = 0
  /** The peer's headers have come. */
  hasBegun = false
  /** The peer sends nothing more. */
  hasEnded = false

  constructor(id: number) {
    this.id = id
  }

  /** First the head of an answer, then trailers; of a request only trailers, the head opens the stream. */
  abstract onHeaders(headers: Headers, ended: boolean): void
  abstract onData(piece: Buffer, ended: boolean): void
  /** The peer gave it up. */
  abstract onReset(code: number): void
  /** The peer broke the rules, so that this side has given it up. */
  abstract onBreach(reason: string): void
  /** A message of a stream that goes on is on its way: there is room for the next. */
  onTaken(): void {}
  /** Called once, before either of the two above, however the stream ended; the connection has already forgotten the stream. */
  abstract onGone(): void
}
