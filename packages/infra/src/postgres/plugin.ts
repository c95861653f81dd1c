import { configured, type PluginOption } from '@slipway/agent'
import type { Client, ClientConfig, Pool } from 'pg'
import { z } from 'zod'
import { KeyPump } from '../keyvalue/key-pump.ts'
import { RemoteStore, type RemoteStoreDeps } from '../keyvalue/remote-store.ts'
import { byKey, type Change, type Entry, type WatchObserver } from '../keyvalue/store.ts'
import { schemaStatements } from './schema.ts'

const settingsSchema = z.strictObject({
  /** `postgres://user:password@host:port/database` */
  url: z.string(),
  table: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,40}$/, 'a lower-case SQL name')
    .default('slipway_keyvalue'),
  /** How long connecting or one operation may take, in milliseconds. */
  timeout: z.number().int().positive().default(5000),
})

export type PostgresSettings = z.input<typeof settingsSchema>

/**
 * PostgreSQL: one table, made when it does not exist. A trigger notifies watches of changes by anyone. Disabled when
 * nothing is configured.
 */
export class Postgres extends RemoteStore<z.output<typeof settingsSchema>> {
  name = 'postgres'
  protected readonly schema = settingsSchema
  #pool: Pool | undefined
  #newClient: (() => Client) | undefined
  #table = ''
  #made: Promise<void> | undefined

  protected async open({ url, table, timeout }: z.output<typeof settingsSchema>): Promise<void> {
    const { default: pg } = await import('pg')
    const connection: ClientConfig = {
      connectionString: url,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      keepAlive: true,
    }
    this.#table = table
    this.#made = undefined
    this.#pool = new pg.Pool({ ...connection, max: 4 })
    // Connections that break while nobody uses them: the next operation tells.
    this.#pool.on('error', () => {})
    this.#newClient = () => new pg.Client(connection)
  }

  protected async shut(): Promise<void> {
    await this.#pool?.end()
    this.#pool = undefined
  }

  protected async read(key: string): Promise<string | undefined> {
    const { rows } = await (await this.#use()).query<Entry>(`SELECT value FROM ${this.#table} WHERE key = $1`, [key])
    return rows[0]?.value
  }

  protected async readAll(prefix: string): Promise<readonly Entry[]> {
    return listOf(await this.#use(), this.#table, prefix)
  }

  /** One statement per kind of change, each for all keys: as fast for a thousand as for one. */
  protected async write(changes: readonly Change[]): Promise<void> {
    const puts = changes.filter((change) => change.type === 'put')
    const deletes = changes.filter((change) => change.type === 'delete')
    const client = await (await this.#use()).connect()
    try {
      await client.query('BEGIN')
      await client.query(
        `INSERT INTO ${this.#table} SELECT * FROM unnest($1::text[], $2::text[])
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        [puts.map(({ key }) => key), puts.map(({ value }) => value)],
      )
      await client.query(`DELETE FROM ${this.#table} WHERE key = ANY($1)`, [deletes.map(({ key }) => key)])
      await client.query('COMMIT')
      client.release()
    } catch (error) {
      // Closing the connection rolls back, also when it no longer answers.
      client.release(true)
      throw error
    }
  }

  protected async session(prefix: string, observer: WatchObserver, signal: AbortSignal): Promise<void> {
    await this.#use()
    const client = this.#newClient?.()
    if (client === undefined) return
    const lost = Promise.withResolvers<void>()
    lost.promise.catch(() => {})
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('the connection has ended')))
    signal.addEventListener('abort', () => lost.resolve())
    try {
      await client.connect()
      const pump = new KeyPump((keys) => valuesOf(client, this.#table, keys), observer, lost.reject)
      client.on('notification', ({ payload = '' }) => {
        if (payload.startsWith(prefix)) pump.add(payload)
      })
      await client.query(`LISTEN ${this.#table}`)
      observer.snapshot(await listOf(client, this.#table, prefix))
      pump.open()
      await lost.promise
    } finally {
      void client.end().catch(() => {})
    }
  }

  /** The connections, with the table made. Tried again by the next one when it fails. */
  async #use(): Promise<Pool> {
    const pool = this.#pool
    if (pool === undefined) throw new Error('the connection is closed')
    this.#made ??= makeTable(pool, this.#table)
    try {
      await this.#made
    } catch (error) {
      this.#made = undefined
      throw error
    }
    return pool
  }
}

async function makeTable(pool: Pool, table: string): Promise<void> {
  await pool.query(schemaStatements(table))
}

async function listOf(client: Client | Pool, table: string, prefix: string): Promise<readonly Entry[]> {
  const { rows } = await client.query<Entry>(`SELECT key, value FROM ${table} WHERE starts_with(key, $1)`, [prefix])
  return rows.sort(byKey)
}

async function valuesOf(
  client: Client,
  table: string,
  keys: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const { rows } = await client.query<Entry>(`SELECT key, value FROM ${table} WHERE key = ANY($1)`, [keys])
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return keys.map((key) => values.get(key))
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Postgres>[]): Postgres {
  return configured(new Postgres(), options)
}

export function useSettings(settings: PostgresSettings): PluginOption<Postgres> {
  return (postgres) => {
    postgres.settings = settings
  }
}

export function useName(name: string): PluginOption<Postgres> {
  return (postgres) => {
    postgres.name = name
  }
}

export function useDeps(change: (deps: RemoteStoreDeps) => void): PluginOption<Postgres> {
  return ({ deps }) => change(deps)
}
