import type { Socket } from 'node:net'

import { messageOf } from '@slipway/model'

import { answerProblem, type HeaderList, type Headers, requestProblem, trailersProblem } from './field-rules.ts'
import { Flag, type Frame, frameOf, FrameSplitter, FrameType, numberFrame } from './frames.ts'
import { goAwayFrame, readGoAway } from './go-away.ts'
import { Greeting, preface } from './greeting.ts'
import { HeaderBlocks } from './header-blocks.ts'
import { ErrorCode, type ErrorName, Http2Error } from './http2-error.ts'
import {
  connectionWindow,
  maxAnswerHeaderBytes,
  maxOpenStreams,
  maxRequestHeaderBytes,
  ownFrameSize,
  streamWindow,
} from './limits.ts'
import { Outbox, type Outgoing } from './outbox.ts'
import { PassedOver } from './passed-over.ts'
import { Patience } from './patience.ts'
import { numberIn, unpadded } from './payload.ts'
import { decodeSettings, encodeSettings, Setting } from './settings.ts'
import type { Stream } from './stream.ts'

export interface ConnectionEvents {
  /** Reports that the client opens a stream. The receiver calls `open` to take it; otherwise the stream is skipped. */
  onOpen(id: number, headers: Headers, ended: boolean): void
  /** Called once, as the last call, with the reason why the connection ended, if it is known. */
  onEnd(reason: string | undefined): void
  /** Reports that the peer takes no streams above `lastStream`; with a reason when this side has made a mistake. */
  onGoAway(lastStream: number, reason: string | undefined): void
  /** Reports that there may be more room than before: the peer allowed more, a stream has ended, or a message has left. */
  onRoom(): void
}

/** How long a peer that broke the rules has to read the reason, in milliseconds. */
const lingerMs = 1000

/**
 * The part of HTTP/2 in clear text (RFC 9113) that unary gRPC calls between two processes of one machine need: no push, no priorities. The
 * connection keeps the peer's rules (windows, frame sizes). A peer that breaks the rules of the protocol loses the stream or the
 * connection, as the RFC demands: the cases are in rules/.
 */
export class Connection<S extends Stream> {
  readonly #streams = new Map<number, S>()
  readonly #socket: Socket
  readonly #events: ConnectionEvents
  readonly #isServer: boolean
  readonly #greeting: Greeting
  readonly #splitter = new FrameSplitter(ownFrameSize)
  readonly #blocks: HeaderBlocks
  readonly #outbox: Outbox<S>
  readonly #patience: Patience
  readonly #passedOver = new PassedOver()
  /** Bytes received since the last window update for the connection. */
  #received = 0
  /** The highest stream that the client has opened and this side has accepted. */
  #lastOpened = 0
  #lastTaken = 0
  #ended = false
  /** The most streams that the peer takes at a time. */
  maxStreams = Number.POSITIVE_INFINITY

