import type { Socket } from 'node:net'

import { messageOf } from '@slipway/model'

import {
  defaultFrameSize,
  Flag,
  type Frame,
  frameHeaderBytes,
  frameOf,
  FrameSplitter,
  FrameType,
  numberFrame,
  putFrameHeader,
} from './frames.ts'
import { HeaderDecoder, type Headers } from './header-decoder.ts'
import { ErrorCode, Http2Error } from './http2-error.ts'
import { decodeSettings, encodeSettings, Setting } from './settings.ts'

/** What a connection tells of one request and its answer. */
export interface Stream {
  readonly id: number
  /** `ended`: nothing more comes. */
  onHeaders(headers: Headers, ended: boolean): void
  onData(piece: Buffer, ended: boolean): void
  /** The peer gave it up. */
  onReset(code: number): void
}

export interface ConnectionEvents {
  /** Headers of a stream that is not open: the peer opens it. */
  onOpen(id: number, headers: Headers, ended: boolean): void
  /** Once, and then nothing more comes: why the connection ended, when somebody knows. */
  onEnd(reason: string | undefined): void
  /** The peer takes no streams above `lastStream`. */
  onGoAway(lastStream: number): void
  /** The peer may take more streams than before: it said so, or one of them has ended. */
  onRoom(): void
}

/** A message that is ready for a stream: `head` is whole frames, then come 9 free bytes, the body, whole frames again. */
export interface Outgoing {
  readonly bytes: Buffer
  readonly headBytes: number
  readonly tailBytes: number
}

/** A body that waits for the peer to take more of it. */
interface Waiting {
  body: Buffer
  readonly tail: Buffer
  /** What the peer takes of this stream. */
  window: number
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Flow control is for slow networks; between two processes of one machine it only costs round trips. */
const connectionWindow = 256 * 1024 * 1024
const defaultWindow = 65_535
const ownFrameSize = 1024 * 1024
const maxHeaderBytes = 64 * 1024
/** Calls that a server has open at a time for one client; further ones wait at the client. */
export const maxOpenStreams = 4096
/** Answers to pings and settings that a peer asks for and does not read. */
const maxUnread = 64 * 1024 * 1024

/**
 * HTTP/2 in clear text (RFC 9113) as far as unary calls of gRPC between two processes of one machine need it: no
 * push, no priorities. The peer's rules are kept (windows, frame sizes); a peer that breaks ours ends the connection.
 */
export class Connection<S extends Stream> {
  readonly streams = new Map<number, S>()
  readonly #socket: Socket
  readonly #events: ConnectionEvents
  readonly #isServer: boolean
  readonly #splitter = new FrameSplitter(ownFrameSize)
  readonly #decoder = new HeaderDecoder()
  readonly #waiting = new Map<number, Waiting>()
  /** What the peer takes of a stream above its initial window, where it has said so. */
  readonly #credit = new Map<number, number>()
  /** Bytes of the client's greeting that have come. */
  #greeted = 0
  #block: { readonly stream: number; readonly ended: boolean; pieces: Buffer[]; size: number } | undefined
  #queue: Buffer[] = []
  #sendWindow = defaultWindow
  #peerWindow = defaultWindow
  #peerFrameSize = defaultFrameSize
  #received = 0
  #ended = false
  /** Streams that the peer takes at a time. */
  maxStreams = Number.POSITIVE_INFINITY

