import type { Socket } from 'node:net'

import { defaultFrameSize, Flag, frameHeaderBytes, frameOf, FrameType, putFrameHeader } from './frames.ts'
import { Http2Error } from './http2-error.ts'
import { largestSent, maxUnreadBytes, maxUnsentBytes, streamWindow } from './limits.ts'
import { maxWindow } from './settings.ts'
import type { Stream } from './stream.ts'

/**
 * A message that is ready for a stream: `head` holds whole frames; 9 free bytes, the body and more whole frames follow. The body is never
 * empty: each message has its prefix.
 */
export interface Outgoing {
  readonly bytes: Buffer
  readonly headBytes: number
  readonly tailBytes: number
  /** Whether more follows on the stream, so that neither body nor tail ends it. */
  readonly goesOn?: boolean
}

/** A body that waits until the peer takes more of it. */
interface Waiting<S> {
  readonly stream: S
  body: Buffer
  readonly tail: Buffer
  readonly goesOn: boolean
}

/**
 * The most frames in one write. The peer gets a part of a burst of calls while this side still makes the rest: the peer works on one half,
 * and answers it, while this side works on the other. With a single write, the two sides would repeatedly wait for each other.
 */
const framesPerWrite = 16

/**
 * The outgoing frames of one connection. Respects the windows of the peer and the capacity of the socket. A body that has not left yet can
 * still be cancelled.
 */
export class Outbox<S extends Stream> {
  readonly #socket: Socket
  /** Called when the whole body and tail of a stream are on their way, with the number of data frames that moved something as `frames`. */
  readonly #onSent: (stream: S, goesOn: boolean) => void
  readonly #onMoved: (frames: number) => void
  readonly #waiting = new Map<S, Waiting<S>>()
  /** The streams whose own window has room and which wait only for the connection. */
  readonly #ready = new Set<Waiting<S>>()
  #queue: Buffer[] = []
  #queuedBytes = 0
  #waitingBytes = 0
  #window = streamWindow
  #streamWindow = streamWindow
  #frameSize = defaultFrameSize
  #mustResizeTable = false

