import type { Socket } from 'node:net'

import { type CallControl, messageOf } from '@slipway/model'

import { encode, type Init, type Method, type StreamMethod } from '../codec/message.ts'
import { Connection } from '../http2/connection.ts'
import { Flag, frameHeaderBytes, frameOf, FrameType } from '../http2/frames.ts'
import { encodeHeaders } from '../http2/header-encoder.ts'
import { ErrorCode } from '../http2/http2-error.ts'
import { maxOpenStreams } from '../http2/limits.ts'
import type { Outgoing } from '../http2/outbox.ts'
import { formatAddress, type LocalAddress, openSocket } from './address.ts'
import { Arrivals } from './arrivals.ts'
import { Answers } from './answers.ts'
import { Call, type CallOwner } from './call.ts'
import { type RpcChannel, RpcFailure, type RpcFailureCode } from './channel.ts'
import type { Receiver } from './message-stream.ts'
import { defaultMaxMessageBytes, prefixBytes, putPrefix } from './prefixed-message.ts'
import { formatTimeout, Status } from './status.ts'

export interface ConnectOptions {
  /** The largest message in bytes, in both directions. */
  readonly maxMessageBytes?: number
  /** The connection, for a caller that wants to inspect it; by default the client opens one. */
  readonly socket?: Socket
  /** Headers of every call, by names in small letters. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a channel to a gRPC server of this machine. Connects at once; calls may be made without waiting for it. */
export function connectChannel(address: LocalAddress, options: ConnectOptions = {}): RpcChannel {
  return new Http2Channel(address, options)
}

/** A call with its request, which is encoded when there is room for it. */
interface Start {
  readonly call: Call<unknown>
  /** Encodes the request. Fails with an RpcFailure when it cannot be sent. */
  readonly request: () => Outgoing
}

/** The limit on bytes of requests that wait for the peer: while more wait, no further request is encoded. */
const mostWaitingBytes = 8 * 1024 * 1024

/** The most bytes of large answers that arrive at the same time. */
const arriving = 32 * 1024 * 1024

/** The most tags whose header frames are kept, across all calls. */
const mostTags = 512

/** The header frame of a method, with the deadline in it. */
interface Head {
  readonly deadlineMs: number | undefined
  readonly frame: Buffer
}

class Http2Channel implements RpcChannel, Receiver {
  readonly closed: Promise<void>
  readonly maxMessageBytes: number
  readonly arrivals: Arrivals
  readonly #address: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #connection: Connection<Call<unknown>>
  readonly #heads = new Map<string | undefined, Map<string, Head>>()
  #waiting: Start[] = []
  #isStarting = false
  #nextId = 1
  #connected = false
  #isGoingAway = false
  #lost: string | undefined

