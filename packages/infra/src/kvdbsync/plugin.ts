import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { Failure, messageOf } from '@slipway/model'
import type { KeyValueStore, Watch } from '../keyvalue/store.ts'
import * as log from '../log/plugin.ts'
import * as memory from '../memory/plugin.ts'
import * as resync from '../resync/plugin.ts'
import * as servicelabel from '../servicelabel/plugin.ts'
import { DataWatch } from './data-watch.ts'
import type { DataHandler, DataPublisher, DataWatcher, Json } from './datasync.ts'
import { PublishedData } from './published-data.ts'

export * from './datasync.ts'

export interface KvDbSyncDeps {
  /** Where the data is. */
  kv: KeyValueStore
  serviceLabel: servicelabel.ServiceLabel
  resync: resync.Resync
  log: log.Log
}

/**
 * Data of a program in a key-value store: tells watchers a snapshot of what lies below their prefixes and then what
 * changes, publishes values, and brings both in line again after the store was gone. Make one per store:
 * `kvdbsync.newPlugin(kvdbsync.useKV(etcd.defaultPlugin))`. Does nothing when its store is disabled.
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
  readonly #published = new PublishedData((changes) => this.deps.kv.commit(changes))
  #returns: Watch | undefined
  #logger: ReturnType<log.Log['logger']> | undefined

  /** False when the store is disabled: watchers are told nothing, what is published goes nowhere. */
  get enabled(): boolean {
    return this.deps.kv.enabled
  }

  init(context: PluginContext): void {
    this.#logger = context.use(this.deps.log).logger(this.name)
    if (!context.use(this.deps.kv).enabled) context.report('disabled', `${this.deps.kv.name} is disabled`)
  }

  afterInit(): void {
    if (!this.enabled) return
    // Nothing is ever below this prefix: the watch tells when the store is back.
    let snapshots = 0
    this.#returns = this.deps.kv.watch(`${this.deps.serviceLabel.prefix}${this.name}/`, {
      snapshot: () => void (snapshots++ > 0 && this.#restore()),
      changes: () => {},
    })
  }

  async close(): Promise<void> {
    await this.#returns?.close()
    this.#returns = undefined
    await Promise.all(Array.from(this.#watches.values(), (watch) => watch.close()))
    this.#watches.clear()
    this.#published.clear()
  }

  watch(context: PluginContext, name: string, prefixes: readonly string[], handler: DataHandler): void {
    if (!this.enabled) return
    if (this.#watches.has(name))
      throw new Failure('infra/duplicate-watcher', `${this.name} has a watcher with the name ${name} already`, {
        hint: 'give each watcher a name of its own, such as that of its plugin',
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
    const text = value === undefined ? undefined : JSON.stringify(value)
    await this.#published.publish(this.deps.serviceLabel.prefix + key, text)
  }

  /** A store that comes back may have forgotten, or never been told. Gone again, its next coming back restores the rest. */
  async #restore(): Promise<void> {
    const error = await this.#published.restore()
    if (error !== undefined) this.#logger?.warn('not all that was published could be restored', { error })
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
