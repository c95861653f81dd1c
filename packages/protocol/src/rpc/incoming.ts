import type { Socket } from 'node:net'

import { messageOf } from '@slipway/model'

import type { Connection, Stream } from '../http2/connection.ts'
import { Flag, frameHeaderBytes, FrameType, putFrameHeader } from '../http2/frames.ts'
import type { Headers } from '../http2/header-decoder.ts'
import { encodeHeaders } from '../http2/header-encoder.ts'
import { ErrorCode } from '../http2/http2-error.ts'
import { RpcFailure } from './channel.ts'
import { MessageCollector, type MessageProblem, prefixBytes, putPrefix } from './prefixed-message.ts'
import type { IncomingCall, Route } from './server.ts'
import { encodeStatusMessage, longestTimer, parseTimeout, Status, StatusError } from './status.ts'

export interface StreamOwner {
  readonly maxMessageBytes: number
  readonly socket: Socket
  readonly connection: Connection<IncomingStream>
  routeOf(path: string): Route | undefined
}

const answerHeaders = [
  [':status', '200'],
  ['content-type', 'application/grpc'],
] as const
const headBlock = encodeHeaders(answerHeaders)
const tailBlock = encodeHeaders([['grpc-status', '0']])
const headBytes = frameHeaderBytes + headBlock.length
const tailBytes = frameHeaderBytes + tailBlock.length

/** Bytes that an answer needs before and behind its message, so that all of it leaves as one. */
export const answerRoom = { before: headBytes + frameHeaderBytes + prefixBytes, after: tailBytes } as const

/** One call of a client. */
export class IncomingStream implements Stream, IncomingCall {
  readonly id: number
  readonly #headers: Headers
  readonly #owner: StreamOwner
  readonly #body: MessageCollector
  readonly #receivedAt = performance.now()
  #abort: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #isLost = false
  #isDone = false
  #hasEnded = false

  constructor(id: number, headers: Headers, owner: StreamOwner) {
    this.id = id
    this.#headers = headers
    this.#owner = owner
    this.#body = new MessageCollector(owner.maxMessageBytes)
  }

  /** Made when somebody looks: few handlers do. */
  get signal(): AbortSignal {
    if (this.#abort !== undefined) return this.#abort.signal
    const abort = new AbortController()
    this.#abort = abort
    // The caller keeps the same time; this one is for the handler, which may be deep in work of its own.
    const timeout = parseTimeout(this.#headers.get('grpc-timeout') ?? '')
    const left = timeout === undefined ? undefined : timeout - (performance.now() - this.#receivedAt)
    if (this.#isLost || (left !== undefined && left <= 0)) abort.abort()
    else if (left !== undefined && !this.#isDone)
      this.#timer = setTimeout(() => abort.abort(), Math.min(left, longestTimer))
    return abort.signal
  }

  get socket(): Socket {
    return this.#owner.socket
  }

  header(name: string): string | undefined {
    return this.#headers.get(name)
  }

  /** The headers have come; `ended`: nothing else does. */
  begin(ended: boolean): void {
    const path = this.#headers.get(':path') ?? ''
    this.#hasEnded = ended
    if (!(this.#headers.get('content-type') ?? '').startsWith('application/grpc'))
      this.#end(encodeHeaders([[':status', '415']]))
    else if (this.#owner.routeOf(path) === undefined)
      this.#refuse(new StatusError(Status.unimplemented, `unknown method ${path}`))
    else if (ended) this.#run()
  }

  onHeaders(_trailers: Headers, ended: boolean): void {
    if (ended) this.#onEnd()
  }

  onData(piece: Buffer, ended: boolean): void {
    // A request that has ended is not made again by a peer that ends it again.
    if (this.#hasEnded) return
    const problem = this.#body.add(piece)
    if (problem !== undefined) this.#refuse(this.#problem(problem))
    else if (ended) this.#onEnd()
  }

  onReset(): void {
    this.onLost()
  }

  onLost(): void {
    this.#isLost = true
    this.#isDone = true
    clearTimeout(this.#timer)
    this.#abort?.abort()
  }

  #onEnd(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#run()
  }

  #run(): void {
    const message = this.#body.message()
    const found = this.#owner.routeOf(this.#headers.get(':path') ?? '')
    if (typeof message === 'string') this.#refuse(this.#problem(message))
    else
      found?.handle(message, this).then(
        (answer) => this.#reply(answer),
        (error) => this.#refuse(error),
      )
  }

  #reply(bytes: Buffer): void {
    const { maxMessageBytes, connection } = this.#owner
    const length = bytes.length - answerRoom.before - answerRoom.after
    if (length > maxMessageBytes) {
      const words = `the answer is ${length} bytes, more than the ${maxMessageBytes} that a message may have`
      this.#refuse(new StatusError(Status.resourceExhausted, words))
      return
    }
    if (!this.#finish()) return
    this.#putHeaders(bytes, 0, headBlock, Flag.endHeaders)
    putPrefix(bytes, answerRoom.before - prefixBytes, length)
    this.#putHeaders(bytes, bytes.length - tailBytes, tailBlock, Flag.endHeaders | Flag.endStream)
    connection.send(this.id, { bytes, headBytes, tailBytes })
  }

  #putHeaders(bytes: Buffer, at: number, block: Buffer, flags: number): void {
    putFrameHeader(bytes, at, { type: FrameType.headers, flags, stream: this.id, length: block.length })
    block.copy(bytes, at + frameHeaderBytes)
  }

  /** Answers with a status and no message. */
  #refuse(error: unknown): void {
    const status = error instanceof StatusError || error instanceof RpcFailure ? error.status : Status.internal
    this.#end(
      encodeHeaders([
        ...answerHeaders,
        ['grpc-status', String(status)],
        ['grpc-message', encodeStatusMessage(messageOf(error))],
      ]),
    )
  }

  /** Ends the call with headers alone. What the client still sends is not wanted. */
  #end(block: Buffer): void {
    if (!this.#finish()) return
    const { connection } = this.#owner
    connection.sendHeaders(this.id, block)
    connection.drop(this.id, this.#hasEnded ? undefined : ErrorCode.none)
  }

  #finish(): boolean {
    if (this.#isDone) return false
    this.#isDone = true
    clearTimeout(this.#timer)
    return true
  }

  #problem(problem: MessageProblem): StatusError {
    switch (problem) {
      case 'too-large':
        return new StatusError(
          Status.resourceExhausted,
          `the request is more than the ${this.#owner.maxMessageBytes} bytes that a message may have`,
        )
      case 'compressed':
        return new StatusError(Status.unimplemented, 'the request is compressed, which this server does not take')
      case 'incomplete':
        return new StatusError(Status.internal, 'the request is not a whole message')
      case 'more-than-one':
        return new StatusError(Status.internal, 'the request is more than one message')
    }
  }
}
