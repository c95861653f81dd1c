import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { Etcd3 } from 'etcd3'
import pg from 'pg'
import { describe, test } from '../../../../test/cases.ts'
import { Program, stores } from '../testing/program.ts'
import { Relay } from '../testing/relay.ts'
import { missing, type ServerName, startServer, type TestServer } from '../testing/servers.ts'
import type { Json } from './plugin.ts'

const root = '/slipway/agent/week/'

/** How long the program waits for its store, in milliseconds. */
const timeout = 1000

type Entries = Readonly<Record<string, Json | undefined>>

/** A program that reaches its store through a relay, and other programs that reach the store directly. */
class World {
  readonly name: ServerName
  readonly server: TestServer
  readonly relay: Relay
  readonly others: Program
  program: Program
  #hasEnded = false

  private constructor(name: ServerName, server: TestServer, relay: Relay) {
    this.name = name
    this.server = server
    this.relay = relay
    this.others = new Program(name, server.port, 20 * timeout, 'others')
    this.program = this.#newProgram()
  }

  static async on(name: ServerName, server: TestServer, relay: Relay): Promise<World> {
    const world = new World(name, server, relay)
    try {
      await world.others.start()
      for (const { key } of await world.others.store.list('')) await world.others.store.delete(key)
      await world.program.start()
      return world
    } catch (error) {
      await world.end()
      throw error
    }
  }

  /** The program publishes. On a busy machine it may believe that the store is away; then the value arrives later. */
  publishSoon(entries: Entries): Promise<unknown> {
    return this.program.publish(entries).catch(() => {})
  }

  /** The program publishes, and the store has it. */
  async publish(entries: Entries): Promise<void> {
    await this.publishSoon(entries)
    for (const [key, value] of Object.entries(entries)) {
      const text = value === undefined ? undefined : JSON.stringify(value)
      await this.until(async () => (await this.others.store.get(root + key)) === text)
    }
  }

  /** Other programs write directly into the store. */
  async write(entries: Entries): Promise<void> {
    for (const [key, value] of Object.entries(entries)) {
      if (value === undefined) await this.others.store.delete(root + key)
      else await this.others.store.put(root + key, JSON.stringify(value))
    }
  }

  async held(): Promise<string> {
    const entries = await this.others.store.list(root).catch(() => [])
    return JSON.stringify(entries.map(({ key, value }) => [key.slice(root.length), JSON.parse(value)]))
  }

  /** Waits until the store holds exactly this and the program has been told, and checks that this stays so. */
  async becomes(entries: Readonly<Record<string, Json>>): Promise<void> {
    const wanted = JSON.stringify(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
    await this.until(async () => (await this.held()) === wanted)
    await this.program.knows(entries)
    assert.equal(await this.held(), wanted)
  }

  async startAgain(): Promise<void> {
    await this.program.stop()
    this.program = this.#newProgram()
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    this.relay.clearUp()
    await Promise.all([this.program.stop(), this.others.stop()])
  }

  /** A test whose time is over stops looking. */
  async until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) {
      if (this.#hasEnded) throw new Error('the test has ended')
      await sleep(20)
    }
  }

  #newProgram(): Program {
    return new Program(this.name, this.relay.port, timeout, 'kvdbsync')
  }
}

/** The way in which an operator empties a store. */
const wipe: Readonly<Record<ServerName, (port: number) => Promise<void>>> = {
  etcd: async (port) => {
    const client = new Etcd3({ hosts: `127.0.0.1:${port}` })
    await client.delete().all().exec()
    client.close()
  },
  redis: async (port) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}` })
    await client.connect()
    await client.flushAll()
    client.destroy()
  },
  postgres: async (port) => {
    const client = new pg.Client(`postgres://test@127.0.0.1:${port}/postgres`)
    await client.connect()
    await client.query('TRUNCATE slipway_keyvalue')
    await client.end()
  },
}

const unavailable = { code: 'infra/store-unavailable' }

