import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A container registry in memory, which requires a token and can break uploads. */
export class PushableRegistry {
  readonly asked: string[] = []
  /** The number of uploads that break after their start. */
  broken = 0
  readonly #stored = new Map<string, { readonly body: Buffer; readonly type: string }>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Buffer[])
    const url = new URL(request.url ?? '/', `http://${this.host}`)
    this.asked.push(`${request.method} ${url.pathname}`)
    const repository = /^\/v2\/(.+?)\/(?:blobs|manifests|referrers|tags)\//.exec(url.pathname)?.[1] ?? ''
    const end = (status: number, headers: Record<string, string> = {}, content: Buffer | string = ''): void =>
      void response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : content)
    if (url.pathname === '/token')
      return end(
        200,
        {},
        JSON.stringify({ token: (url.searchParams.get('scope') ?? '').split(':').at(-1)?.replace(',', '-') }),
      )
    const mayWrite = request.headers.authorization === 'Bearer pull-push'
    const isWrite = request.method === 'PUT' || request.method === 'POST'
    if (request.headers.authorization === undefined || (isWrite && !mayWrite)) {
      const scope = `repository:${repository}:${isWrite ? 'pull,push' : 'pull'}`
      return end(401, { 'www-authenticate': `Bearer realm="http://${this.host}/token",scope="${scope}"` })
    }
    if (request.method === 'POST') return end(202, { location: `/v2/${repository}/blobs/uploads/1` })
    if (request.method === 'PUT') {
      if (url.pathname.includes('/uploads/') && this.broken-- > 0) return void request.socket.destroy()
      const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`
      const isBlob = url.pathname.includes('/blobs/')
      if (isBlob && url.searchParams.get('digest') !== digest) return end(400)
      const stored = { body, type: request.headers['content-type'] ?? '' }
      const place = url.pathname.replace(/\/(?:uploads\/1|[^/]+)$/, '')
      this.#stored.set(`${place}/${digest}`, stored)
      if (!isBlob) this.#stored.set(url.pathname, stored)
      return end(201)
    }
    const found = this.#stored.get(url.pathname)
    return found === undefined ? end(404) : end(200, { 'content-type': found.type }, found.body)
  }
}
