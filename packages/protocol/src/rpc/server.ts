import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { messageOf } from '@slipway/model'

import { decode, encode, type Init, type Method } from '../codec/message.ts'
import { Connection, maxOpenStreams } from '../http2/connection.ts'
import type { Headers } from '../http2/header-decoder.ts'
import { ErrorCode } from '../http2/http2-error.ts'
import { type LocalAddress, loopback } from './address.ts'
import { answerRoom, IncomingStream, type StreamOwner } from './incoming.ts'
import { defaultMaxMessageBytes } from './prefixed-message.ts'
import { Status, StatusError } from './status.ts'
import { streamWindow } from './windows.ts'

/** What a handler may know of the call. */
export interface IncomingCall {
  /** Aborts when the caller cancels, its deadline passes, or its connection ends. */
  readonly signal: AbortSignal
  /** The caller's connection: one and the same for all its calls on it. */
  readonly socket: Socket
  /** What the caller says in a header of this name, in small letters. */
  header(name: string): string | undefined
}

export type Handler<Request, Response> = (
  request: Request,
  call: IncomingCall,
) => Init<Response> | Promise<Init<Response>>

/** A method with its handler, ready for a server. */
export interface Route {
  readonly path: string
  /** Takes an encoded request; gives an encoded answer with `answerRoom` bytes free before and behind it. */
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
      return encode(method.response, await handler(request, call), answerRoom.before, answerRoom.after)
    },
  }
}

export interface ServerOptions {
  /** Bytes; both ways. */
  readonly maxMessageBytes?: number
  /** Looks at who connects; a socket that is not admitted is closed before anything is read from it. */
  readonly admit?: (socket: Socket) => boolean
}

/** Connections that wait to be taken. With more the system drops some, and who is dropped tries again after a second. */
const mostWaiting = 4096

/** A gRPC server for unary calls of this machine. A method without a route answers UNIMPLEMENTED. */
export class RpcServer {
  readonly #server: Server
  readonly #routes: ReadonlyMap<string, Route>
  readonly #connections = new Set<ServerConnection>()
  readonly #maxMessageBytes: number

  constructor(routes: readonly Route[], { maxMessageBytes = defaultMaxMessageBytes, admit }: ServerOptions = {}) {
    this.#maxMessageBytes = maxMessageBytes
    this.#routes = new Map(routes.map((each) => [each.path, each]))
    this.#server = createServer({ noDelay: true }, (socket) => {
      if (admit?.(socket) === false) socket.destroy()
      else this.#accept(socket)
    })
  }

  /** Listens on loopback (port 0: a free one) or on a unix socket, and says where. Fails with the system's error. */
  listen(at: LocalAddress = { port: 0 }): Promise<LocalAddress> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      const listening = (): void => {
        this.#server.off('error', reject)
        resolve('port' in at ? { port: (this.#server.address() as AddressInfo).port } : at)
      }
      if ('port' in at) this.#server.listen(at.port, loopback, mostWaiting, listening)
      else this.#server.listen(at.socketPath, listening)
    })
  }

  /** Takes no new calls, gives those under way `graceMs` to end, then ends the connections. */
  async close(graceMs = 0): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
    for (const connection of this.#connections) connection.finish()
    const timer = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy()
    }, graceMs)
    await stopped
    clearTimeout(timer)
  }

  #accept(socket: Socket): void {
    const connection = new ServerConnection(socket, this.#routes, this.#maxMessageBytes, () =>
      this.#connections.delete(connection),
    )
    this.#connections.add(connection)
  }
}

/** One client. */
class ServerConnection implements StreamOwner {
  readonly maxMessageBytes: number
  readonly socket: Socket
  readonly connection: Connection<IncomingStream>
  readonly #routes: ReadonlyMap<string, Route>
  #lastId = 0
  #isFinishing = false

  constructor(socket: Socket, routes: ReadonlyMap<string, Route>, maxMessageBytes: number, onEnd: () => void) {
    this.maxMessageBytes = maxMessageBytes
    this.socket = socket
    this.#routes = routes
    this.connection = new Connection(socket, 'server', streamWindow(maxMessageBytes), {
      onOpen: (id, headers, ended) => this.#open(id, headers, ended),
      onRoom: () => this.#endWhenIdle(),
      onGoAway: () => {},
      onEnd: () => {
        for (const stream of this.connection.streams.values()) stream.onLost()
        onEnd()
      },
    })
  }

  /** Takes no new calls, and ends when those under way have. */
  finish(): void {
    this.#isFinishing = true
    this.connection.goAway(undefined, this.#lastId)
    this.#endWhenIdle()
  }

  destroy(): void {
    this.connection.destroy()
  }

  routeOf(path: string): Route | undefined {
    return this.#routes.get(path)
  }

  #open(id: number, headers: Headers, ended: boolean): void {
    // Of a stream that has ended already, or one that the client was told will not be taken.
    if (id <= this.#lastId || this.#isFinishing) return
    this.#lastId = id
    if (this.connection.streams.size >= maxOpenStreams) {
      this.connection.refuse(id, ErrorCode.refusedStream)
      return
    }
    const stream = new IncomingStream(id, headers, this)
    this.connection.streams.set(id, stream)
    stream.begin(ended)
  }

  #endWhenIdle(): void {
    if (this.#isFinishing && this.connection.streams.size === 0) this.connection.finish()
  }
}
