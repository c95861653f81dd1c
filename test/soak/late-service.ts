import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteThing } from '../ledger/remote.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Milliseconds between the acceptance of a POST and its effect. */
const lateMs = 1_200

/**
 * A service that accepts a create at once and carries it out later, even if the caller has died in between. A tag makes one thing, however
 * often it is requested.
 */
export class LateService {
  readonly #server: Server
  readonly #things = new Map<string, RemoteThing>()
  /** Accepted tags whose things do not exist yet. */
  readonly #accepted = new Set<string>()

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  /** @returns its address */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  things(): readonly RemoteThing[] {
    return [...this.#things.values()]
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.#accepted.size > 0) await sleep(20)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = this.#answer(request, await bodyOf(request))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

  #answer(request: IncomingMessage, body: unknown): Answer {
    const url = new URL(request.url ?? '/', 'http://service')
    const [, , id = ''] = url.pathname.split('/')
    switch (request.method) {
      case 'POST':
        this.#accept(body as Omit<RemoteThing, 'id'>)
        return { status: 202, body: {} }
      case 'PUT':
        return this.#change(id, body as Pick<RemoteThing, 'name' | 'label'>)
      case 'DELETE':
        this.#things.delete(id)
        return { status: 200, body: {} }
      default:
        return { status: 200, body: this.things().filter(({ tag }) => tag === url.searchParams.get('tag')) }
    }
  }

  #accept(wanted: Omit<RemoteThing, 'id'>): void {
    const { tag } = wanted
    if (this.#accepted.has(tag) || this.things().some((thing) => thing.tag === tag)) return
    this.#accepted.add(tag)
    setTimeout(() => {
      this.#accepted.delete(tag)
      const id = randomBytes(8).toString('hex')
      this.#things.set(id, { id, ...wanted })
    }, lateMs)
  }

  #change(id: string, change: Pick<RemoteThing, 'name' | 'label'>): Answer {
    const thing = this.#things.get(id)
    if (thing === undefined) return { status: 404, body: {} }
    this.#things.set(id, { ...thing, ...change })
    return { status: 200, body: {} }
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}
