import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Agent, allPlugins, type Plugin, type PluginContext, quitSignals } from '@slipway/agent'
import * as etcd from '../etcd/plugin.ts'
import type { KeyValueStore } from '../keyvalue/store.ts'
import * as log from '../log/plugin.ts'
import * as postgres from '../postgres/plugin.ts'
import * as redis from '../redis/plugin.ts'
import { missing, type ServerName, startServer } from '../testing/servers.ts'
import * as kvdbsync from './plugin.ts'

log.defaultPlugin.destination = { write() {} }

const stores: Record<ServerName, (port: number) => KeyValueStore> = {
  etcd: (port) => etcd.newPlugin(etcd.useSettings({ endpoints: [`127.0.0.1:${port}`] })),
  redis: (port) => redis.newPlugin(redis.useSettings({ url: `redis://127.0.0.1:${port}` })),
  postgres: (port) => postgres.newPlugin(postgres.useSettings({ url: `postgres://test@127.0.0.1:${port}/postgres` })),
}

/** Follows what lies below `wanted/` and counts full resyncs. */
class Follower implements Plugin {
  readonly name = 'follower'
  readonly deps: { sync: kvdbsync.KvDbSync }
  resyncs = 0
  data = new Map<string, kvdbsync.Json>()
  #waiting: (() => void)[] = []

  constructor(sync: kvdbsync.KvDbSync) {
    this.deps = { sync }
  }

  init(context: PluginContext): void {
    this.deps.sync.watch(context, 'wanted', ['wanted/'], {
      resync: (data) => {
        this.resyncs++
        this.data = new Map(data)
        this.#wake()
      },
      changes: (changes) => {
        for (const { key, value } of changes) {
          if (value === undefined) this.data.delete(key)
          else this.data.set(key, value)
        }
        this.#wake()
      },
    })
  }

  close(): void {}

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

describe('kvdbsync over a real store', () => {
  for (const [name, make] of Object.entries(stores) as [ServerName, (port: number) => KeyValueStore][]) {
    test(
      `${name}: killed and back, watchers are resynchronised and what was published is there`,
      { skip: missing(name) },
      async () => {
        const server = await startServer(name)
        try {
          const store = make(server.port)
          const sync = kvdbsync.newPlugin(kvdbsync.useKV(store))
          const follower = new Follower(sync)
          const agent = new Agent(allPlugins(follower), quitSignals())
          await agent.start()
          await follower.until(() => follower.resyncs === 1)
          await sync.publish('wanted/a', { n: 1 })
          await follower.until(() => follower.data.has('wanted/a'))
          // More than etcd takes in one transaction; and many values of one key, of which the last one counts.
          await Promise.all(Array.from({ length: 200 }, (_, n) => sync.publish(`many/${n}`, n)))
          await Promise.all(Array.from({ length: 50 }, (_, n) => sync.publish('last', n)))
          assert.equal(await store.get(`${sync.deps.serviceLabel.prefix}last`), '49')

          await server.kill()
          await assert.rejects(sync.publish('wanted/b', 2), { code: 'infra/store-unavailable' })
          await server.start()
          await follower.until(() => follower.resyncs >= 2 && follower.data.has('wanted/b'))
          assert.deepEqual(Object.fromEntries(follower.data), { 'wanted/a': { n: 1 }, 'wanted/b': 2 })
          await agent.stop()
        } finally {
          await server.remove()
        }
      },
    )
  }
})
