import { readFileSync } from 'node:fs'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import { Failure, messageOf } from '@slipway/model'
import type { Client } from 'pg'
import type { PostgresAddress, TlsFiles } from './address.ts'
import { passwordFor, userFor, type PasswordPlaces } from './password.ts'

export type SqlValue = string | number | null | readonly (string | number | null)[]
export type SqlRow = Readonly<Record<string, unknown>>

/** Times after which a connection or a statement counts as lost, in milliseconds. */
export interface Patience {
  readonly connectMs: number
  readonly statementMs: number
}

/** The connection could not be made: no statement has reached the server. */
export class NotConnected extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
  }
}

/**
 * One connection to a database, made when it is first needed and made again after it has ended. A statement is its own transaction, travels
 * in one packet, and leaves nothing behind in the session.
 */
export class Link {
  readonly #address: PostgresAddress
  readonly #places: PasswordPlaces
  readonly #patience: Patience
  #client: Promise<Client> | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(address: PostgresAddress, places: PasswordPlaces, patience: Patience) {
    this.#address = address
    this.#places = places
    this.#patience = patience
  }

  /**
   * Runs statements one after the other. Rejects with an error of `pg` (see {@link troubleOf}), or with {@link NotConnected} if nothing was
   * sent.
   */
  query(text: string, values: readonly SqlValue[] = [], longestMs?: number): Promise<readonly SqlRow[]> {
    const turn = this.#last.then(() => this.#send(text, values, longestMs))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #send(text: string, values: readonly SqlValue[], longestMs: number | undefined): Promise<readonly SqlRow[]> {
    this.#client ??= this.#connected()
    const opening = this.#client
    const client = await opening.catch((error: unknown) => {
      this.#forget(opening)
      throw error instanceof Failure ? error : new NotConnected(error)
    })
    try {
      const { rows } = await client.query<SqlRow>({
        text,
        values: [...values],
        ...(longestMs !== undefined && { query_timeout: longestMs }),
      })
      return rows
    } catch (error) {
      // A refusal by the server leaves the connection as it was.
      if (!(error instanceof Error && 'severity' in error) || hasEnded(error)) this.#drop(opening, client)
      throw error
    }
  }

  async close(): Promise<void> {
    const opening = this.#client
    this.#client = undefined
    // Stop waiting for a server that does not answer.
    const client = await opening?.catch(() => undefined)
    if (client !== undefined) await ended(client)
  }

  #forget(opening: Promise<Client>): void {
    if (this.#client === opening) this.#client = undefined
  }

  #drop(opening: Promise<Client>, client: Client): void {
    this.#forget(opening)
    void ended(client)
  }

  async #connected(): Promise<Client> {
    const { default: pg } = await import('pg')
    const { host, port, database, tls } = this.#address
    const user = userFor(this.#address, this.#places)
    const client = new pg.Client({
      host,
      port,
      database,
      user,
      // Empty rather than absent, or `pg` would search for one itself.
      password: passwordFor(this.#address, user, this.#places) ?? '',
      ssl: tls === undefined ? false : tlsOptions(host, tls),
      application_name: 'slipway',
      connectionTimeoutMillis: this.#patience.connectMs,
      query_timeout: this.#patience.statementMs,
      keepAlive: true,
    })
    // If an idle connection ends, the next statement opens a new one.
    client.on('error', () => this.#forget(opening))
    client.on('end', () => this.#forget(opening))
    const opening: Promise<Client> = client.connect().then(() => client)
    return await opening
  }
}

function tlsOptions(host: string, { authorities, certificate, key }: TlsFiles): ConnectionOptions {
  return {
    rejectUnauthorized: true,
    // `pg` names no host that is an IP address, and Node would then compare the certificate with "localhost".
    checkServerIdentity: (_name, shown) => checkServerIdentity(host, shown),
    ...(authorities !== undefined && { ca: fileOf('sslrootcert', authorities) }),
    ...(certificate !== undefined && { cert: fileOf('sslcert', certificate) }),
    ...(key !== undefined && { key: fileOf('sslkey', key) }),
  }
}

function fileOf(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure(
      'state/bad-url',
      `the file of ${parameter} in the address of the state cannot be read: ${messageOf(error)}`,
      {
        hint: `let ${parameter} name an existing file`,
      },
    )
  }
}

/** True for an error after which the server closes the connection. */
function hasEnded(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('57P') || code.startsWith('08')
}

const goodbyeMs = 500

/** Ends a connection without waiting long for a silent server. */
async function ended(client: Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, goodbyeMs)
  })
  await Promise.race([client.end().catch(() => undefined), late])
  clearTimeout(timer)
}
