import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'

import { type CallControl, messageOf } from '@slipway/model'

import { decode, type Method } from '../codec/message.ts'
import { RpcFailure, type RpcFailureCode } from './channel.ts'
import { FrameCollector, type FrameProblem } from './frame.ts'
import { decodeStatusMessage, formatTimeout, Status, statusName } from './status.ts'

/** What a call wants of the channel that it runs on. */
export interface CallOwner<Response> {
  resolve(response: Response): void
  reject(failure: RpcFailure): void
  /** Once, just before either of the two above. */
  ended(): void
  /** How a call fails that the connection took with it; `undefined` while the connection stands. */
  lost(): RpcFailure | undefined
}

/** Node's timers know no longer time. */
const longestTimer = 0x7fffffff

/** One call under way. Ends exactly once: by answer, status, deadline, cancellation, or the end of the connection. */
export class Call<Response> {
  readonly #method: Pick<Method<never, Response>, 'name' | 'path' | 'response'>
  readonly #control: CallControl
  readonly #maxMessageBytes: number
  readonly #owner: CallOwner<Response>
  readonly #body: FrameCollector
  readonly #onAbort = (): void => this.#abandon('protocol/cancelled', 'was cancelled', Status.cancelled)
  #stream: ClientHttp2Stream | undefined
  #timer: NodeJS.Timeout | undefined
  #done = false
  #status: number | undefined
  #statusMessage = ''

  constructor(
    method: Pick<Method<never, Response>, 'name' | 'path' | 'response'>,
    control: CallControl,
    maxMessageBytes: number,
    owner: CallOwner<Response>,
  ) {
    this.#method = method
    this.#control = control
    this.#maxMessageBytes = maxMessageBytes
    this.#owner = owner
    this.#body = new FrameCollector(maxMessageBytes)
  }

  start(session: ClientHttp2Session, frame: Buffer): void {
    const { deadlineMs, signal } = this.#control
    const headers: Record<string, string> = {
      ':method': 'POST',
      ':path': this.#method.path,
      'content-type': 'application/grpc',
      te: 'trailers',
    }
    if (deadlineMs !== undefined) {
      headers['grpc-timeout'] = formatTimeout(deadlineMs)
      const seconds = deadlineMs / 1000
      this.#timer = setTimeout(
        () =>
          this.#abandon('protocol/deadline-exceeded', `did not answer within ${seconds} s`, Status.deadlineExceeded),
        Math.min(deadlineMs, longestTimer),
      )
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true })
    const stream = session.request(headers)
    this.#stream = stream
    stream.on('response', (answer) => this.#onHeaders(answer))
    stream.on('trailers', (trailers) => this.#onTrailers(trailers))
    stream.on('data', (piece: Buffer) => this.#onData(piece))
    stream.on('error', () => {})
    stream.on('close', () => this.#onClose(stream.rstCode))
    stream.end(frame)
  }

  fail(failure: RpcFailure): void {
    if (this.#settle()) this.#owner.reject(failure)
  }

  #onHeaders(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): void {
    const http = headers[':status']
    const type = headers['content-type'] ?? ''
    if (http !== 200) this.#abandon('protocol/refused', `answered with HTTP status ${http}`, Status.unknown)
    else if (!type.startsWith('application/grpc'))
      this.#abandon('protocol/refused', `answered with "${type}", which is not gRPC`, Status.unknown)
    else if (headers['grpc-status'] !== undefined) this.#onTrailers(headers)
  }

  #onTrailers(trailers: IncomingHttpHeaders): void {
    const status = Number(trailers['grpc-status'])
    if (Number.isInteger(status)) this.#status = status
    const message = trailers['grpc-message']
    if (typeof message === 'string') this.#statusMessage = decodeStatusMessage(message)
  }

  #onData(piece: Buffer): void {
    if (this.#done) return
    const problem = this.#body.add(piece)
    if (problem !== undefined) this.#abandonFor(problem)
  }

  #onClose(rstCode: number | undefined): void {
    if (this.#done) return
    if (this.#status === undefined) this.#fallen(rstCode)
    else if (this.#status === Status.ok) this.#answer()
    else {
      const code = this.#status === Status.unimplemented ? 'protocol/unimplemented' : 'protocol/refused'
      this.#failWith(code, `failed with ${statusName(this.#status)}: ${this.#statusMessage}`, this.#status)
    }
  }

  /** The stream ended and nothing said how the call did. */
  #fallen(rstCode: number | undefined): void {
    const lost = this.#owner.lost()
    if (lost !== undefined) this.fail(lost)
    else if (rstCode === constants.NGHTTP2_REFUSED_STREAM)
      this.fail(
        new RpcFailure('protocol/refused', `${this.#method.name} was refused by the peer`, {
          status: Status.unavailable,
          delivered: false,
        }),
      )
    else this.#failWith('protocol/refused', `was reset by the peer (HTTP/2 error ${rstCode})`, Status.unavailable)
  }

  #answer(): void {
    const message = this.#body.message()
    if (typeof message === 'string') {
      this.#failWith('protocol/bad-message', 'answered without a whole message', Status.internal)
      return
    }
    try {
      const response = decode(this.#method.response, message)
      if (this.#settle()) this.#owner.resolve(response)
    } catch (error) {
      this.#failWith('protocol/bad-message', `gave an answer that is not valid: ${messageOf(error)}`, Status.internal)
    }
  }

  #abandonFor(problem: FrameProblem): void {
    const limit = this.#maxMessageBytes
    if (problem === 'too-large')
      this.#abandon(
        'protocol/message-too-large',
        `gave an answer of more than the ${limit} bytes that a message may have`,
        Status.resourceExhausted,
      )
    else if (problem === 'compressed')
      this.#abandon(
        'protocol/compressed-message',
        'gave a compressed answer, which was not asked for',
        Status.unimplemented,
      )
    else this.#abandon('protocol/bad-message', 'gave more than one message as its answer', Status.internal)
  }

  /** Fails the call and tells the peer that nobody waits for it any more. */
  #abandon(code: RpcFailureCode, what: string, status: number): void {
    this.#failWith(code, what, status)
    this.#stream?.close(constants.NGHTTP2_CANCEL)
  }

  #failWith(code: RpcFailureCode, what: string, status: number): void {
    this.fail(new RpcFailure(code, `${this.#method.name} ${what}`, { status, delivered: true }))
  }

  #settle(): boolean {
    if (this.#done) return false
    this.#done = true
    clearTimeout(this.#timer)
    this.#control.signal?.removeEventListener('abort', this.#onAbort)
    this.#owner.ended()
    return true
  }
}
