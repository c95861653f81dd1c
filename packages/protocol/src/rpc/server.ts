import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'

import { messageOf } from '@slipway/model'

import { decode, encode, type Init, type Method } from '../codec/message.ts'
import { type LocalAddress, loopback } from './address.ts'
import { RpcFailure } from './channel.ts'
import { defaultMaxMessageBytes, FrameCollector, type FrameProblem, prefixBytes, sealFrame } from './frame.ts'
import { encodeStatusMessage, parseTimeout, Status } from './status.ts'
import { connectionWindow, sessionOptions } from './windows.ts'

/** What a handler may know of the call. */
export interface IncomingCall {
  /** Aborts when the caller cancels, its deadline passes, or its connection ends. */
  readonly signal: AbortSignal
}

export type Handler<Request, Response> = (
  request: Request,
  call: IncomingCall,
) => Init<Response> | Promise<Init<Response>>

/** A method with its handler, ready for a server. */
export interface Route {
  readonly path: string
  /** Takes and gives encoded messages; the answer has its frame. */
  handle(request: Buffer, call: IncomingCall): Promise<Buffer>
}

export function route<Request, Response>(
  method: Method<Request, Response>,
  handler: Handler<Request, Response>,
): Route {
  return {
    path: method.path,
    async handle(bytes, call) {
      let request: Request
      try {
        request = decode(method.request, bytes)
      } catch (error) {
        throw new StatusError(Status.invalidArgument, `the request is not valid: ${messageOf(error)}`)
      }
      return sealFrame(encode(method.response, await handler(request, call), prefixBytes))
    },
  }
}

export interface ServerOptions {
  /** Bytes; both ways. */
  readonly maxMessageBytes?: number
}

/** A gRPC server for unary calls of this machine. A method without a route answers UNIMPLEMENTED. */
export class RpcServer {
  readonly #server: Http2Server
  readonly #routes: ReadonlyMap<string, Route>
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #maxMessageBytes: number

  constructor(routes: readonly Route[], { maxMessageBytes = defaultMaxMessageBytes }: ServerOptions = {}) {
    this.#maxMessageBytes = maxMessageBytes
    this.#routes = new Map(routes.map((each) => [each.path, each]))
    this.#server = createServer(sessionOptions)
    this.#server.on('session', (session) => {
      this.#sessions.add(session)
      session.setLocalWindowSize(connectionWindow)
      session.on('close', () => this.#sessions.delete(session))
      session.on('error', () => session.destroy())
    })
    this.#server.on('connection', (socket) => socket.setNoDelay(true))
    this.#server.on('stream', (stream, headers) => this.#receive(stream, headers))
  }

  /** Listens on loopback (port 0: a free one) or on a unix socket, and says where. Fails with the system's error. */
  listen(at: LocalAddress = { port: 0 }): Promise<LocalAddress> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      const listening = (): void => {
        this.#server.off('error', reject)
        resolve('port' in at ? { port: (this.#server.address() as AddressInfo).port } : at)
      }
      if ('port' in at) this.#server.listen(at.port, loopback, listening)
      else this.#server.listen(at.socketPath, listening)
    })
  }

  /** Takes no new calls, gives those under way `graceMs` to end, then ends the connections. */
  async close(graceMs = 0): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
    for (const session of this.#sessions) session.close()
    const timer = setTimeout(() => {
      for (const session of this.#sessions) session.destroy()
    }, graceMs)
    await stopped
    clearTimeout(timer)
  }

  #receive(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    stream.on('error', () => {})
    const type = headers['content-type'] ?? ''
    if (!type.startsWith('application/grpc')) {
      stream.respond({ ':status': 415 }, { endStream: true })
      return
    }
    const found = this.#routes.get(headers[':path'] ?? '')
    if (found === undefined) {
      refuse(stream, new StatusError(Status.unimplemented, `unknown method ${headers[':path'] ?? ''}`))
      return
    }
    this.#collect(stream, (message) => this.#run(stream, headers, found, message))
  }

  #collect(stream: ServerHttp2Stream, run: (message: Buffer) => Promise<void>): void {
    const body = new FrameCollector(this.#maxMessageBytes)
    stream.on('data', (piece: Buffer) => {
      const problem = body.add(piece)
      if (problem !== undefined) refuse(stream, this.#frameError(problem))
    })
    stream.on('end', () => {
      if (stream.headersSent || stream.destroyed) return
      const message = body.message()
      if (typeof message === 'string') refuse(stream, this.#frameError(message))
      else void run(message)
    })
  }

  async #run(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, found: Route, message: Buffer): Promise<void> {
    const abort = new AbortController()
    stream.on('close', () => abort.abort())
    const timeout = parseTimeout(String(headers['grpc-timeout'] ?? ''))
    // The caller keeps the same time; this one is for the handler, which may be deep in work of its own.
    const timer = timeout === undefined ? undefined : setTimeout(() => abort.abort(), Math.min(timeout, 0x7fffffff))
    try {
      const answer = await found.handle(message, { signal: abort.signal })
      if (answer.length - prefixBytes > this.#maxMessageBytes)
        throw new StatusError(
          Status.resourceExhausted,
          `the answer is ${answer.length} bytes, more than the ${this.#maxMessageBytes} that a message may have`,
        )
      reply(stream, answer)
    } catch (error) {
      refuse(stream, error)
    } finally {
      clearTimeout(timer)
    }
  }

  #frameError(problem: FrameProblem): StatusError {
    switch (problem) {
      case 'too-large':
        return new StatusError(
          Status.resourceExhausted,
          `the request is more than the ${this.#maxMessageBytes} bytes that a message may have`,
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

/** A handler that throws this decides the status. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const answerHeaders = { ':status': 200, 'content-type': 'application/grpc' }

function reply(stream: ServerHttp2Stream, answer: Buffer): void {
  if (stream.destroyed || stream.headersSent) return
  stream.respond(answerHeaders, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(answer)
}

/** Answers with a status and no message. What the peer still sends is dropped. */
function refuse(stream: ServerHttp2Stream, error: unknown): void {
  if (stream.destroyed || stream.headersSent) return
  const status = error instanceof StatusError || error instanceof RpcFailure ? error.status : Status.internal
  stream.respond(
    { ...answerHeaders, 'grpc-status': String(status), 'grpc-message': encodeStatusMessage(messageOf(error)) },
    { endStream: true },
  )
  if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR)
}