  constructor(socket: Socket, onSent: (stream: S, goesOn: boolean) => void, onMoved: (frames: number) => void) {
    this.#socket = socket
    this.#onSent = onSent
    this.#onMoved = onMoved
    socket.on('drain', () => this.#sendReady())
  }

  /** The peer's window for a new stream. */
  get streamWindow(): number {
    return this.#streamWindow
  }

  /** Number of bytes of bodies that wait until the peer takes them. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Puts bytes on their way. Frames put within one turn of the event loop leave in few writes. */
  put(bytes: Buffer): void {
    this.#queuedBytes += bytes.length
    const queued = this.#queue.push(bytes)
    if (queued === 1) process.nextTick(() => this.#flushAndGoOn())
    else if (queued === framesPerWrite) this.flush()
  }

  /**
   * Sends a frame that answers the peer.
   * @throws Http2Error like `expectReader`
   */
  reply(frame: Buffer): void {
    this.expectReader()
    this.put(frame)
  }

  /** Fails with an Http2Error when the peer does not read the answers that it causes. */
  expectReader(): void {
    if (this.#socket.writableLength > maxUnreadBytes)
      throw new Http2Error('enhanceYourCalm', 'the peer asks without reading the answers')
  }

  /** Sends a message. Without a tail the body ends the stream, unless the stream goes on. */
  send(stream: S, { bytes, headBytes, tailBytes, goesOn = false }: Outgoing): void {
    const bodyAt = headBytes + frameHeaderBytes
    const length = bytes.length - bodyAt - tailBytes
    if (length <= this.#window && length <= stream.sendWindow && length <= this.#frameSize && this.#isClear) {
      const flags = tailBytes === 0 && !goesOn ? Flag.endStream : 0
      putFrameHeader(bytes, headBytes, { type: FrameType.data, flags, stream: stream.id, length })
      this.#window -= length
      stream.sendWindow -= length
      this.#onMoved(1)
      this.put(bytes)
      this.#onSent(stream, goesOn)
      return
    }
    if (headBytes > 0) this.putHead(bytes.subarray(0, headBytes))
    const tailAt = bytes.length - tailBytes
    const waiting = { stream, body: bytes.subarray(bodyAt, tailAt), tail: bytes.subarray(tailAt), goesOn }
    this.#waiting.set(stream, waiting)
    this.#waitingBytes += waiting.body.length
    this.#ready.add(waiting)
    this.#sendReady()
  }

  /** Puts a frame of headers. */
  putHead(frame: Buffer): void {
    this.put(this.#mustResizeTable ? this.#withEmptyTable(frame) : frame)
  }

  /** Drops a body that has not left; false when there is none. */
  cancel(stream: S): boolean {
    const waiting = this.#waiting.get(stream)
    if (waiting === undefined) return false
    this.#ready.delete(waiting)
    this.#waitingBytes -= waiting.body.length
    return this.#waiting.delete(stream)
  }

  /** Records that the peer takes more of a stream. Returns false when the window exceeds the maximum. */
  growStream(stream: S, bytes: number): boolean {
    if (stream.sendWindow + bytes > maxWindow) return false
    stream.sendWindow += bytes
    this.#wake(stream)
    this.#sendReady()
    return true
  }

  /** Records that the peer takes more of all streams together. Fails with an Http2Error when the window exceeds the maximum. */
  grow(bytes: number): void {
    if (this.#window + bytes > maxWindow) throw tooLarge()
    this.#window += bytes
    this.#sendReady()
  }

  /**
   * Sets the peer's window for new streams, and changes open ones by the difference. Fails with an Http2Error when a window exceeds the
   * maximum.
   */
  setStreamWindow(bytes: number, streams: Iterable<S>): void {
    const more = bytes - this.#streamWindow
    this.#streamWindow = bytes
    for (const stream of streams) {
      if (stream.sendWindow + more > maxWindow) throw tooLarge()
      stream.sendWindow += more
      this.#wake(stream)
    }
    this.#sendReady()
  }

  setFrameSize(bytes: number): void {
    this.#frameSize = Math.min(bytes, largestSent)
  }

  /**
   * Reacts to a new table size. This side keeps nothing in the peer's table, but must announce the new size in the next headers when the
   * peer makes the table smaller.
   */
  setTableSize(bytes: number): void {
    if (bytes < defaultTableSize) this.#mustResizeTable = true
  }

  flush(): void {
    const queue = this.#queue
    if (queue.length === 0) return
    this.#queue = []
    this.#queuedBytes = 0
    if (this.#socket.writable) this.#socket.write(queue.length === 1 ? (queue[0] as Buffer) : Buffer.concat(queue))
  }

  clear(): void {
    this.#waiting.clear()
    this.#waitingBytes = 0
    this.#ready.clear()
  }

  /** Flushes, then goes on at once: a write that the system takes at once causes no event. */
  #flushAndGoOn(): void {
    this.flush()
    this.#sendReady()
  }

  get #unsentBytes(): number {
    return this.#queuedBytes + this.#socket.writableLength
  }

  get #isClear(): boolean {
    return this.#ready.size === 0 && !this.#mustResizeTable && this.#unsentBytes <= maxUnsentBytes
  }

  #wake(stream: S): void {
    const waiting = this.#waiting.get(stream)
    if (waiting !== undefined && stream.sendWindow > 0) this.#ready.add(waiting)
  }

  #sendReady(): void {
    for (const waiting of this.#ready) {
      while (this.#sendSome(waiting));
      if (this.#window <= 0 || this.#unsentBytes > maxUnsentBytes) return
    }
  }

  /** Sends a part of a body. Returns false when no more of it leaves for now. */
  #sendSome(waiting: Waiting<S>): boolean {
    const { stream, body, tail, goesOn } = waiting
    if (this.#unsentBytes > maxUnsentBytes) return false
    const length = Math.min(body.length, stream.sendWindow, this.#window, this.#frameSize)
    if (length <= 0) {
      if (this.#window > 0) this.#ready.delete(waiting)
      return false
    }
    waiting.body = body.subarray(length)
    this.#waitingBytes -= length
    stream.sendWindow -= length
    this.#window -= length
    const isLast = waiting.body.length === 0
    const flags = isLast && tail.length === 0 && !goesOn ? Flag.endStream : 0
    this.#onMoved(1)
    this.put(frameOf(FrameType.data, flags, stream.id, body.subarray(0, length)))
    if (!isLast) return true
    if (tail.length > 0) this.put(tail)
    this.cancel(stream)
    this.#onSent(stream, goesOn)
    return false
  }

  /** Adds an instruction before the headers of a frame that empties the table: RFC 7541, 6.3. */
  #withEmptyTable(frame: Buffer): Buffer {
    this.#mustResizeTable = false
    const block = Buffer.concat([Buffer.of(0x20), frame.subarray(frameHeaderBytes)])
    return frameOf(FrameType.headers, frame[4] as number, frame.readUInt32BE(5), block)
  }
}

const defaultTableSize = 4096

function tooLarge(): Http2Error {
  return new Http2Error('flowControl', 'a window is larger than the protocol allows')
}
