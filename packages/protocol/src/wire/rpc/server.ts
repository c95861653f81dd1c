import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { messageOf } from '@slipway/model'

import { encode, type Method, type StreamMethod } from '../codec/message.ts'
import { Reader } from '../codec/reader.ts'
import { Connection } from '../http2/connection.ts'
import type { Headers } from '../http2/field-rules.ts'
import { type LocalAddress, loopback } from './address.ts'
import type { Arrivals } from './arrivals.ts'
import { answerRoom, IncomingStream, messageRoom, type StreamOwner } from './incoming.ts'
import { defaultMaxMessageBytes } from './prefixed-message.ts'
import { Status, StatusError } from './status.ts'
import { OpenCalls, Workload } from './workload.ts'
import type { HandledCall, Handler, Route, StreamHandler } from './route.ts'

export function route<Request, Response>(
  method: Method<Request, Response>,
  handler: Handler<Request, Response>,
): Route {
  return {
    path: method.path,
    async handle(bytes, call) {
      const request = readRequest(method, bytes, call)
      return encode(method.response, await handler(request, call), answerRoom.before, answerRoom.after)
    },
  }
}

/** Like `route`, for a method that answers with several messages. */
export function streamRoute<Request, Response>(
  method: StreamMethod<Request, Response>,
  handler: StreamHandler<Request, Response>,
): Route {
  return {
    path: method.path,
    async handle(bytes, call) {
      return encoded(method, handler(readRequest(method, bytes, call), call))
    },
  }
}

async function* encoded<Response>(
  { response }: Pick<StreamMethod<unknown, Response>, 'response'>,
  messages: ReturnType<StreamHandler<unknown, Response>>,
): AsyncGenerator<Buffer> {
  for await (const message of messages) yield encode(response, message, messageRoom)
}

function readRequest<Request>(
  { request }: Pick<Method<Request, unknown>, 'request'>,
  bytes: Buffer,
  call: HandledCall,
): Request {
  const reader = new Reader(bytes)
  try {
    const read = request.read(reader)
    call.weigh(reader.weight)
    return read
  } catch (error) {
    throw new StatusError(Status.invalidArgument, `the request is not valid: ${messageOf(error)}`)
  }
}

export interface ServerOptions {
  /** The largest message in bytes, in both directions. */
  readonly maxMessageBytes?: number
  /** The most bytes of answers that clients may leave unread; a call whose answer exceeds the limit fails. */
  readonly maxUnsentBytes?: number
  /** Checks each connecting socket; the server closes a rejected socket before it reads anything from it. */
  readonly admit?: (socket: Socket) => boolean
  /**
   * The most connections at a time. A further connection displaces the oldest one without a call; if every connection has made a call, the
   * server refuses the new one.
   */
  readonly maxConnections?: number
  /**
   * Whether a client is known; for servers that strangers can reach. Each stranger may make only a few calls, and strangers cannot crowd
   * out known clients.
   */
  readonly isKnown?: (socket: Socket) => boolean
}

/**
 * The most connections that wait for the server to accept them. Beyond that the system drops some, and a dropped client tries again after a
 * second.
 */
const mostWaiting = 4096

/** The default limit on connections; a client needs one. */
const defaultMaxConnections = 32

/** The most calls of a client that is not known yet. */
const strangersCalls = 32

/**
 * The default limit on unsent bytes, 64 answers of the largest size: a server does not lose the results of its work to a client that is
 * only slow.
 */
const defaultMaxUnsentBytes = 256 * 1024 * 1024

/** A gRPC server for calls on this machine, with answers of one message or several. A method without a route answers UNIMPLEMENTED. */
export class RpcServer {
  readonly #server: Server
  readonly #connections = new Set<ServerConnection>()
  readonly #maxConnections: number
  readonly #admit: (socket: Socket) => boolean
  readonly #served: Served