  constructor(
    socket: Socket,
    side: 'client' | 'server',
    events: ConnectionEvents,
    now: () => number = () => performance.now(),
  ) {
    this.#socket = socket
    this.#isServer = side === 'server'
    this.#events = events
    this.#greeting = new Greeting(this.#isServer)
    const maxHeaderBytes = this.#isServer ? maxRequestHeaderBytes : maxAnswerHeaderBytes
    this.#blocks = new HeaderBlocks(maxHeaderBytes)
    this.#patience = new Patience(now)
    this.#outbox = new Outbox(
      socket,
      (stream, goesOn) => this.#onSent(stream, goesOn),
      (frames) => this.#patience.earn(3 * frames),
    )
    if (!this.#isServer) this.#outbox.put(preface)
    this.#outbox.put(
      encodeSettings([
        [Setting.enablePush, 0],
        [Setting.maxFrameSize, ownFrameSize],
        [Setting.maxHeaderListSize, maxHeaderBytes],
        ...(this.#isServer ? [[Setting.maxConcurrentStreams, maxOpenStreams] as const] : []),
      ]),
    )
    this.#outbox.put(numberFrame(FrameType.windowUpdate, 0, connectionWindow - streamWindow))
    socket.on('data', (piece: Buffer) => this.#onBytes(piece))
    socket.on('error', (error) => this.#end(messageOf(error)))
    socket.on('close', () => this.#end(undefined))
  }

  get streams(): ReadonlyMap<number, S> {
    return this.#streams
  }

  /** Number of bytes of messages that wait until the peer takes them. */
  get waitingBytes(): number {
    return this.#outbox.waitingBytes
  }

  /** Adds the stream to the connection. A client's streams must come in the order of their numbers. */
  open(stream: S): void {
    stream.sendWindow = this.#outbox.streamWindow
    this.#streams.set(stream.id, stream)
    this.#lastOpened = stream.id
    this.#lastTaken = stream.id
  }

  /** Sends a message. Without a tail the body ends the stream, unless the stream goes on. */
  send(stream: S, message: Outgoing): void {
    this.#outbox.send(stream, message)
  }

  /** Sends headers alone: the last frame of a stream, or the first frame of a stream that goes on. */
  sendHeaders(id: number, block: Uint8Array, goesOn = false): void {
    const flags = goesOn ? Flag.endHeaders : Flag.endHeaders | Flag.endStream
    this.#outbox.putHead(frameOf(FrameType.headers, flags, id, block))
  }

  /** Lets the peer send more on a stream. Never fails: a stream may make room on behalf of others. */
  allow(stream: S, bytes: number): void {
    if (stream.hasEnded || !this.#streams.has(stream.id)) return
    stream.receiveWindow += bytes
    this.#outbox.put(numberFrame(FrameType.windowUpdate, stream.id, bytes))
  }

  /** Forgets a stream. With a code, or with unsent data, tells the peer that the stream ends here. */
  drop(id: number, code?: number): void {
    const stream = this.#streams.get(id)
    if (stream === undefined) return
    this.#streams.delete(id)
    const cut = this.#outbox.cancel(stream) ? ErrorCode.cancel : undefined
    const reset = code ?? cut
    if (reset !== undefined && !this.#ended) this.#outbox.put(numberFrame(FrameType.resetStream, id, reset))
    if (!stream.hasEnded) this.#passedOver.add(id)
    stream.onGone()
    this.#events.onRoom()
  }

  /** Tells the peer that a stream was refused before any work on it. */
  refuse(id: number, code: number = ErrorCode.refusedStream): void {
    this.#patience.spend(1)
    this.#outbox.reply(numberFrame(FrameType.resetStream, id, code))
  }

  /** Tells the peer that this side takes nothing new, which streams it has taken, and the reason. */
  goAway(code: number = ErrorCode.none, reason = ''): void {
    if (!this.#ended) this.#outbox.put(goAwayFrame(this.#isServer ? this.#lastTaken : 0, code, reason))
  }

  /** Sends everything that is left, then ends the connection. */
  finish(): void {
    this.#outbox.flush()
    this.#socket.end()
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#outbox.flush()
    this.#socket.destroy()
  }

  #onBytes(piece: Buffer): void {
    if (this.#ended) return
    try {
      const rest = this.#greeting.after(piece)
      if (rest.length > 0) this.#splitter.push(rest, (frame) => this.#onFrame(frame))
    } catch (error) {
      this.goAway(error instanceof Http2Error ? error.code : ErrorCode.internal, messageOf(error))
      this.#end(messageOf(error))
      this.finish()
      // A socket that closes before it has read everything loses the last message that it sent.
      setTimeout(() => this.#socket.destroy(), lingerMs).unref()
    }
  }

  #onFrame(frame: Frame): void {
    if (this.#ended) return
    const { type, stream } = frame
    this.#greeting.check(frame)
    if (this.#blocks.isOpen && type !== FrameType.continuation)
      throw new Http2Error('protocol', 'headers were interrupted by another frame')
    switch (type) {
      case FrameType.data:
        this.#onData(frame)
        break
      case FrameType.headers:
      case FrameType.continuation: {
        const whole = this.#blocks.add(frame)
        if (whole !== undefined) this.#onHeaders(stream, whole.list, whole.ended)
        break
      }
      case FrameType.resetStream:
        this.#onReset(stream, numberIn(frame))
        break
      case FrameType.windowUpdate:
        this.#onWindowUpdate(stream, numberIn(frame) & 0x7fffffff)
        break
      case FrameType.pushPromise:
        throw new Http2Error('protocol', 'the peer pushes a stream that nobody asked for')
      default:
        this.#patience.spend(1)
        this.#onIdleFrame(frame)
    }
  }

  /** Handles frames that carry no data and open no stream. Types that this version does not know are ignored. */
  #onIdleFrame(frame: Frame): void {
    const { type, flags, stream, payload } = frame
    const isAck = (flags & Flag.ack) !== 0
    switch (type) {
      case FrameType.settings:
        expectOfConnection(frame)
        if (!isAck) this.#onSettings(payload)
        else if (payload.length > 0) throw new Http2Error('frameSize', 'the peer acknowledges settings with settings')
        break
      case FrameType.ping:
        expectOfConnection(frame)
        if (payload.length !== 8) throw new Http2Error('frameSize', `a ping has ${payload.length} bytes`)
        if (!isAck) this.#outbox.reply(frameOf(FrameType.ping, Flag.ack, 0, payload))
        break
      case FrameType.goAway:
        expectOfConnection(frame)
        this.#events.onGoAway(...readGoAway(payload))
        break
      case FrameType.priority:
        if (stream === 0) throw new Http2Error('protocol', 'the connection has no priority')
        if (payload.length !== 5) this.#breach(stream, 'frameSize', `a priority has ${payload.length} bytes`)
        break
      default:
    }
  }

  #onData({ flags, stream: id, payload }: Frame): void {
    this.#received += payload.length
    if (this.#received > connectionWindow / 2) {
      this.#outbox.reply(numberFrame(FrameType.windowUpdate, 0, this.#received))
      this.#received = 0
    }
    const ended = (flags & Flag.endStream) !== 0
    const data = unpadded(payload, flags)
    const stream = this.#streams.get(id)
    if (stream === undefined) this.#passOver(id, ended, data.length > 0 ? 0 : 1)
    else if (stream.hasEnded) this.#breach(id, 'streamClosed', 'the peer sends more after the end of a stream')
    else if (!stream.hasBegun) this.#breach(id, 'protocol', 'the peer begins a stream without headers')
    else if ((stream.receiveWindow -= payload.length) < 0)
      this.#breach(id, 'flowControl', 'the peer sends more than the window allows')
    else {
      stream.hasEnded = ended
      if (data.length > 0) this.#patience.earn(2)
      else if (!ended) this.#patience.spend(1)
      if (data.length < payload.length) this.#giveBack(stream, payload.length - data.length)
      stream.onData(data, ended)
    }
  }

  /** Returns the room of padding, which is no part of a message. */
  #giveBack(stream: S, bytes: number): void {
    this.#outbox.expectReader()
    this.allow(stream, bytes)
  }

  #onHeaders(id: number, list: HeaderList, ended: boolean): void {
    const stream = this.#streams.get(id)
    if (stream !== undefined) this.#onMoreHeaders(stream, list, ended)
    else if (!this.#isServer || id % 2 === 0 || id <= this.#lastOpened) this.#passOver(id, ended, 1)
    else {
      this.#passedOver.skip(this.#lastOpened, id)
      this.#lastOpened = id
      if (requestProblem(list) === undefined) this.#events.onOpen(id, list.headers, ended)
      else this.refuse(id, ErrorCode.protocol)
      if (!ended && !this.#streams.has(id)) this.#passedOver.add(id)
    }
  }

  #onMoreHeaders(stream: S, list: HeaderList, ended: boolean): void {
    const isTrailer = this.#isServer || stream.hasBegun
    const problem = isTrailer ? trailersProblem(list) : answerProblem(list)
    const isInterim = !isTrailer && list.headers.get(':status')?.startsWith('1') === true
    if (stream.hasEnded) this.#breach(stream.id, 'streamClosed', 'the peer sends more after the end of a stream')
    else if (problem !== undefined) this.#breach(stream.id, 'protocol', problem)
    else if (isTrailer && !ended) this.#breach(stream.id, 'protocol', 'trailers do not end the stream')
    else if (isInterim && ended) this.#breach(stream.id, 'protocol', 'an interim answer ends the stream')
    else if (isInterim) this.#patience.spend(1)
    else {
      stream.hasBegun = true
      stream.hasEnded = ended
      stream.onHeaders(list.headers, ended)
    }
  }

  #onReset(id: number, code: number): void {
    // A frame that undoes work costs more than one that moves nothing.
    this.#patience.spend(4)
    const stream = this.#streams.get(id)
    if (stream === undefined) {
      this.#expectOpened(id)
      this.#passedOver.end(id)
      return
    }
    stream.hasEnded = true
    this.#outbox.cancel(stream)
    this.drop(id)
    stream.onReset(code)
  }

  #onSettings(payload: Buffer): void {
    for (const [setting, value] of decodeSettings(payload)) {
      if (setting === Setting.initialWindowSize) this.#outbox.setStreamWindow(value, this.#streams.values())
      else if (setting === Setting.maxFrameSize) this.#outbox.setFrameSize(value)
      else if (setting === Setting.headerTableSize) this.#outbox.setTableSize(value)
      else if (setting === Setting.maxConcurrentStreams) this.maxStreams = value
      else if (setting === Setting.enablePush && value === 1 && !this.#isServer)
        throw new Http2Error('protocol', 'a server asks to be pushed to')
    }
    this.#outbox.reply(frameOf(FrameType.settings, Flag.ack, 0, new Uint8Array()))
    this.#events.onRoom()
  }

  #onWindowUpdate(id: number, increment: number): void {
    this.#patience.spend(1)
    if (id === 0) {
      if (increment === 0) throw new Http2Error('protocol', 'a window grows by 0 bytes')
      this.#outbox.grow(increment)
      return
    }
    const stream = this.#streams.get(id)
    if (stream === undefined) this.#expectOpened(id)
    else if (increment === 0) this.#breach(id, 'protocol', 'a window grows by 0 bytes')
    else if (!this.#outbox.growStream(stream, increment))
      this.#breach(id, 'flowControl', 'a window is larger than the protocol allows')
  }

  /** Handles headers and data of a stream that is not open: they were under way when this side gave the stream up, or they break a rule. */
  #passOver(id: number, ended: boolean, cost: number): void {
    this.#patience.spend(cost)
    this.#expectOpened(id)
    if (!this.#passedOver.has(id)) throw new Http2Error('streamClosed', 'the peer sends on a closed stream')
    if (ended) this.#passedOver.end(id)
  }

  /** Fails with an Http2Error for a stream that was never opened. */
  #expectOpened(id: number): void {
    if (id % 2 === 0 || id > this.#lastOpened || this.#passedOver.wasSkipped(id))
      throw new Http2Error('protocol', 'the peer sends on a stream that nobody has opened')
  }

  /** Ends one stream because its peer broke a rule; ends the connection if the stream is not open. */
  #breach(id: number, name: ErrorName, reason: string): void {
    const stream = this.#streams.get(id)
    if (stream === undefined) throw new Http2Error(name, reason)
    this.#patience.spend(1)
    this.drop(id, ErrorCode[name])
    // More frames of the stream may be under way.
    this.#passedOver.add(id)
    stream.onBreach(reason)
  }

  /** Closes a stream after sending: a server is done when its answer has left; a client waits for the answer. */
  #onSent(stream: S, goesOn: boolean): void {
    if (goesOn) stream.onTaken()
    else if (this.#isServer) this.drop(stream.id)
    else this.#events.onRoom()
  }

  #end(reason: string | undefined): void {
    if (this.#ended) return
    this.#ended = true
    this.#outbox.clear()
    this.#events.onEnd(reason)
    for (const id of this.#streams.keys()) this.drop(id)
  }
}

function expectOfConnection({ stream }: Frame): void {
  if (stream !== 0) throw new Http2Error('protocol', 'a frame of the connection names a stream')
}
