import { badInput, refused, transient, unexpected, type Call } from '@slipway/sdk'
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import type { Config } from './config.ts'

export interface Session {
  readonly rows: <Row>(statement: string, ...values: readonly unknown[]) => Promise<readonly Row[]>
  /** The types of a query's columns, by the server's numbers. */
  readonly fields: (
    query: string,
    ...values: readonly unknown[]
  ) => Promise<readonly { readonly type: number; readonly modifier: number }[]>
  /** Runs statements one after the other: all of them take effect, or none. */
  readonly run: (...statements: readonly string[]) => Promise<void>
  /** Does work in one transaction: all of it takes effect, or nothing. */
  readonly together: (work: () => Promise<void>) => Promise<void>
}

export type Caller = Pick<Call<Config>, 'config' | 'signal'>

/** Does work on a connection of its own, which ends with the work. Failures become those that the engine knows. */
export async function connected<T>(
  { config, signal }: Caller,
  database: string | undefined,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const url = new URL(config.url)
  if (database !== undefined) url.pathname = `/${database}`
  const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 10_000 })
  // A connection may break while it is idle: the next statement fails.
  client.on('error', () => {})
  const giveUp = (): void => void client.end()
  signal.addEventListener('abort', giveUp)
  let isConnected = false
  try {
    await client.connect()
    isConnected = true
    return await work({
      rows: async <Row>(statement: string, ...values: readonly unknown[]) =>
        (await client.query(statement, [...values])).rows as Row[],
      fields: async (query, ...values) =>
        (await client.query(query, [...values])).fields.map(({ dataTypeID: type, dataTypeModifier: modifier }) => ({
          type,
          modifier,
        })),
      run: async (...statements) => void (await client.query(statements.join(';\n'))),
      // Any failure ends the connection, and with it the transaction.
      together: async (part) => {
        await client.query('BEGIN')
        await part()
        await client.query('COMMIT')
      },
    })
  } catch (thrown) {
    throw failureOf(thrown, isConnected)
  } finally {
    signal.removeEventListener('abort', giveUp)
    await client.end().catch(() => {})
  }
}

/** Whether the work failed because there is no such database. */
export function isNoDatabase(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.cause instanceof DatabaseError && thrown.cause.code === '3D000'
}

/** Whether the server does not let this user into this database. */
export function isNotAdmitted(thrown: unknown): boolean {
  return (
    thrown instanceof Error && thrown.cause instanceof DatabaseError && thrown.cause.code?.startsWith('28') === true
  )
}

/** A name. */
export const id = escapeIdentifier
/** A text. */
export const text = escapeLiteral

/** Codes of a server that is full, starting, stopping or deadlocked: nothing was done. */
const passing = /^(53|57P0[123]|40|55P03)/

const whoConnects =
  'the user and the password are in the setting providers.postgres.url: postgres://user:password@host:port/database'

function failureOf(thrown: unknown, isConnected: boolean): unknown {
  if (thrown instanceof DatabaseError) {
    const { code = '', message, detail, hint } = thrown
    const reasons = [message, detail, hint].filter((reason) => reason !== undefined)
    if (passing.test(code)) return refused(message, reasons, { code: 'TRANSIENT', cause: thrown })
    if (code.startsWith('28')) return badInput(message, { reasons, hint: whoConnects, cause: thrown })
    return refused(message, reasons, { cause: thrown })
  }
  if (!(thrown instanceof Error) || 'pluginErrorCode' in thrown) return thrown
  if (isConnected) return unexpected(`the connection broke: ${thrown.message}`, [], thrown)
  return transient(`the server cannot be reached: ${thrown.message}`, [], thrown)
}
