import { configured, type PluginOption } from '@slipway/agent'
import type { createClient, RedisClientType } from '@redis/client'
import { z } from 'zod'
import { KeyPump } from '../keyvalue/key-pump.ts'
import { RemoteStore, type RemoteStoreDeps } from '../keyvalue/remote-store.ts'
import { SessionEnd } from '../keyvalue/session-end.ts'
import {
  byKey,
  type Change,
  type CommitOutcome,
  type Entry,
  type Values,
  type WatchObserver,
} from '../keyvalue/store.ts'
import { loadPackages } from '../optional-package.ts'
import { runCommit } from './commit-script.ts'

export const settingsSchema = z.strictObject({
  url: z
    .string()
    .default('redis://127.0.0.1:6379')
    .describe('the server, `redis://user:password@host:port/number`; `rediss://` for TLS'),
  timeout: z
    .number()
    .int()
    .positive()
    .default(5000)
    .describe('how long connecting or one operation may take, in milliseconds'),
})

export type RedisSettings = z.output<typeof settingsSchema>

/**
 * Redis. Watches use its keyspace events, which the plugin switches on, so that changes by anyone are seen. Disabled when
 * nothing is configured.
 */
export class Redis extends RemoteStore<RedisSettings> {
  name = 'redis'
  protected readonly schema = settingsSchema
  #createClient: typeof createClient | undefined
  #client: RedisClientType | undefined
  #settings: RedisSettings = { url: '', timeout: 0 }

  protected async open(settings: RedisSettings): Promise<void> {
    ;({ createClient: this.#createClient } = await loadPackages('redis', () => import('@redis/client')))
    this.#settings = settings
    this.#client = this.#newClient((attempt) => Math.min(50 * 2 ** attempt, 2000))
    const answer = Promise.withResolvers<unknown>()
    const timer = setTimeout(answer.resolve, settings.timeout)
    this.#client.once('error', answer.resolve)
    this.#client.connect().then(answer.resolve, answer.resolve)
    await answer.promise
    clearTimeout(timer)
  }

  protected async shut(): Promise<void> {
    this.#client?.destroy()
    this.#client = undefined
  }

  protected async read(key: string): Promise<string | undefined> {
    return (await this.#use().get(key)) ?? undefined
  }

  protected async readAll(prefix: string): Promise<readonly Entry[]> {
    return listOf(this.#use(), prefix)
  }

  protected write(expected: Values, changes: readonly Change[]): Promise<CommitOutcome> {
    return runCommit(this.#use(), expected, changes)
  }

  protected async session(prefix: string, observer: WatchObserver, signal: AbortSignal): Promise<void> {
    const end = new SessionEnd(signal)
    const [reader, listener] = [this.#newClient(false), this.#newClient(false, true)]
    for (const client of [reader, listener]) {
      client.on('error', end.lost)
      client.on('end', () => end.lost(new Error('the connection has ended')))
    }
    // FLUSHALL and FLUSHDB send no key events. A new session reports the keys that are left.
    listener.on('invalidate', () => end.lost(new Error('the database was emptied')))
    try {
      await Promise.all([reader.connect(), listener.connect()])
      // A listener that hears that the store is back may use the store at once.
      await Promise.race([untilReady(this.#use()), end.promise])
      await switchOnEvents(reader)
      const pump = new KeyPump((keys) => valuesOf(reader, keys), observer, end.lost)
      const database = String(new URL(this.#settings.url).pathname.slice(1) || 0)
      const channel = `__keyspace@${database}__:`
      await listener.pSubscribe(`${escaped(channel + prefix)}*`, (_, name) => pump.add(name.slice(channel.length)))
      observer.snapshot(await listOf(reader, prefix))
      pump.open()
      await end.promise
    } finally {
      for (const client of [reader, listener]) if (client.isOpen) client.destroy()
    }
  }

  #newClient(reconnectStrategy: false | ((attempt: number) => number), emitInvalidate = false): RedisClientType {
    if (this.#createClient === undefined) throw new Error('the connection is closed')
    const { url, timeout } = this.#settings
    const client = this.#createClient({
      url,
      disableOfflineQueue: true,
      emitInvalidate,
      // A connection that died silently counts as lost when two pings have no answer.
      pingInterval: timeout,
      socket: { reconnectStrategy, connectTimeout: timeout, socketTimeout: 2 * timeout },
      commandOptions: { timeout },
    }) as RedisClientType
    // Each operation reports its own error; without a listener the process would end.
    return client.on('error', () => {})
  }

  #use(): RedisClientType {
    if (this.#client === undefined) throw new Error('the connection is closed')
    return this.#client
  }
}

async function untilReady(client: RedisClientType): Promise<void> {
  if (!client.isReady) await new Promise<void>((resolve) => client.once('ready', () => resolve()))
}

/** Leaves out keys of types other than text, which are not ours. */
async function listOf(client: RedisClientType, prefix: string): Promise<readonly Entry[]> {
  const entries = new Map<string, Entry>()
  for await (const keys of client.scanIterator({ MATCH: `${escaped(prefix)}*`, COUNT: 1000, TYPE: 'string' })) {
    if (keys.length === 0) continue
    const values = await client.mGet(keys)
    for (const [index, key] of keys.entries()) {
      const value = values[index]
      if (typeof value === 'string') entries.set(key, { key, value })
    }
  }
  return [...entries.values()].sort(byKey)
}

async function valuesOf(client: RedisClientType, keys: readonly string[]): Promise<readonly (string | undefined)[]> {
  const values = await client.mGet([...keys])
  return values.map((value) => value ?? undefined)
}

/** Adds the events that watches need to those that the server already sends. */
async function switchOnEvents(client: RedisClientType): Promise<void> {
  const setting = 'notify-keyspace-events'
  const { [setting]: present = '' } = await client.configGet(setting)
  if (!/K/.test(present) || !/A/.test(present)) await client.configSet(setting, `${present}KA`)
}

/** Escapes a text for use as a pattern that matches only this text. */
function escaped(text: string): string {
  return text.replace(/[*?[\]\\^]/g, '\\$&')
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Redis>[]): Redis {
  return configured(new Redis(), options)
}

export function useSettings(settings: Partial<RedisSettings>): PluginOption<Redis> {
  return (redis) => {
    redis.settings = settings
  }
}

export function useName(name: string): PluginOption<Redis> {
  return (redis) => {
    redis.name = name
  }
}

export function useDeps(change: (deps: RemoteStoreDeps) => void): PluginOption<Redis> {
  return ({ deps }) => change(deps)
}
