import { type CallControl, messageOf } from '@slipway/model'

import { decode, type Method } from '../codec/message.ts'
import type { Headers } from '../http2/field-rules.ts'
import { ErrorCode } from '../http2/http2-error.ts'
import { offAbort, onAbort } from './abort-watch.ts'
import { RpcFailure, type RpcFailureCode } from './channel.ts'
import { MessageStream, type Receiver } from './message-stream.ts'
import type { MessageProblem } from './prefixed-message.ts'
import { decodeStatusMessage, longestTimer, Status, statusName } from './status.ts'

/** The channel's part in a call. */
export interface CallOwner<Response> {
  /** Receives each message of an answer of several messages. It calls `taken` when it no longer holds the message. */
  readonly next?: (response: Response, taken: () => void) => void
  /** Resolves with the answer; after an answer of several messages, with `undefined` when the last has come. */
  resolve(response: Response | undefined): void
  reject(failure: RpcFailure): void
  /** Called once, just before `resolve` or `reject`. `isGivenUp`: the peer may still work on the call. */
  ended(isGivenUp: boolean): void
}

/** Statuses with which some servers answer while the handler is still at work. */
const goesOnAfter: ReadonlySet<number> = new Set([Status.cancelled, Status.deadlineExceeded])

type CalledMethod<Response> = Pick<Method<never, Response>, 'name' | 'response'>

/** One call under way. Ends exactly once: by answer, status, deadline, cancellation, or the end of the connection. */
export class Call<Response> extends MessageStream {
  readonly #method: CalledMethod<Response>
  readonly #signal: AbortSignal | undefined
  readonly #maxMessageBytes: number
  readonly #owner: CallOwner<Response>
  readonly #onAbort = (): void => this.#giveUp('protocol/cancelled', 'was cancelled', Status.cancelled)
  readonly #timer: NodeJS.Timeout | undefined
  #done = false
  #hasHead = false
  #status: number | undefined
  #statusMessage = ''
  #statusDetails: Uint8Array | undefined

