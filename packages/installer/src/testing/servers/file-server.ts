import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The answer of a server at a path, and its faults there. */
export interface Route {
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** The statuses of the first requests, in order; later requests get 200. */
  readonly statuses?: readonly number[]
  readonly etag?: string
  /** False: the server ignores `Range`. */
  readonly ranges?: boolean
  /** True: the answer has no `Content-Length`. */
  readonly chunked?: boolean
  /** For each of the first requests, the number of body bytes after which the connection breaks. */
  readonly cuts?: readonly number[]
  /** A false value of `Content-Length`. */
  readonly announced?: number
  /** The size of the pieces of the body, and the pause between them. */
  readonly pace?: { readonly bytes: number; readonly milliseconds: number }
  /** The `authorization` that a request must have; without it, the server answers 401. */
  readonly authorization?: string
  /** True if a request with another credential is refused, although the path needs none. */
  readonly disdains?: boolean
  readonly redirect?: string
  /** True: the server never answers. */
  readonly silent?: boolean
  /** A promise that delays the answer until it resolves. */
  readonly held?: Promise<unknown>
}

export interface Request {
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

/** A local file server that records its requests. */
export class FileServer {
  readonly routes = new Map<string, Route>()
  readonly requests: Request[] = []
  /** The route that applies to each path, unless the path's own route overrides it. */
  everywhere: Route = {}
  readonly #server: ReturnType<typeof createServer>
  readonly #protocol: string
  readonly #asked = new Map<string, number>()

  private constructor(tls?: { readonly key: string; readonly cert: string }) {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      void this.#answer(request, response)
    }
    this.#server = tls === undefined ? createServer(answer) : createSecureServer(tls, answer)
    this.#protocol = tls === undefined ? 'http' : 'https'
  }

  static async start(
    routes: Readonly<Record<string, Route>> = {},
    tls?: { readonly key: string; readonly cert: string },
  ): Promise<FileServer> {
    const server = new FileServer(tls)
    for (const [path, route] of Object.entries(routes)) server.put(path, route)
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve)
    })
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  get url(): string {
    return `${this.#protocol}://${this.host}`
  }

  put(path: string, route: Route): void {
    this.routes.set(path, route)
    this.#asked.delete(path)
  }

  json(path: string, value: unknown, route: Route = {}): void {
    this.put(path, { ...route, body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })
  }

  /** Returns the number of requests for a path. */
  count(path: string): number {
    return this.requests.filter((request) => request.path === path).length
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    this.requests.push({ path, headers: request.headers })
    const own = this.routes.get(path) ?? this.routes.get(path.replace(/\?.*$/s, ''))
    if (own === undefined) return end(response, 404)
    const route = { ...this.everywhere, ...own }
    const asked = this.#asked.get(path) ?? 0
    this.#asked.set(path, asked + 1)
    if (route.silent === true) return
    await route.held
    const { authorization } = request.headers
    if (route.authorization !== undefined && authorization !== route.authorization)
      return end(response, 401, route.headers)
    if (route.disdains === true && authorization !== undefined) return end(response, 401)
    const status = route.statuses?.[asked] ?? 200
    if (status !== 200) return end(response, status, route.headers)
    if (route.redirect !== undefined) return end(response, 302, { location: route.redirect })
    await send(response, route, request.headers, route.cuts?.[asked])
  }
}

function end(response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, headers)
  response.end()
}

async function send(
  response: ServerResponse,
  route: Route,
  { range, 'if-range': condition }: IncomingMessage['headers'],
  cut: number | undefined,
): Promise<void> {
  const whole = Buffer.from(route.body ?? '')
  const headers: Record<string, string> = { ...route.headers, ...(route.etag !== undefined && { etag: route.etag }) }
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? '0')
  const isPart = range !== undefined && route.ranges !== false && (condition === undefined || condition === route.etag)
  if (isPart && start >= whole.length) return end(response, 416, { 'content-range': `bytes */${whole.length}` })
  const body = isPart ? whole.subarray(start) : whole
  if (isPart) headers['content-range'] = `bytes ${start}-${whole.length - 1}/${whole.length}`
  if (route.chunked !== true) headers['content-length'] = String(route.announced ?? body.length)
  response.writeHead(isPart ? 206 : 200, headers)
  response.flushHeaders()
  const { bytes, milliseconds } = route.pace ?? { bytes: Math.max(1, body.length), milliseconds: 0 }
  const upTo = Math.min(cut ?? body.length, body.length)
  for (let at = 0; at < upTo && !response.destroyed; at += bytes) {
    response.write(body.subarray(at, Math.min(at + bytes, upTo)))
    if (milliseconds > 0) await wait(milliseconds)
  }
  if (cut === undefined && (route.announced ?? 0) <= body.length) response.end()
  else if (cut !== undefined) {
    // The pause lets the written bytes leave first.
    await wait(20)
    response.destroy()
  }
}