  constructor(socket: Socket, side: 'client' | 'server', streamWindow: number, events: ConnectionEvents) {
    this.#socket = socket
    this.#isServer = side === 'server'
    this.#events = events
    if (!this.#isServer) this.#put(preface)
    this.#put(
      encodeSettings([
        [Setting.enablePush, 0],
        [Setting.initialWindowSize, streamWindow],
        [Setting.maxFrameSize, ownFrameSize],
        [Setting.maxHeaderListSize, maxHeaderBytes],
        ...(this.#isServer ? [[Setting.maxConcurrentStreams, maxOpenStreams] as const] : []),
      ]),
    )
    this.#put(numberFrame(FrameType.windowUpdate, 0, connectionWindow - defaultWindow))
    socket.on('data', (piece: Buffer) => this.#onBytes(piece))
    socket.on('error', (error) => this.#end(messageOf(error)))
    socket.on('close', () => this.#end(undefined))
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Puts a message on its way. Without a tail the body ends the stream. */
  send(id: number, { bytes, headBytes, tailBytes }: Outgoing): void {
    const bodyAt = headBytes + frameHeaderBytes
    const length = bytes.length - bodyAt - tailBytes
    const window = this.#peerWindow + (this.#credit.get(id) ?? 0)
    if (length <= this.#sendWindow && length <= window && length <= this.#peerFrameSize && this.#waiting.size === 0) {
      const flags = tailBytes === 0 ? Flag.endStream : 0
      putFrameHeader(bytes, headBytes, { type: FrameType.data, flags, stream: id, length })
      this.#sendWindow -= length
      this.#put(bytes)
      this.#sent(id)
      return
    }
    this.#put(bytes.subarray(0, headBytes))
    const tailAt = bytes.length - tailBytes
    this.#waiting.set(id, { body: bytes.subarray(bodyAt, tailAt), tail: bytes.subarray(tailAt), window })
    this.#sendWaiting()
  }

  /** Ends a stream with headers alone. */
  sendHeaders(id: number, block: Uint8Array): void {
    this.#put(frameOf(FrameType.headers, Flag.endHeaders | Flag.endStream, id, block))
  }

  /** Forgets a stream; with a code, or when not all was sent, tells the peer that nothing more comes of it. */
  drop(id: number, code?: number): void {
    if (!this.streams.delete(id)) return
    this.#credit.delete(id)
    const cut = this.#waiting.delete(id) ? ErrorCode.cancel : undefined
    const reset = code ?? cut
    if (reset !== undefined && !this.#ended) this.#put(numberFrame(FrameType.resetStream, id, reset))
    this.#events.onRoom()
  }

  /** Tells the peer that nothing was done with a stream that it wants to open. */
  refuse(id: number, code: number): void {
    this.#reply(numberFrame(FrameType.resetStream, id, code))
  }

  /** Tells the peer that this side takes nothing new. */
  goAway(code: number = ErrorCode.none, lastStream = 0x7fffffff): void {
    if (this.#ended) return
    const payload = Buffer.allocUnsafe(8)
    payload.writeUInt32BE(lastStream, 0)
    payload.writeUInt32BE(code, 4)
    this.#put(frameOf(FrameType.goAway, 0, 0, payload))
  }

  /** Sends what is left to send, then ends the connection. */
  finish(): void {
    this.#flush()
    this.#socket.end()
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#flush()
    this.#socket.destroy()
  }

  #onBytes(piece: Buffer): void {
    try {
      const rest = this.#isServer && this.#greeted < preface.length ? this.#afterPreface(piece) : piece
      if (rest.length > 0) this.#splitter.push(rest, (frame) => this.#onFrame(frame))
    } catch (error) {
      const code = error instanceof Http2Error ? error.code : ErrorCode.internal
      this.goAway(code)
      this.#flush()
      this.#end(messageOf(error))
      this.#socket.destroy()
    }
  }

  #afterPreface(piece: Buffer): Buffer {
    const part = piece.subarray(0, preface.length - this.#greeted)
    if (!part.equals(preface.subarray(this.#greeted, this.#greeted + part.length)))
      throw new Http2Error('protocol', 'the peer does not speak HTTP/2')
    this.#greeted += part.length
    return piece.subarray(part.length)
  }

  #onFrame(frame: Frame): void {
    if (this.#ended) return
    const { type, flags, stream, payload } = frame
    if (this.#block !== undefined && type !== FrameType.continuation)
      throw new Http2Error('protocol', 'headers were interrupted by another frame')
    switch (type) {
      case FrameType.data:
        this.#onData(frame)
        break
      case FrameType.headers:
        this.#onHeaders(frame)
        break
      case FrameType.continuation:
        this.#onContinuation(frame)
        break
      case FrameType.resetStream:
        this.#onReset(stream, numberIn(payload))
        break
      case FrameType.settings:
        if ((flags & Flag.ack) === 0) this.#onSettings(payload)
        break
      case FrameType.ping:
        if ((flags & Flag.ack) === 0) this.#reply(frameOf(FrameType.ping, Flag.ack, 0, payload))
        break
      case FrameType.goAway:
        this.#events.onGoAway(numberIn(payload) & 0x7fffffff)
        break
      case FrameType.windowUpdate:
        this.#onWindowUpdate(stream, numberIn(payload) & 0x7fffffff)
        break
      case FrameType.pushPromise:
        throw new Http2Error('protocol', 'the peer pushes a stream that nobody asked for')
      default:
      // Priorities, and whatever comes later than this version, say nothing to us.
    }
  }

  #onData({ flags, stream, payload }: Frame): void {
    this.#received += payload.length
    if (this.#received > connectionWindow / 2) {
      this.#put(numberFrame(FrameType.windowUpdate, 0, this.#received))
      this.#received = 0
    }
    this.streams.get(stream)?.onData(unpadded(payload, flags), (flags & Flag.endStream) !== 0)
  }

  #onHeaders({ flags, stream, payload }: Frame): void {
    const fragment = unpadded(payload, flags).subarray((flags & Flag.priority) === 0 ? 0 : 5)
    const ended = (flags & Flag.endStream) !== 0
    if (fragment.length > maxHeaderBytes) throw tooManyHeaders()
    if ((flags & Flag.endHeaders) === 0) this.#block = { stream, ended, pieces: [fragment], size: fragment.length }
    else this.#onBlock(stream, fragment, ended)
  }

  #onContinuation({ flags, stream, payload }: Frame): void {
    const block = this.#block
    if (block === undefined || block.stream !== stream)
      throw new Http2Error('protocol', 'headers go on that did not begin')
    block.pieces.push(payload)
    block.size += Math.max(payload.length, 1)
    if (block.size > maxHeaderBytes || block.pieces.length > 100) throw tooManyHeaders()
    if ((flags & Flag.endHeaders) === 0) return
    this.#block = undefined
    this.#onBlock(stream, Buffer.concat(block.pieces), block.ended)
  }

  #onBlock(id: number, block: Buffer, ended: boolean): void {
    // Also for a stream that nobody waits for: later blocks may rest on this one.
    const headers = this.#decoder.decode(block)
    const stream = this.streams.get(id)
    if (stream === undefined) this.#events.onOpen(id, headers, ended)
    else stream.onHeaders(headers, ended)
  }

  #onReset(id: number, code: number): void {
    const stream = this.streams.get(id)
    this.#waiting.delete(id)
    this.drop(id)
    stream?.onReset(code)
  }

  #onSettings(payload: Buffer): void {
    for (const [setting, value] of decodeSettings(payload)) {
      if (setting === Setting.initialWindowSize) {
        for (const waiting of this.#waiting.values()) waiting.window += value - this.#peerWindow
        this.#peerWindow = value
      } else if (setting === Setting.maxFrameSize) this.#peerFrameSize = value
      else if (setting === Setting.maxConcurrentStreams) this.maxStreams = value
    }
    this.#reply(frameOf(FrameType.settings, Flag.ack, 0, new Uint8Array()))
    this.#sendWaiting()
    this.#events.onRoom()
  }

  #onWindowUpdate(id: number, increment: number): void {
    if (id === 0) this.#sendWindow += increment
    else {
      const waiting = this.#waiting.get(id)
      if (waiting !== undefined) waiting.window += increment
      else if (this.streams.has(id)) this.#credit.set(id, (this.#credit.get(id) ?? 0) + increment)
    }
    this.#sendWaiting()
  }

  /** Sends of each waiting body what the peer takes; the tail after the last of it. */
  #sendWaiting(): void {
    for (const [id, waiting] of this.#waiting) {
      for (;;) {
        const { body, tail, window } = waiting
        const length = Math.min(body.length, window, this.#sendWindow, this.#peerFrameSize)
        if (length <= 0 && body.length > 0) break
        waiting.body = body.subarray(length)
        waiting.window -= length
        this.#sendWindow -= length
        const isLast = waiting.body.length === 0
        const flags = isLast && tail.length === 0 ? Flag.endStream : 0
        this.#put(frameOf(FrameType.data, flags, id, body.subarray(0, length)))
        if (!isLast) continue
        if (tail.length > 0) this.#put(tail)
        this.#waiting.delete(id)
        this.#sent(id)
        break
      }
    }
  }

  /** A server is done with a stream when its answer has left; a client waits for the answer. */
  #sent(id: number): void {
    if (this.#isServer) this.drop(id)
  }

  #reply(frame: Buffer): void {
    if (this.#socket.writableLength > maxUnread)
      throw new Http2Error('enhanceYourCalm', 'the peer asks without reading the answers')
    this.#put(frame)
  }

  /** What is put within one turn of the event loop leaves in one write. */
  #put(bytes: Buffer): void {
    if (this.#queue.push(bytes) === 1) process.nextTick(() => this.#flush())
  }

  #flush(): void {
    const queue = this.#queue
    if (queue.length === 0) return
    this.#queue = []
    if (this.#socket.writable) this.#socket.write(queue.length === 1 ? (queue[0] as Buffer) : Buffer.concat(queue))
  }

  #end(reason: string | undefined): void {
    if (this.#ended) return
    this.#ended = true
    this.#waiting.clear()
    this.#events.onEnd(reason)
  }
}

function unpadded(payload: Buffer, flags: number): Buffer {
  if ((flags & Flag.padded) === 0) return payload
  const padding = payload[0] ?? 0
  if (padding >= payload.length) throw new Http2Error('protocol', 'a frame is nothing but padding')
  return payload.subarray(1, payload.length - padding)
}

function tooManyHeaders(): Http2Error {
  return new Http2Error('enhanceYourCalm', `headers are larger than ${maxHeaderBytes} bytes`)
}

function numberIn(payload: Buffer): number {
  if (payload.length < 4) throw new Http2Error('frameSize', 'a frame is too short for what it says')
  return payload.readUInt32BE(0)
}