  constructor(
    id: number,
    method: CalledMethod<Response>,
    { deadlineMs, signal }: CallControl,
    receiver: Receiver,
    owner: CallOwner<Response>,
  ) {
    super(id, receiver)
    this.#method = method
    this.#signal = signal
    this.#maxMessageBytes = receiver.maxMessageBytes
    this.#owner = owner
    if (signal !== undefined) onAbort(signal, this.#onAbort)
    if (deadlineMs !== undefined)
      this.#timer = setTimeout(
        () =>
          this.#giveUp(
            'protocol/deadline-exceeded',
            `did not answer within ${Math.round(deadlineMs) / 1000} s`,
            Status.deadlineExceeded,
          ),
        Math.min(deadlineMs, longestTimer),
      )
  }

  get isDone(): boolean {
    return this.#done
  }

  /** Gives the call up: the answer is no longer wanted. */
  cancel(): void {
    this.#onAbort()
  }

  fail(failure: RpcFailure): void {
    if (this.#settle(false)) this.#owner.reject(failure)
  }

  onHeaders(headers: Headers, ended: boolean): void {
    if (this.#hasHead) this.#onTrailers(headers)
    else this.#onHead(headers)
    if (ended) this.#onEnd()
  }

  onData(piece: Buffer, ended: boolean): void {
    if (this.#done) return
    const { next } = this.#owner
    const problem =
      next === undefined
        ? this.receive(piece)
        : this.receiveSeveral(piece, (message, bytes) => this.#next(next, message, bytes))
    if (this.#done) return
    if (problem !== undefined) this.#giveUpFor(problem)
    else if (ended) this.#onEnd()
  }

  onReset(code: number): void {
    if (code === ErrorCode.refusedStream)
      this.fail(
        new RpcFailure('protocol/refused', `${this.#method.name} was refused by the peer`, {
          status: Status.unavailable,
          delivered: false,
        }),
      )
    else this.#failWith('protocol/refused', `was reset by the peer (HTTP/2 error ${code})`, Status.unavailable)
  }

  onBreach(reason: string): void {
    this.#failWith('protocol/refused', `was answered against the rules of HTTP/2: ${reason}`, Status.internal)
  }

  #onHead(headers: Headers): void {
    const http = headers.get(':status') ?? ''
    this.#hasHead = true
    const type = headers.get('content-type') ?? ''
    if (http !== '200') this.#giveUp('protocol/refused', `answered with HTTP status ${http}`, Status.unknown)
    else if (!type.startsWith('application/grpc'))
      this.#giveUp('protocol/refused', `answered with "${type}", which is not gRPC`, Status.unknown)
    else this.#onTrailers(headers)
  }

  #onTrailers(trailers: Headers): void {
    const status = trailers.get('grpc-status')
    if (status !== undefined && /^\d{1,9}$/.test(status)) this.#status = Number(status)
    const message = trailers.get('grpc-message')
    if (message !== undefined) this.#statusMessage = decodeStatusMessage(message)
    const details = trailers.get('grpc-status-details-bin')
    if (details !== undefined) this.#statusDetails = Buffer.from(details, 'base64')
  }

  #onEnd(): void {
    if (this.#done) return
    if (this.#status === undefined) this.#failWith('protocol/refused', 'ended without a status', Status.unknown)
    else if (this.#status === Status.ok) this.#answer()
    else {
      const code = this.#status === Status.unimplemented ? 'protocol/unimplemented' : 'protocol/refused'
      const what = `failed with ${statusName(this.#status)}: ${this.#statusMessage}`
      this.fail(this.#failure(code, what, this.#status, !goesOnAfter.has(this.#status)))
    }
  }

  #answer(): void {
    if (this.#owner.next === undefined) {
      const response = this.#decoded(this.message())
      if (response !== undefined && this.#settle(false)) this.#owner.resolve(response)
    } else if (this.isWithinMessage) this.#decoded('incomplete')
    else if (this.#settle(false)) this.#owner.resolve(undefined)
  }

  #next(next: NonNullable<CallOwner<Response>['next']>, message: Buffer, bytes: number): void {
    const response = this.#done ? undefined : this.#decoded(message)
    if (response !== undefined) next(response, () => this.taken(bytes))
  }

  /** Decodes a message; returns `undefined` after failing the call when it is not valid. */
  #decoded(message: Buffer | MessageProblem): Response | undefined {
    let problem = 'answered without a complete message'
    try {
      if (typeof message !== 'string') return decode(this.#method.response, message)
    } catch (error) {
      problem = `gave an answer that is not valid: ${messageOf(error)}`
    }
    if (this.hasEnded) this.#failWith('protocol/bad-message', problem, Status.internal)
    else this.#giveUp('protocol/bad-message', problem, Status.internal)
    return undefined
  }

  #giveUpFor(problem: MessageProblem): void {
    if (problem === 'too-large')
      this.#giveUp(
        'protocol/message-too-large',
        `gave an answer of more than the ${this.#maxMessageBytes} bytes that a message may have`,
        Status.resourceExhausted,
      )
    else if (problem === 'compressed')
      this.#giveUp(
        'protocol/compressed-message',
        'gave a compressed answer, which was not asked for',
        Status.unimplemented,
      )
    else this.#giveUp('protocol/bad-message', 'gave more than one message as its answer', Status.internal)
  }

  /** Fails the call while the peer may still work on it. */
  #giveUp(code: RpcFailureCode, what: string, status: number): void {
    const failure = this.#failure(code, what, status)
    if (this.#settle(true)) this.#owner.reject(failure)
  }

  #failWith(code: RpcFailureCode, what: string, status: number): void {
    this.fail(this.#failure(code, what, status))
  }

  #failure(code: RpcFailureCode, what: string, status: number, ended = false): RpcFailure {
    return new RpcFailure(code, `${this.#method.name} ${what}`, {
      status,
      delivered: true,
      ended,
      ...(ended && { statusMessage: this.#statusMessage }),
      ...(this.#statusDetails !== undefined && { statusDetails: this.#statusDetails }),
    })
  }

  #settle(isGivenUp: boolean): boolean {
    if (this.#done) return false
    this.#done = true
    clearTimeout(this.#timer)
    if (this.#signal !== undefined) offAbort(this.#signal, this.#onAbort)
    this.#owner.ended(isGivenUp)
    return true
  }
}
