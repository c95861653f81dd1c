import type { Headers } from './field-rules.ts'
import { streamWindow } from './limits.ts'

/** The connection's view of one request and its answer; subclasses give them a meaning. */
export abstract class Stream {
  readonly id: number
  /** Number of bytes that the peer may still send. */
  receiveWindow = streamWindow
  /** Number of bytes that the peer still takes; known once the stream is open. */
  sendWindow = 0
  /** Whether the peer's headers have come. */
  hasBegun = false
  /** Whether the peer has sent its last frame. */
  hasEnded = false

  constructor(id: number) {
    this.id = id
  }

  /** Receives headers: of an answer first the head, then trailers; of a request only trailers, because its head opens the stream. */
  abstract onHeaders(headers: Headers, ended: boolean): void
  abstract onData(piece: Buffer, ended: boolean): void
  /** Called when the peer gave the stream up. */
  abstract onReset(code: number): void
  /** Called when the peer broke the rules, so that this side has given the stream up. */
  abstract onBreach(reason: string): void
  /** Called when a message of a stream that goes on is on its way: there is room for the next. */
  onTaken(): void {}
  /** Called once, before `onReset` or `onBreach`, however the stream ended; the connection has already forgotten the stream. */
  abstract onGone(): void
}
