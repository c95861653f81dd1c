import { configured, type PluginOption } from '@slipway/agent'
import type { Etcd3, IKeyValue, Watcher } from 'etcd3'
import { z } from 'zod'
import { RemoteStore, type RemoteStoreDeps } from '../keyvalue/remote-store.ts'
import { byKey, type Change, type Entry, type WatchObserver } from '../keyvalue/store.ts'

const settingsSchema = z.strictObject({
  /** A list, or a text with commas. */
  endpoints: z
    .preprocess((given) => (typeof given === 'string' ? given.split(',') : given), z.array(z.string()).min(1))
    .default(['127.0.0.1:2379']),
  /** How long one operation may take, in milliseconds. */
  timeout: z.number().int().positive().default(5000),
  username: z.string().optional(),
  password: z.string().optional(),
})

export type EtcdSettings = z.output<typeof settingsSchema>

/** etcd, version 3. Disabled when nothing is configured. */
export class Etcd extends RemoteStore<EtcdSettings> {
  name = 'etcd'
  protected readonly schema = settingsSchema
  #client: Etcd3 | undefined

  protected async open(settings: EtcdSettings): Promise<void> {
    const { Etcd3 } = await import('etcd3')
    const { noop } = await import('cockatiel')
    const { endpoints, timeout, username, password } = settings
    this.#client = new Etcd3({
      hosts: endpoints,
      dialTimeout: timeout,
      defaultCallOptions: ({ isStream }) => (isStream ? {} : { deadline: Date.now() + timeout }),
      // Watches have their own pauses, and an operation that fails says so: no circuit breaker on top.
      faultHandling: { host: () => noop, global: noop },
      grpcOptions: { 'grpc.max_reconnect_backoff_ms': 1000, 'grpc.initial_reconnect_backoff_ms': 50 },
      ...(username === undefined || password === undefined ? {} : { auth: { username, password } }),
    })
  }

  protected async shut(): Promise<void> {
    this.#client?.close()
    this.#client = undefined
  }

  protected async read(key: string): Promise<string | undefined> {
    // etcd takes an empty key for an error; no entry can have it.
    const value = await this.#use()
      .get(key === '' ? '\0' : key)
      .string()
    return value ?? undefined
  }

  protected async readAll(prefix: string): Promise<readonly Entry[]> {
    const { kvs } = await this.#use().getAll().prefix(prefix).exec()
    return kvs.map(entryOf).sort(byKey)
  }

  protected async write(changes: readonly Change[]): Promise<void> {
    const success = changes.map((change) => {
      const key = Buffer.from(change.key)
      return change.type === 'put'
        ? { request_put: { key, value: Buffer.from(change.value) } }
        : { request_delete_range: { key } }
    })
    await this.#use().kv.txn({ compare: [], success, failure: [] })
  }

  protected async session(prefix: string, observer: WatchObserver, signal: AbortSignal): Promise<void> {
    const client = this.#use()
    const { header, kvs } = await client.getAll().prefix(prefix).exec()
    signal.throwIfAborted()
    const next = (BigInt(header.revision) + 1n).toString()
    const watcher = await client.watch().prefix(prefix).startRevision(next).create()
    observer.snapshot(kvs.map(entryOf).sort(byKey))
    try {
      await untilLost(watcher, observer, signal)
    } finally {
      // Without a connection there is nobody to tell; the watcher is gone either way.
      watcher.cancel().catch(() => {})
    }
  }

  #use(): Etcd3 {
    if (this.#client === undefined) throw new Error('the connection is closed')
    return this.#client
  }
}

function untilLost(watcher: Watcher, observer: WatchObserver, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    watcher.on('data', ({ events }) =>
      observer.changes(
        events.map(({ type, kv }) =>
          type === 'Delete' ? { type: 'delete', key: kv.key.toString() } : { type: 'put', ...entryOf(kv) },
        ),
      ),
    )
    watcher.on('disconnected', reject)
    watcher.on('error', reject)
    signal.addEventListener('abort', () => resolve())
  })
}

function entryOf({ key, value }: IKeyValue): Entry {
  return { key: key.toString(), value: value.toString() }
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Etcd>[]): Etcd {
  return configured(new Etcd(), options)
}

export function useSettings(settings: Partial<EtcdSettings>): PluginOption<Etcd> {
  return (etcd) => {
    etcd.settings = settings
  }
}

export function useName(name: string): PluginOption<Etcd> {
  return (etcd) => {
    etcd.name = name
  }
}

export function useDeps(change: (deps: RemoteStoreDeps) => void): PluginOption<Etcd> {
  return ({ deps }) => change(deps)
}
