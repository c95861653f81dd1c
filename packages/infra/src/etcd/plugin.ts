import { once } from 'node:events'
import { configured, type PluginOption } from '@slipway/agent'
import type { Etcd3, ICompare, IEvent, IKeyValue, IRequestOp, IWatchResponse } from 'etcd3'
import { z } from 'zod'
import { loadPackages } from '../optional-package.ts'
import { RemoteStore, type RemoteStoreDeps } from '../keyvalue/remote-store.ts'
import { SessionEnd, within } from '../keyvalue/session-end.ts'
import {
  byKey,
  type Change,
  type CommitOutcome,
  type Entry,
  type Values,
  type WatchObserver,
} from '../keyvalue/store.ts'

export const settingsSchema = z.strictObject({
  endpoints: z
    .preprocess((given) => (typeof given === 'string' ? given.split(',') : given), z.array(z.string()).min(1))
    .default(['127.0.0.1:2379'])
    .describe('the servers, as a list or as text with commas'),
  timeout: z.number().int().positive().default(5000).describe('how long one operation may take, in milliseconds'),
  username: z.string().optional().describe('the user, if the servers want one'),
  password: z.string().optional().describe('the password of that user'),
})

/** Milliseconds. etcd ends the connection of a client that pings more often than every 5 seconds. */
const keepalivePeriod = 6_000

export type EtcdSettings = z.output<typeof settingsSchema>

/** etcd, version 3. Disabled when nothing is configured. */
export class Etcd extends RemoteStore<EtcdSettings> {
  name = 'etcd'
  protected readonly schema = settingsSchema
  #client: Etcd3 | undefined
  /** Milliseconds. */
  #timeout = 0

  protected async open(settings: EtcdSettings): Promise<void> {
    const [{ Etcd3 }, { ConstantBackoff, noop }] = await loadPackages('etcd', () =>
      Promise.all([import('etcd3'), import('cockatiel')]),
    )
    const { endpoints, timeout, username, password } = settings
    this.#timeout = timeout
    this.#client = new Etcd3({
      hosts: endpoints,
      dialTimeout: timeout,
      defaultCallOptions: ({ isStream }) => (isStream ? {} : { deadline: Date.now() + timeout }),
      // Watches have their own pauses, and a failed operation reports its error, so no circuit breaker is needed. The client's own timer for watches
      // would keep a process alive after it has closed the client.
      faultHandling: { host: () => noop, global: noop, watchBackoff: new ConstantBackoff(500).next() },
      grpcOptions: {
        'grpc.max_reconnect_backoff_ms': 1000,
        'grpc.initial_reconnect_backoff_ms': 50,
        'grpc.keepalive_time_ms': keepalivePeriod,
        'grpc.keepalive_timeout_ms': timeout,
      },
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

  protected async write(expected: Values, changes: readonly Change[]): Promise<CommitOutcome> {
    const keys = [...expected.keys()]
    const { succeeded, responses } = await this.#use().kv.txn({
      compare: keys.map((key) => comparison(key, expected.get(key))),
      success: changes.map(operation),
      failure: keys.map((key) => ({ request_range: { key: Buffer.from(key) } })),
    })
    if (succeeded) return { committed: true }
    const found = keys.map((key, index) => [key, responses[index]?.response_range.kvs[0]?.value.toString()] as const)
    return { committed: false, found: new Map(found) }
  }

  /**
   * Watches first and reads then. The other way round, a server that came back with older data in between would get a request for changes
   * after a revision that it has yet to reach, and the watch would miss the lost data.
   */
  protected async session(prefix: string, observer: WatchObserver, signal: AbortSignal): Promise<void> {
    const end = new SessionEnd(signal)
    const client = this.#use()
    // create() would ignore a connection that is lost meanwhile, and hold the watch on the next one.
    const watcher = client.watch().prefix(prefix).watcher()
    watcher.on('disconnected', end.lost)
    watcher.on('error', end.lost)
    const early: IEvent[] = []
    const listen = ({ events }: IWatchResponse): void => void early.push(...events)
    watcher.on('data', listen)
    try {
      await Promise.race([within(this.#timeout, once(watcher, 'connected')), end.promise])
      signal.throwIfAborted()
      const { header, kvs } = await client.getAll().prefix(prefix).exec()
      signal.throwIfAborted()
      observer.snapshot(kvs.map(entryOf).sort(byKey))
      const isNews = ({ kv }: IEvent): boolean => BigInt(kv.mod_revision) > BigInt(header.revision)
      observer.changes(early.filter(isNews).map(changeOf))
      watcher.off('data', listen)
      watcher.on('data', ({ events }) => observer.changes(events.map(changeOf)))
      await end.promise
    } finally {
      // Without a connection the server cannot be told. The watcher is gone in both cases.
      watcher.cancel().catch(() => {})
    }
  }

  #use(): Etcd3 {
    if (this.#client === undefined) throw new Error('the connection is closed')
    return this.#client
  }
}

function comparison(key: string, value: string | undefined): ICompare {
  const compared = { key: Buffer.from(key), result: 'Equal' } as const
  // For etcd, a missing key was created in revision 0.
  if (value === undefined) return { ...compared, target: 'Create', create_revision: 0 }
  return { ...compared, target: 'Value', value: Buffer.from(value) }
}

function operation(change: Change): IRequestOp {
  const key = Buffer.from(change.key)
  if (change.type === 'delete') return { request_delete_range: { key } }
  return { request_put: { key, value: Buffer.from(change.value) } }
}

function changeOf({ type, kv }: IEvent): Change {
  return type === 'Delete' ? { type: 'delete', key: kv.key.toString() } : { type: 'put', ...entryOf(kv) }
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
