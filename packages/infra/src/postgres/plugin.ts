import { configured, type PluginOption } from '@slipway/agent'
import type { Client, ClientBase, ClientConfig, Pool } from 'pg'
import { z } from 'zod'
import { loadPackages } from '../optional-package.ts'
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
import { runCommit } from './commit.ts'
import { schemaStatements } from './schema.ts'

export const settingsSchema = z.strictObject({
  url: z.string().describe('the database, `postgres://user:password@host:port/database`'),
  table: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,40}$/, 'a lower-case SQL name')
    .default('slipway_keyvalue')
    .describe('the table, made when it does not exist: a lower-case name of at most 41 characters'),
  timeout: z
    .number()
    .int()
    .positive()
    .default(5000)
    .describe('how long connecting or one operation may take, in milliseconds'),
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
  /** Milliseconds. */
  #timeout = 0
  #made: Promise<void> | undefined

  protected async open({ url, table, timeout }: z.output<typeof settingsSchema>): Promise<void> {
    const { default: pg } = await loadPackages('postgres', () => import('pg'))
    const connection: ClientConfig = {
      connectionString: url,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      keepAlive: true,
    }
    this.#table = table
    this.#timeout = timeout
    this.#made = undefined
    this.#pool = new pg.Pool({ ...connection, max: 4 })
    // Ignores connections that break while idle, or between two statements: the next statement fails.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (connected) => connected.on('error', () => {}))
    this.#newClient = () => new pg.Client(connection)
  }

  protected async shut(): Promise<void> {
    await this.#pool?.end()
    this.#pool = undefined
  }

  protected async read(key: string): Promise<string | undefined> {
    return this.#withTable(async (pool) => (await valuesOf(pool, this.#table, [key]))[0])
  }

  protected async readAll(prefix: string): Promise<readonly Entry[]> {
    return this.#withTable((pool) => listOf(pool, this.#table, prefix))
  }

  protected async write(expected: Values, changes: readonly Change[]): Promise<CommitOutcome> {
    return this.#withTable((pool) =>
      inTransaction(pool, this.#timeout, (client) => runCommit(client, this.#table, expected, changes)),
    )
  }

  protected async session(prefix: string, observer: WatchObserver, signal: AbortSignal): Promise<void> {
    const end = new SessionEnd(signal)
    const client = this.#newClient?.()
    if (client === undefined) return
    client.on('error', end.lost)
    client.on('end', () => end.lost(new Error('the connection has ended')))
    try {
      await client.connect()
      const pump = new KeyPump((keys) => valuesOf(client, this.#table, keys), observer, end.lost)
      client.on('notification', ({ payload = '' }) => {
        if (payload === '') end.lost(new Error('the table was emptied'))
        else if (payload.startsWith(prefix)) pump.add(payload)
      })
      await client.query(`LISTEN ${this.#table}`)
      observer.snapshot(await this.#withTable(() => listOf(client, this.#table, prefix)))
      pump.open()
      end.ask(this.#timeout, () => client.query('SELECT 1'))
      await end.promise
    } finally {
      void client.end().catch(() => {})
    }
  }

  /** Makes the table first; again when somebody has removed it, or the whole database. */
  async #withTable<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    const pool = this.#pool
    if (pool === undefined) throw new Error('the connection is closed')
    for (let attempt = 1; ; attempt++) {
      this.#made ??= makeTable(pool, this.#table)
      try {
        await this.#made
      } catch (error) {
        // The next call tries again.
        this.#made = undefined
        throw error
      }
      try {
        return await work(pool)
      } catch (error) {
        if (attempt === 2 || !isMissingTable(error)) throw error
        this.#made = undefined
      }
    }
  }
}

async function makeTable(pool: Pool, table: string): Promise<void> {
  await pool.query(schemaStatements(table))
}

/** Whether the error is `undefined_table`. */
function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01'
}

/** @param timeout in milliseconds, after which the server gives up: a client that is gone must not keep others from its rows */
async function inTransaction(
  pool: Pool,
  timeout: number,
  work: (client: ClientBase) => Promise<CommitOutcome>,
): Promise<CommitOutcome> {
  const client = await pool.connect()
  try {
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = ${timeout}; SET LOCAL idle_in_transaction_session_timeout = ${timeout}`,
    )
    const outcome = await work(client)
    await client.query(outcome.committed ? 'COMMIT' : 'ROLLBACK')
    client.release()
    return outcome
  } catch (error) {
    // Closing the connection rolls back, even when the connection no longer answers.
    client.release(true)
    throw error
  }
}

async function listOf(client: Client | Pool, table: string, prefix: string): Promise<readonly Entry[]> {
  const { rows } = await client.query<Entry>(`SELECT key, value FROM ${table} WHERE starts_with(key, $1)`, [prefix])
  return rows.sort(byKey)
}

async function valuesOf(
  client: Client | Pool,
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
