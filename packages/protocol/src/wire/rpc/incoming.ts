import type { Socket } from 'node:net'

import { messageOf } from '@slipway/model'

import type { Connection } from '../http2/connection.ts'
import type { Headers } from '../http2/field-rules.ts'
import { Flag, frameHeaderBytes, FrameType, putFrameHeader } from '../http2/frames.ts'
import { encodeHeaders } from '../http2/header-encoder.ts'
import { ErrorCode } from '../http2/http2-error.ts'
import { RpcFailure } from './channel.ts'
import { MessageStream, type Receiver } from './message-stream.ts'
import { type MessageProblem, prefixBytes, putPrefix } from './prefixed-message.ts'
import { encodeStatusMessage, longestTimer, parseTimeout, Status, StatusError } from './status.ts'
import type { OpenCalls, Workload } from './workload.ts'
import type { HandledCall, Route } from './route.ts'

export interface StreamOwner extends Receiver {
  readonly socket: Socket
  readonly connection: Connection<IncomingStream>
  readonly workload: Workload
  routeOf(path: string): Route | undefined
  /** Called when a whole request has come. */
  onCall(): void
}

/** The beginning of a call by a client. */
export interface Opening {
  readonly headers: Headers
  /** Whether no other message comes. */
  readonly ended: boolean
  /** The count of open calls, which includes this one. */
  readonly calls: OpenCalls
}

const answerHeaders = [
  [':status', '200'],
  ['content-type', 'application/grpc'],
] as const
const headBlock = encodeHeaders(answerHeaders)
const tailBlock = encodeHeaders([['grpc-status', String(Status.ok)]])
const headBytes = frameHeaderBytes + headBlock.length
const tailBytes = frameHeaderBytes + tailBlock.length

/** Bytes that an answer needs before and behind its message, so that the whole answer leaves together. */
export const answerRoom = { before: headBytes + frameHeaderBytes + prefixBytes, after: tailBytes } as const

/** The room before each message of an answer that has several. */
export const messageRoom = frameHeaderBytes + prefixBytes

/** The assumed weight of an unread request, per byte. */
const mostWeight = 16

/** One call of a client. Counts as work until the connection has dropped it and its handler has ended. */
export class IncomingStream extends MessageStream implements HandledCall {
  readonly #owner: StreamOwner
  readonly #headers: Headers
  readonly #calls: OpenCalls
  readonly #route: Route | undefined
  /** The client's time limit for the call, in milliseconds. */
  readonly #timeout: number | undefined
  readonly #receivedAt = performance.now()
  #abort: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void) | undefined
  #isHandled = false
  /** True when nothing more is sent. */
  #isDone = false
  /** True when the head of an answer of several messages has left; `#onRoom` is called when there is room for the next message. */
  #hasReplied = false
  #onRoom: (() => void) | undefined
  /** True when the client no longer waits for an answer. */
  #isLost = false
  #isGone = false
  /** Bytes of the request that is at work, and of the answer on its way. */
  #weight = 0
  #held = 0

  constructor(id: number, { headers, ended, calls }: Opening, owner: StreamOwner) {
    super(id, owner)
    this.hasBegun = true
    this.hasEnded = ended
    this.#owner = owner
    this.#headers = headers
    this.#calls = calls
    this.#route = owner.routeOf(headers.get(':path') ?? '')
    this.#timeout = parseTimeout(headers.get('grpc-timeout') ?? '')
  }