  constructor(address: LocalAddress, options: ConnectOptions) {
    const { maxMessageBytes = defaultMaxMessageBytes, socket = openSocket(address), headers = {} } = options
    this.maxMessageBytes = maxMessageBytes
    this.arrivals = new Arrivals(Math.max(arriving, maxMessageBytes))
    this.#headers = headers
    this.#address = formatAddress(address)
    const ended = Promise.withResolvers<void>()
    this.closed = ended.promise
    this.#connected = !socket.connecting
    socket.once('connect', () => {
      this.#connected = true
    })
    this.#connection = new Connection(socket, 'client', {
      onOpen: () => {},
      onRoom: () => this.#startWaiting(),
      onGoAway: (lastStream, reason) => this.#onGoAway(lastStream, reason),
      onEnd: (reason) => {
        this.#lose(reason ?? 'the connection ended')
        ended.resolve()
      },
    })
  }

  call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    control: CallControl = {},
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#begin(method, request, control, { resolve: (response) => resolve(response as Response), reject })
    })
  }

  async *stream<Request, Response>(
    method: StreamMethod<Request, Response>,
    request: Init<Request>,
    control: CallControl = {},
  ): AsyncGenerator<Response> {
    const answers = new Answers<Response>()
    const call = this.#begin(method, request, control, {
      next: (response, taken) => answers.add(response as Response, taken),
      resolve: () => answers.end(),
      reject: (failure) => answers.end(failure),
    })
    try {
      yield* answers.all()
    } finally {
      // Ends the call, even if the reader left the loop early.
      call?.cancel()
    }
  }

  /** Begins a call; `undefined` when it has failed before it was sent. */
  #begin<Request>(
    method: Pick<Method<Request, unknown>, 'name' | 'path' | 'request' | 'response'>,
    request: Init<Request>,
    control: CallControl,
    { next, resolve, reject }: Omit<CallOwner<unknown>, 'ended'>,
  ): Call<unknown> | undefined {
    if (this.#lost !== undefined) {
      reject(this.#unreachable(false))
      return undefined
    }
    try {
      control.signal?.throwIfAborted()
      const call = new Call<unknown>(this.#nextId, method, control, this, {
        ...(next !== undefined && { next }),
        resolve,
        reject,
        ended: (isGivenUp) => this.#end(call, isGivenUp),
      })
      this.#nextId += 2
      this.#start({ call, request: () => this.#outgoing(method, request, control) })
      return call
    } catch (error) {
      reject(unsent(method.name, error, control.signal))
      return undefined
    }
  }

  close(): void {
    this.#lose('the connection was closed by this side')
    this.#connection.destroy()
  }

  #outgoing<Request>(
    method: Pick<Method<Request, unknown>, 'name' | 'path' | 'request'>,
    request: Init<Request>,
    control: CallControl,
  ): Outgoing {
    const { deadlineMs, tag } = control
    const head = this.#headFrame(method.path, deadlineMs, tag)
    const before = head.length + frameHeaderBytes + prefixBytes
    const bytes = encoded(method, request, before)
    const size = bytes.length - before
    if (size > this.maxMessageBytes) throw this.#tooLarge(method.name, size)
    head.copy(bytes)
    putPrefix(bytes, before - prefixBytes, size)
    return { bytes, headBytes: head.length, tailBytes: 0 }
  }

  /**
   * Returns the header frame, which is the same for all calls of a method with one tag, except for the number of the stream: callers rarely
   * change the deadline, and use few tags.
   */
  #headFrame(path: string, deadlineMs: number | undefined, tag: string | undefined): Buffer {
    const heads = this.#headsOf(tag)
    const last = heads.get(path)
    if (last !== undefined && last.deadlineMs === deadlineMs) return last.frame
    const frame = headFrame(
      path,
      deadlineMs,
      tag === undefined ? this.#headers : { ...this.#headers, [callHeader]: tag },
    )
    heads.set(path, { deadlineMs, frame })
    return frame
  }

  #headsOf(tag: string | undefined): Map<string, Head> {
    const known = this.#heads.get(tag)
    if (known !== undefined) return known
    if (this.#heads.size >= mostTags) this.#heads.clear()
    const heads = new Map<string, Head>()
    this.#heads.set(tag, heads)
    return heads
  }

  allow(stream: Call<unknown>, bytes: number): void {
    this.#connection.allow(stream, bytes)
  }

  /** Starts calls in order: streams must be opened in the order of their numbers. */
  #start(start: Start): void {
    if (this.#waiting.length > 0 || !this.#hasRoom) this.#waiting.push(start)
    else this.#send(start)
  }

  #send({ call, request }: Start): void {
    let outgoing: Outgoing
    try {
      outgoing = request()
    } catch (error) {
      call.fail(error as RpcFailure)
      return
    }
    outgoing.bytes.writeUInt32BE(call.id, streamIdAt)
    this.#connection.open(call)
    this.#connection.send(call, outgoing)
  }

  get #hasRoom(): boolean {
    const { streams, maxStreams, waitingBytes } = this.#connection
    return streams.size < Math.min(maxStreams, maxOpenStreams) && waitingBytes <= mostWaitingBytes
  }

  /**
   * Starts waiting calls. A request that leaves at once makes room, too: the loop sees that, without a nested call for each waiting call.
   */
  #startWaiting(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    while (this.#waiting.length > 0 && this.#hasRoom) {
      const start = this.#waiting.shift()
      if (start !== undefined && !start.call.isDone) this.#send(start)
    }
    this.#isStarting = false
  }

  #end(call: Call<unknown>, isGivenUp: boolean): void {
    this.#connection.drop(call.id, isGivenUp ? ErrorCode.cancel : undefined)
    this.#closeWhenUseless()
  }

  /** Closes a connection without calls whose peer is going away. The peer may forget to close it, and another connection can be made. */
  #closeWhenUseless(): void {
    if (this.#isGoingAway && this.#connection.streams.size === 0) this.#connection.destroy()
  }

  /** Reacts to a peer that goes away: calls that the peer has begun may still be answered, but it takes no new ones. */
  #onGoAway(lastStream: number, reason: string | undefined): void {
    this.#lost ??= reason === undefined ? 'the peer is going away' : `the peer has ended it (${reason})`
    this.#failWaiting()
    for (const call of this.#connection.streams.values()) if (call.id > lastStream) call.fail(this.#unreachable(false))
    this.#isGoingAway = true
    this.#closeWhenUseless()
  }

  #failWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { call } of waiting) call.fail(this.#unreachable(false))
  }

  #lose(reason: string): void {
    this.#lost ??= reason
    this.#failWaiting()
    for (const call of this.#connection.streams.values()) call.fail(this.#unreachable(this.#connected))
  }

  #unreachable(delivered: boolean): RpcFailure {
    const reason = this.#lost ?? 'the connection ended'
    return this.#connected
      ? new RpcFailure('protocol/connection-lost', `the connection to ${this.#address} was lost: ${reason}`, {
          status: Status.unavailable,
          delivered,
        })
      : new RpcFailure('protocol/not-reachable', `no connection to ${this.#address}: ${reason}`, {
          status: Status.unavailable,
          delivered: false,
        })
  }

  #tooLarge(method: string, bytes: number): RpcFailure {
    return new RpcFailure(
      'protocol/message-too-large',
      `the request of ${method} is ${bytes} bytes, more than the ${this.maxMessageBytes} that a message may have`,
      {
        status: Status.resourceExhausted,
        delivered: false,
        hint: 'keep large content in a file, and give the resource the path of the file if its type takes one; else split the resource',
      },
    )
  }
}

