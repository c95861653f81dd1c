import { Agent, allPlugins, type Plugin, type PluginContext, quitSignals } from '@slipway/agent'
import * as config from '../config/plugin.ts'
import * as etcd from '../etcd/plugin.ts'
import type { RemoteStoreDeps } from '../keyvalue/remote-store.ts'
import type { KeyValueStore } from '../keyvalue/store.ts'
import * as kvdbsync from '../kvdbsync/plugin.ts'
import * as log from '../log/plugin.ts'
import * as postgres from '../postgres/plugin.ts'
import * as redis from '../redis/plugin.ts'
import * as resync from '../resync/plugin.ts'
import * as servicelabel from '../servicelabel/plugin.ts'
import type { ServerName } from './servers.ts'

export const stores: Record<ServerName, (port: number, timeout: number, deps: RemoteStoreDeps) => KeyValueStore> = {
  etcd: (port, timeout, deps) =>
    etcd.newPlugin(
      etcd.useSettings({ endpoints: [`127.0.0.1:${port}`], timeout }),
      etcd.useDeps((of) => Object.assign(of, deps)),
    ),
  redis: (port, timeout, deps) =>
    redis.newPlugin(
      redis.useSettings({ url: `redis://127.0.0.1:${port}`, timeout }),
      redis.useDeps((of) => Object.assign(of, deps)),
    ),
  postgres: (port, timeout, deps) =>
    postgres.newPlugin(
      postgres.useSettings({ url: `postgres://test@127.0.0.1:${port}/postgres`, timeout }),
      postgres.useDeps((of) => Object.assign(of, deps)),
    ),
}

/** An independent program that publishes, and follows all data in the store. */
export class Program implements Plugin {
  readonly name = 'program'
  readonly deps: { sync: kvdbsync.KvDbSync }
  readonly store: KeyValueStore
  readonly agent: Agent
  data = new Map<string, kvdbsync.Json>()
  resyncs = 0
  /** Keys of this program that others have changed or deleted. */
  readonly givenUp = new Set<string>()
  #isStarted = false
  #waiting: (() => void)[] = []

  /** @param timeout of one operation of the store, in milliseconds */
  constructor(store: ServerName, port: number, timeout: number, name: string) {
    const parts = { config: config.newPlugin(), log: log.newPlugin(log.useDestination({ write() {} })) }
    parts.log.deps.config = parts.config
    const label = servicelabel.newPlugin(servicelabel.useLabel('week'))
    label.deps.config = parts.config
    this.store = stores[store](port, timeout, parts)
    const deps: kvdbsync.KvDbSyncDeps = {
      kv: this.store,
      log: parts.log,
      serviceLabel: label,
      resync: resync.newPlugin(resync.useDeps((of) => Object.assign(of, { log: parts.log }))),
    }
    this.deps = {
      sync: kvdbsync.newPlugin(
        kvdbsync.useDeps((of) => Object.assign(of, deps)),
        kvdbsync.useName(name),
      ),
    }
    this.deps.sync.onOverruled((key) => {
      this.givenUp.add(key)
      this.#wake()
    })
    this.agent = new Agent(allPlugins(this), quitSignals())
  }

  init(context: PluginContext): void {
    this.deps.sync.watch(context, 'all', [''], {
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

  async start(): Promise<this> {
    await this.agent.start()
    this.#isStarted = true
    await this.until(() => this.resyncs > 0)
    return this
  }

  async publish(entries: Readonly<Record<string, kvdbsync.Json | undefined>>): Promise<void> {
    await Promise.all(Object.entries(entries).map(([key, value]) => this.deps.sync.publish(key, value)))
  }

  async stop(): Promise<void> {
    if (this.#isStarted) await this.agent.stop()
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Waits until the program has received exactly this. */
  async knows(entries: Readonly<Record<string, kvdbsync.Json>>): Promise<void> {
    const wanted = Object.entries(entries)
    const isKnown = ([key, value]: [string, kvdbsync.Json]): boolean =>
      JSON.stringify(this.data.get(key)) === JSON.stringify(value)
    await this.until(() => this.data.size === wanted.length && wanted.every(isKnown))
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