  /** A signal that is made at its first use, because few handlers use it. */
  get signal(): AbortSignal {
    if (this.#abort !== undefined) return this.#abort.signal
    const abort = new AbortController()
    this.#abort = abort
    // The caller enforces the same limit; this timer is for the handler, which may be deep in its own work.
    const left = this.#timeout === undefined ? undefined : this.#timeout - (performance.now() - this.#receivedAt)
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

  /** Begins the call, once the connection knows the stream. */
  begin(): void {
    if (!(this.header('content-type') ?? '').startsWith('application/grpc'))
      this.#end(encodeHeaders([[':status', '415']]))
    else if (this.#route === undefined)
      this.#refuse(new StatusError(Status.unimplemented, `unknown method ${this.header(':path')}`))
    else if (this.hasEnded) this.#run()
  }

  /** Ignores trailers, which a gRPC request does not have. */
  onHeaders(): void {
    this.#run()
  }

  onData(piece: Buffer, ended: boolean): void {
    const problem = this.receive(piece)
    if (problem !== undefined) this.#refuse(this.#problem(problem))
    else if (ended) this.#run()
  }

  onReset(): void {}

  onBreach(): void {}

  override onGone(): void {
    super.onGone()
    const { workload } = this.#owner
    this.#isGone = true
    this.#isLost = this.#finish()
    if (this.#isLost) this.#abort?.abort()
    if (this.#waiting !== undefined) workload.forget(this.#waiting)
    workload.letGo(this.#held)
    this.#held = 0
    this.#onRoom?.()
    if (!this.#isHandled) this.#calls.leave()
  }

  weigh(bytes: number): void {
    const more = bytes - this.#weight
    this.#weight = bytes
    this.#owner.workload.weigh(more)
  }

  #run(): void {
    const message = this.message()
    const { workload } = this.#owner
    if (typeof message === 'string') {
      this.#refuse(this.#problem(message))
      return
    }
    this.#owner.onCall()
    if (workload.isBusy) {
      // The copy releases the rest of the packet while the message waits.
      const kept = Buffer.from(message)
      this.#waiting = () => this.#handle(kept)
      workload.whenLess(this.#waiting)
    } else this.#handle(message)
  }

  #handle(message: Buffer): void {
    this.#waiting = undefined
    this.makeRoom()
    this.#isHandled = true
    this.weigh(message.length * mostWeight)
    this.#route?.handle(message, this).then(
      (answer) => (Buffer.isBuffer(answer) ? this.#reply(answer) : this.#replySeveral(answer)),
      (error) => this.#fail(error),
    )
  }

  async #replySeveral(messages: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const bytes of messages) {
        await this.#replyOne(bytes)
        // Leaving the loop also ends the handler.
        if (this.#isDone) break
      }
    } catch (error) {
      this.#fail(error)
      return
    }
    this.#handled()
    this.#begin()
    this.#end(tailBlock)
  }

  /** Sends one message. Resolves when it has left, or when the client no longer waits for it. */
  async #replyOne(bytes: Buffer): Promise<void> {
    if (this.#isDone) return
    this.#expectFit(bytes.length - messageRoom)
    const { workload, connection } = this.#owner
    if (!workload.hold(bytes.length)) throw tooManyLying()
    this.#held = bytes.length
    this.#begin()
    putPrefix(bytes, frameHeaderBytes, bytes.length - messageRoom)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onRoom = resolve
    connection.send(this, { bytes, headBytes: 0, tailBytes: 0, goesOn: true })
    await promise
  }

  /** Sends the head of an answer of several messages, once. */
  #begin(): void {
    if (this.#hasReplied || this.#isDone) return
    this.#hasReplied = true
    this.#owner.connection.sendHeaders(this.id, headBlock, true)
  }

  override onTaken(): void {
    this.#owner.workload.letGo(this.#held)
    this.#held = 0
    this.#onRoom?.()
  }

  #handled(): void {
    const { workload } = this.#owner
    this.#isHandled = false
    workload.weigh(-this.#weight)
    if (this.#isGone) this.#calls.leave()
  }

  #reply(bytes: Buffer): void {
    this.#handled()
    const { connection, workload } = this.#owner
    const length = bytes.length - answerRoom.before - answerRoom.after
    if (this.#isDone) return
    try {
      this.#expectFit(length)
      if (!workload.hold(bytes.length)) throw tooManyLying()
    } catch (error) {
      this.#refuse(error)
      return
    }
    this.#held = bytes.length
    this.#finish()
    this.#putHeaders(bytes, 0, headBlock, Flag.endHeaders)
    putPrefix(bytes, answerRoom.before - prefixBytes, length)
    this.#putHeaders(bytes, bytes.length - tailBytes, tailBlock, Flag.endHeaders | Flag.endStream)
    connection.send(this, { bytes, headBytes, tailBytes })
  }

  /** Fails with a StatusError when the answer is too large. */
  #expectFit(length: number): void {
    const { maxMessageBytes } = this.#owner
    if (length <= maxMessageBytes) return
    const words = `the answer is ${length} bytes, more than the ${maxMessageBytes} that a message may have`
    throw new StatusError(Status.resourceExhausted, words)
  }

  #putHeaders(bytes: Buffer, at: number, block: Buffer, flags: number): void {
    putFrameHeader(bytes, at, { type: FrameType.headers, flags, stream: this.id, length: block.length })
    block.copy(bytes, at + frameHeaderBytes)
  }

  #fail(error: unknown): void {
    this.#handled()
    this.#refuse(error)
  }

  /** Answers with a status and no message. */
  #refuse(error: unknown): void {
    const status = error instanceof StatusError || error instanceof RpcFailure ? error.status : Status.internal
    this.#end(
      encodeHeaders([
        ...(this.#hasReplied ? [] : answerHeaders),
        ['grpc-status', String(status)],
        ['grpc-message', encodeStatusMessage(messageOf(error))],
      ]),
    )
  }

  /** Ends the call with headers alone, and ignores what the client still sends. */
  #end(block: Buffer): void {
    if (!this.#finish()) return
    const { connection } = this.#owner
    connection.sendHeaders(this.id, block)
    connection.drop(this.id, this.hasEnded ? undefined : ErrorCode.none)
  }

  /** Marks the call as done; returns false if it already was. */
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
        return new StatusError(Status.unimplemented, 'the request is compressed, which this server does not accept')
      case 'incomplete':
        return new StatusError(Status.internal, 'the request is not a complete message')
      case 'more-than-one':
        return new StatusError(Status.internal, 'the request is more than one message')
    }
  }
}

function tooManyLying(): StatusError {
  return new StatusError(Status.resourceExhausted, 'this client leaves too many answers unread')
}