function encoded<Request>(
  method: Pick<Method<Request, unknown>, 'name' | 'request'>,
  request: Init<Request>,
  before: number,
): Buffer {
  try {
    return encode(method.request, request, before)
  } catch (error) {
    throw unsent(method.name, error, undefined)
  }
}

/** The offset of the stream's number in a frame. */
const streamIdAt = 5

function unsent(method: string, error: unknown, signal: AbortSignal | undefined): RpcFailure {
  if (error instanceof RpcFailure) return error
  const code: RpcFailureCode = signal?.aborted === true ? 'protocol/cancelled' : 'protocol/bad-message'
  return new RpcFailure(code, `${method} was not sent: ${messageOf(error)}`, {
    status: Status.cancelled,
    delivered: false,
    cause: error,
  })
}

/**
 * Extra time in the deadline that the peer gets. This side enforces the deadline, with a cancel: a peer whose own timer fired a moment
 * early would answer that it was interrupted, and this side would take that for the end of its work.
 */
const spareMs = 1000

/** The header with the tag of a call, see `CallControl`. */
export const callHeader = 'slipway-call'

/** Makes the frame that begins a call. */
function headFrame(path: string, deadlineMs: number | undefined, headers: Readonly<Record<string, string>>): Buffer {
  const block = encodeHeaders([
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', path],
    // Every gRPC client sends this over a local connection; the name is never resolved.
    [':authority', 'localhost'],
    ['content-type', 'application/grpc'],
    ['te', 'trailers'],
    ...(deadlineMs === undefined ? [] : [['grpc-timeout', formatTimeout(deadlineMs + spareMs)] as const]),
    ...Object.entries(headers),
  ])
  return frameOf(FrameType.headers, Flag.endHeaders, 0, block)
}