/** A week in the life of a program and its store, and the right outcome of each day. */
const week: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'publishes more than a store takes at once, and of many values of one key the last': async (world) => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`many/${n}`, n]))
    const values = Array.from({ length: 50 }, (_, n) => world.publishSoon({ last: n }))
    await Promise.all([world.publishSoon(many), ...values])
    await world.becomes({ ...many, last: 49 })
  },

  'cut off while others delete, change and make anew': async (world) => {
    const { program, relay } = world
    await world.publish({ kept: 1, deleted: 1, changed: 1, same: 1, other: 1, replaced: 1, taken: 1 })
    relay.cut()
    await world.write({
      deleted: undefined,
      changed: 'x',
      same: undefined,
      other: undefined,
      replaced: 'x',
      taken: 'x',
    })
    await world.write({ same: 1, other: 'x' })
    await assert.rejects(program.publish({ replaced: 2, taken: undefined, new: 1 }), unavailable)
    relay.clearUp()
    await world.becomes({ kept: 1, changed: 'x', same: 1, other: 'x', replaced: 2, new: 1 })
  },

  'killed and back with its data: nothing is written again': async (world) => {
    const { program, server } = world
    await world.publish({ kept: 1, deleted: 1 })
    await world.write({ deleted: undefined })
    await server.kill()
    await assert.rejects(program.publish({ late: 1 }), unavailable)
    await server.start()
    await world.becomes({ kept: 1, late: 1 })
  },

  'killed and back without any data: everything is restored but what others had taken': async (world) => {
    const { program, server } = world
    await world.publish({ kept: 1, deleted: 1, changed: 1, taken: 1 })
    await world.write({ deleted: undefined, changed: 'x' })
    await world.publish({ taken: undefined })
    await program.until(() => program.givenUp.size === 2)
    await server.kill()
    await server.startEmpty()
    await world.becomes({ kept: 1 })
  },

  'emptied by its own means while connected: everything is restored': async (world) => {
    await world.publish({ a: 1, b: 1 })
    await world.write({ foreign: 1 })
    await wipe[world.name](world.server.port)
    await world.becomes({ a: 1, b: 1 })
  },

  'back with older data: what came later is published again': async (world) => {
    const { server } = world
    await world.publish({ kept: 1, old: 1, taken: 1 })
    await server.kill()
    server.save()
    await server.start()
    await world.becomes({ kept: 1, old: 1, taken: 1 })
    await world.publish({ old: 2, late: 1, taken: undefined })
    await server.kill()
    await server.startSaved()
    await world.becomes({ kept: 1, old: 2, late: 1 })
  },

  'cut off in the middle of restoring, while others delete': async (world) => {
    const { relay, server, others } = world
    const all = Object.fromEntries(Array.from({ length: 350 }, (_, n) => [`k${n}`, 'x'.repeat(200)]))
    await world.publish(all)
    // On a busy machine the connection may be cut before the store has taken anything. Then it is cut once more, again with an empty store.
    let restored: readonly string[] = []
    const hasRestored = async (): Promise<boolean> => {
      restored = (await others.store.list(root).catch(() => [])).map(({ key }) => key)
      return restored.length > 0
    }
    await world.until(async () => {
      relay.cut()
      await server.kill()
      await server.startEmpty()
      relay.clearUp()
      await relay.cutAfter(60_000)
      for (let looks = 0; looks < 100 && !(await hasRestored()); looks++) await sleep(20)
      return restored.length > 0
    })
    assert.ok(restored.length < 350, `${restored.length} restored before the cut`)
    const deleted = restored[0]?.slice(root.length) ?? ''
    await world.write({ [deleted]: undefined })
    relay.clearUp()
    const { [deleted]: _, ...rest } = all
    await world.becomes(rest)
  },

  'no answer: what had arrived is not written over what others wrote then': async (world) => {
    const { program, relay, others, name } = world
    await world.publish({ a: 1, b: 1 })
    const text = 'arrives without an answer'
    relay.loseAnswersTo(...(name === 'postgres' ? [text, 'COMMIT'] : [text]))
    await assert.rejects(program.publish({ a: text }), unavailable)
    await world.until(async () => (await others.store.get(`${root}a`)) === JSON.stringify(text))
    await world.write({ a: 'x' })
    relay.clearUp()
    await world.becomes({ a: 'x', b: 1 })
    await world.publish({ a: 2 })
    await world.becomes({ a: 2, b: 1 })
  },

  'too slow to answer in time, and fast again': async (world) => {
    const { program, relay } = world
    await world.publish({ a: 1 })
    relay.slowDown(timeout)
    await assert.rejects(program.publish({ a: 2, b: 1 }), unavailable)
    relay.clearUp()
    await world.becomes({ a: 2, b: 1 })
  },

  'connections that die without a word are noticed': async (world) => {
    const { relay } = world
    await world.publish({ a: 1, b: 1 })
    relay.abandon()
    await world.write({ a: undefined })
    await world.becomes({ b: 1 })
    // The first user of a dead connection finds out that it is dead.
    await world.publish({ c: 1 })
    await world.becomes({ b: 1, c: 1 })
  },

  'two publishers of one key: the last one to write it restores it': async (world) => {
    const { program, others, relay, server } = world
    await world.publish({ a: 'ours', b: 'ours' })
    await others.publish({ a: 'theirs', c: 'theirs' })
    await program.until(() => program.givenUp.has('a'))
    await server.kill()
    await server.startEmpty()
    await world.becomes({ a: 'theirs', b: 'ours', c: 'theirs' })
    relay.cut()
    await others.publish({ b: 'theirs' })
    relay.clearUp()
    await world.becomes({ a: 'theirs', b: 'theirs', c: 'theirs' })
  },

  'the publisher starts again in between: it knows nothing, and what it publishes now wins': async (world) => {
    await world.publish({ kept: 1, deleted: 1, changed: 1, again: 1 })
    await world.startAgain()
    await world.write({ deleted: undefined, changed: 'x', again: 'x' })
    await world.program.start()
    await world.publish({ again: 2 })
    await world.becomes({ kept: 1, changed: 'x', again: 2 })
    await world.server.kill()
    await world.server.startEmpty()
    await world.becomes({ again: 2 })
  },
}

describe('kvdbsync over a real store', { concurrency: true, timeout: 300_000 }, () => {
  for (const name of Object.keys(stores) as ServerName[])
    describe(name, { skip: missing(name), concurrency: 1 }, () => {
      let server: TestServer
      let relay: Relay
      let world: World
      before(async () => {
        server = await startServer(name)
        relay = await Relay.to(server.port)
      })
      after(async () => {
        await relay.close()
        await server.remove()
      })
      beforeEach(async () => {
        world = await World.on(name, server, relay)
      })
      afterEach(() => world.end())
      for (const [day, happens] of Object.entries(week)) test(day, { timeout: 120_000 }, () => happens(world))
    })
})
