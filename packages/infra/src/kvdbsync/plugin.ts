import { randomUUID } from 'node:crypto'
import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { Failure, messageOf } from '@slipway/model'
import type { KeyValueStore, Watch } from '../keyvalue/store.ts'
import * as log from '../log/plugin.ts'
import * as memory from '../memory/plugin.ts'
import * as resync from '../resync/plugin.ts'
import * as servicelabel from '../servicelabel/plugin.ts'
import { DataWatch } from './data-watch.ts'
import type { DataPublisher, DataWatcher } from './datasync.ts'
import { Marker } from './marker.ts'
import { PublishedData, type PublishedObserver } from './published-data.ts'

export * from './data.ts'
export * from './datasync.ts'
import type { DataHandler, Json } from './data.ts'

export interface KvDbSyncDeps {
  kv: KeyValueStore
  serviceLabel: servicelabel.ServiceLabel
  resync: resync.Resync
  log: log.Log
}

/**
 * Keeps data of a program in a key-value store. It reports to watchers a snapshot of the data below their prefixes and then the changes, publishes
 * values, and brings both in line again after the store was gone; deletions and changes by other programs in the meantime are kept
 * (docs/decisions/0061). Make one per store: `kvdbsync.newPlugin(kvdbsync.useKV(etcd.defaultPlugin))`. Programs that share a service label and a
 * store each need a name of their own here. Does nothing when its store is disabled.
 */
export class KvDbSync implements Plugin, DataWatcher, DataPublisher {
  name = 'kvdbsync'
  readonly deps: KvDbSyncDeps = {
    kv: memory.defaultPlugin,
    serviceLabel: servicelabel.defaultPlugin,
    resync: resync.defaultPlugin,
    log: log.defaultPlugin,
  }
  readonly #watches = new Map<string, DataWatch>()
  readonly #overruled: ((key: string) => void)[] = []
  #published: PublishedData | undefined
  /** Follows the published keys, from the first publication on. */
  #follower: Watch | undefined
  #logger: ReturnType<log.Log['logger']> | undefined

  /** False when the store is disabled: watchers get no calls, and published values go nowhere. */
  get enabled(): boolean {
    return this.deps.kv.enabled
  }

  init(context: PluginContext): void {
    this.#logger = context.use(this.deps.log).logger(this.name)
    const { kv, serviceLabel } = this.deps
    const { label } = context.use(serviceLabel)
    const marker = new Marker(`/slipway/publisher/${label}/${this.name}`, randomUUID)
    this.#published = new PublishedData(kv, marker, this.#observer())
    if (!context.use(kv).enabled) context.report('disabled', `${kv.name} is disabled`)
  }

  async close(): Promise<void> {
    this.#published?.close(this.#notRunning())
    this.#published = undefined
    await this.#follower?.close()
    this.#follower = undefined
    await Promise.all(Array.from(this.#watches.values(), (watch) => watch.close()))
    this.#watches.clear()
  }

  watch(context: PluginContext, name: string, prefixes: readonly string[], handler: DataHandler): void {
    if (!this.enabled) return
    if (this.#watches.has(name))
      throw new Failure('infra/duplicate-watcher', `${this.name} has a watcher with the name ${name} already`, {
        hint: 'give each watcher its own name, such as the name of its plugin',
      })
    let isWell = true
    const report = (error?: unknown): void => {
      if (error !== undefined) this.#logger?.error('a watcher failed', { watcher: name, error })
      if (error !== undefined || !isWell) context.report(error === undefined ? 'ok' : 'degraded', reasonOf(name, error))
      isWell = error === undefined
    }
    const { kv, serviceLabel } = this.deps
    const watch = new DataWatch(serviceLabel.prefix, prefixes, handler, report)
    this.#watches.set(name, watch)
    let opened: Promise<void> | undefined
    this.deps.resync.register(`${this.name}/${name}`, context, () => {
      if (opened !== undefined) return watch.resync()
      opened = watch.open(kv)
      return opened
    })
  }

  async publish(key: string, value: Json | undefined): Promise<void> {
    if (!this.enabled) return
    const published = this.#published
    if (published === undefined) throw this.#notRunning()
    this.#follower ??= this.deps.kv.watch(this.deps.serviceLabel.prefix, {
      snapshot: (entries) => published.snapshot(entries),
      changes: (changes) => {
        for (const change of changes) published.told(change.key, change.type === 'put' ? change.value : undefined)
      },
    })
    const text = value === undefined ? undefined : JSON.stringify(value)
    await published.publish(this.deps.serviceLabel.prefix + key, text)
  }

  onOverruled(listener: (key: string) => void): void {
    this.#overruled.push(listener)
  }

  withdraw(key: string): void {
    this.#published?.withdraw(this.deps.serviceLabel.prefix + key)
  }

  #observer(): PublishedObserver {
    const logger = this.#logger
    return {
      emptied: (keys) => logger?.warn('the store was emptied: restoring what was published', { keys }),
      wentBack: (keys) => logger?.warn('the store has lost the latest changes: publishing them again', { keys }),
      overruled: (key, isDeleted) => {
        const done = isDeleted ? 'deleted' : 'changed'
        logger?.info(`another program has ${done} published data; it stays so`, { key })
        this.#tellOverruled(key.slice(this.deps.serviceLabel.prefix.length))
      },
      replaced: (key) => logger?.info('published over the data that another program wrote meanwhile', { key }),
      refused: (key, error) => logger?.warn('the store refuses the published data', { key, error }),
    }
  }

  #tellOverruled(key: string): void {
    for (const listener of this.#overruled) {
      try {
        listener(key)
      } catch (error) {
        this.#logger?.error('a listener failed', { key, error })
      }
    }
  }

  #notRunning(): Failure {
    return new Failure('infra/not-initialised', `${this.name} does not run: nothing can be published`, {
      hint: 'declare the plugin as a dependency, and publish only between its init and its close',
    })
  }
}

function reasonOf(watcher: string, error: unknown): string | undefined {
  return error === undefined ? undefined : `watcher ${watcher}: ${messageOf(error)}`
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<KvDbSync>[]): KvDbSync {
  return configured(new KvDbSync(), options)
}

/** Sets the store, and names the plugin for it, so that there can be one per store: `kvdbsync-etcd`. */
export function useKV(kv: KeyValueStore): PluginOption<KvDbSync> {
  return (sync) => {
    sync.deps.kv = kv
    sync.name = `kvdbsync-${kv.name}`
  }
}

export function useName(name: string): PluginOption<KvDbSync> {
  return (sync) => {
    sync.name = name
  }
}

export function useDeps(change: (deps: KvDbSyncDeps) => void): PluginOption<KvDbSync> {
  return ({ deps }) => change(deps)
}