  constructor(
    routes: readonly Route[],
    {
      maxMessageBytes = defaultMaxMessageBytes,
      maxUnsentBytes = defaultMaxUnsentBytes,
      maxConnections = defaultMaxConnections,
      admit = () => true,
      isKnown = () => true,
    }: ServerOptions = {},
  ) {
    this.#maxConnections = maxConnections
    this.#served = {
      routes: new Map(routes.map((each) => [each.path, each])),
      maxMessageBytes,
      workload: new Workload(maxMessageBytes, maxUnsentBytes),
      isKnown,
    }
    this.#admit = admit
    this.#server = createServer({ noDelay: true }, (socket) => this.take(socket))
  }

  /** Serves a client that has connected elsewhere like one that has connected here. */
  take(socket: Socket): void {
    if (this.#hasRoom() && this.#admit(socket)) this.#accept(socket)
    else socket.destroy()
  }

  /** Listens on loopback (port 0: a free one) or on a unix socket, and returns the address. Fails with the system's error. */
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

  /** Takes no new calls, gives calls under way `graceMs` to end, then ends the connections. */
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
    const connection = new ServerConnection(socket, this.#served)
    this.#connections.add(connection)
    socket.once('close', () => this.#connections.delete(connection))
  }

  /** Makes room for a new connection, if it can: a connection that has made no call gives way. */
  #hasRoom(): boolean {
    if (this.#connections.size < this.#maxConnections) return true
    for (const connection of this.#connections) {
      if (connection.hasCalled && !connection.socket.destroyed) continue
      connection.destroy()
      this.#connections.delete(connection)
      return true
    }
    return false
  }
}

/** The state that the connections of a server share. */
interface Served {
  readonly routes: ReadonlyMap<string, Route>
  readonly maxMessageBytes: number
  readonly workload: Workload
  readonly isKnown: (socket: Socket) => boolean
}

class ServerConnection implements StreamOwner {
  readonly maxMessageBytes: number
  readonly socket: Socket
  readonly workload: Workload
  readonly connection: Connection<IncomingStream>
  readonly #routes: ReadonlyMap<string, Route>
  readonly #isKnown: (socket: Socket) => boolean
  readonly #strangersCalls = new OpenCalls(strangersCalls)
  #isFinishing = false
  hasCalled = false

  constructor(socket: Socket, { routes, maxMessageBytes, workload, isKnown }: Served) {
    this.maxMessageBytes = maxMessageBytes
    this.socket = socket
    this.workload = workload
    this.#isKnown = isKnown
    this.#routes = routes
    this.connection = new Connection(socket, 'server', {
      onOpen: (id, headers, ended) => this.#open(id, headers, ended),
      onRoom: () => this.#endWhenIdle(),
      onGoAway: () => {},
      onEnd: () => {},
    })
  }

  get arrivals(): Arrivals {
    return this.workload.arrivals
  }

  allow(stream: IncomingStream, bytes: number): void {
    this.connection.allow(stream, bytes)
  }

  /** Takes no new calls, and ends when the calls under way have ended. */
  finish(): void {
    this.#isFinishing = true
    this.connection.goAway()
    this.#endWhenIdle()
  }

  destroy(): void {
    this.connection.destroy()
  }

  onCall(): void {
    this.hasCalled = true
  }

  routeOf(path: string): Route | undefined {
    return this.#routes.get(path)
  }

  #open(id: number, headers: Headers, ended: boolean): void {
    // The client knows that no more calls are accepted.
    if (this.#isFinishing) return
    const calls = this.#isKnown(this.socket) ? this.workload.calls : this.#strangersCalls
    if (!calls.enter()) {
      this.connection.refuse(id)
      return
    }
    const stream = new IncomingStream(id, { headers, ended, calls }, this)
    this.connection.open(stream)
    stream.begin()
  }

  #endWhenIdle(): void {
    if (this.#isFinishing && this.connection.streams.size === 0) this.connection.finish()
  }
}
