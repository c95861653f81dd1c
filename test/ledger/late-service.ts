/**
 * A service that takes effect late: an ordered thing exists only a while after its order has arrived, even if the caller has hung up or died by
 * then. It is honest, as such services are: an order with the same key is the same order, and gets the same answer.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../faulty/sandbox.ts'

export interface Thing {
  readonly id: string
  readonly key: string
  label: string
}

/** One request, as it arrived. */
export interface Asked {
  readonly method: string
  readonly pid: number
  /** Earlier callers that were still alive. */
  readonly alive: readonly number[]
}

export interface LateService {
  readonly url: string
  /** The first order that makes something. */
  readonly firstOrder: Promise<Asked>
  readonly asked: readonly Asked[]
  /** Everything that was ever made. */
  readonly made: readonly Thing[]
  /** The things that exist when every order has taken effect. */
  things(): Promise<readonly Thing[]>
  close(): Promise<void>
}

/** Listens on loopback. `lateMs` is the time from the arrival of an order until it takes effect. */
export async function startLateService(lateMs: number): Promise<LateService> {
  const service = new Service(lateMs)
  const server = createServer((request, response) => void service.serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    firstOrder: service.firstOrder.promise,
    asked: service.asked,
    made: service.made,
    async things() {
      await Promise.all(service.orders.values())
      return [...service.things.values()]
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

class Service {
  readonly firstOrder = Promise.withResolvers<Asked>()
  readonly asked: Asked[] = []
  readonly made: Thing[] = []
  readonly things = new Map<string, Thing>()
  /** Orders by key; a destroyed thing is removed together with its order. */
  readonly orders = new Map<string, Promise<Thing>>()
  readonly #lateMs: number

  constructor(lateMs: number) {
    this.#lateMs = lateMs
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const pid = Number(headers['plugin-pid'])
    const others = new Set(this.asked.map((asked) => asked.pid).filter((other) => other !== pid))
    const asked: Asked = { method, pid, alive: [...others].filter(isAlive) }
    this.asked.push(asked)
    const key = decodeURIComponent((request.url ?? '').slice(1))
    const label = await text(request).catch(() => '')
    if (method === 'POST') {
      const order = this.#order(key, label)
      this.firstOrder.resolve(asked)
      response.end(JSON.stringify(await order))
    } else if (method === 'DELETE') {
      this.things.delete(key)
      this.orders.delete(key)
      response.end()
    } else {
      const thing = this.things.get(key)
      response.writeHead(thing === undefined ? 404 : 200).end(JSON.stringify(thing))
    }
  }

  async #order(key: string, label: string): Promise<Thing> {
    const known = this.orders.get(key)
    if (known !== undefined) return Object.assign(await known, { label })
    const order = sleep(this.#lateMs).then(() => this.#make(key, label))
    this.orders.set(key, order)
    return await order
  }

  #make(key: string, label: string): Thing {
    const thing = { id: `thing-${this.made.length + 1}`, key, label }
    this.made.push(thing)
    this.things.set(key, thing)
    return thing
  }
}
