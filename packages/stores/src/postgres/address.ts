import { Failure } from '@slipway/model'

/** The address of a state in PostgreSQL, without the password. */
export interface PostgresAddress {
  /** A host, an IP address, or the absolute folder of a socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  /** Absent: PGUSER, or the user of the system. */
  readonly user?: string
  /** The schema of all tables; one per state. */
  readonly schema: string
  /** Absent: the connection does not leave this machine. */
  readonly tls?: TlsFiles
  /** The address for messages. */
  readonly text: string
}

/** Paths as given. Absent: Node's trusted authorities, and no client certificate. */
export interface TlsFiles {
  readonly authorities?: string
  readonly certificate?: string
  readonly key?: string
}

const defaultSchema = 'slipway'
const defaultPort = 5432

/** True for a database URL, not a folder. */
export function isDatabaseUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
}

const parameters = ['schema', 'host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const
type Parameter = (typeof parameters)[number]
type Parameters = Readonly<Partial<Record<Parameter, string>>>

/**
 * Parses `postgres://user@host:port/database?schema=NAME`. Messages name only the wrong part and never quote it, because a password may be
 * anywhere.
 *
 * @throws Failure `state/bad-url`
 */
export function parseAddress(text: string): PostgresAddress {
  const url = parsedUrl(text)
  if (url.password !== '') throw badUrl('it has a password in it', passwordHint)
  if (url.hash !== '') throw badUrl('it has a fragment (#…)')
  const given = parametersOf(url.searchParams)
  const database = nameIn(url.pathname.slice(1), 'the database')
  if (database === '') throw badUrl('it names no database')
  const user = nameIn(url.username, 'the user')
  const host = hostOf(url, given)
  const schema = given.schema ?? defaultSchema
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema) || schema.startsWith('pg_'))
    throw badUrl('its schema is not a lower-case SQL name of at most 41 characters')
  const port = url.port === '' ? defaultPort : Number(url.port)
  const tls = tlsOf(host, given)
  const text2 = shownText({ host, port, database, user, schema })
  return { host, port, database, schema, text: text2, ...(user !== '' && { user }), ...(tls && { tls }) }
}

/** A key that is equal for equal places, however they are written. */
export function placeKey({ host, port, database, schema }: PostgresAddress): string {
  return JSON.stringify(['postgres', host.toLowerCase(), port, database, schema])
}

function parsedUrl(text: string): URL {
  if (!/^postgres(ql)?:\/\//i.test(text)) {
    const scheme = /^([a-z][a-z0-9+.-]{0,20}):\/\//i.exec(text)?.[1] ?? ''
    throw badUrl(scheme === '' ? 'it has no scheme' : `no state can be kept in ${scheme}://`)
  }
  // An empty host is a socket, and URL knows of none in its own schemes only.
  const url = URL.parse(text)
  if (url === null) throw badUrl('it cannot be read')
  return url
}

function parametersOf(search: URLSearchParams): Parameters {
  const given: Partial<Record<Parameter, string>> = {}
  for (const [name, value] of search) {
    const known = parameters.find((each) => each === name)
    if (name === 'password') throw badUrl('it has a password in it', passwordHint)
    // A mistyped value may be a secret, but a mistyped name is not.
    if (known === undefined)
      throw badUrl(`it has the parameter ${JSON.stringify(name.slice(0, 30))}`, `known are: ${parameters.join(', ')}`)
    if (given[known] !== undefined) throw badUrl(`it has ${known} twice`)
    given[known] = value
  }
  return given
}

function nameIn(part: string, what: string): string {
  const name = decoded(part)
  // PostgreSQL truncates longer names, so two names could mean the same.
  if (Buffer.byteLength(name) > 63) throw badUrl(`the name of ${what} has more than 63 bytes`)
  if (/\p{Cc}/u.test(name)) throw badUrl(`the name of ${what} has control characters`)
  return name
}

function hostOf(url: URL, { host: folder }: Parameters): string {
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, '$1')
  if (folder === undefined && host === '')
    throw badUrl('it names no host', 'for a socket: postgres:///database?host=/var/run/postgresql')
  if (folder === undefined) return host
  if (host !== '') throw badUrl('it names a host twice')
  if (!folder.startsWith('/')) throw badUrl('its host parameter is not the absolute folder of a socket')
  return folder
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw badUrl('it has a % without a code')
  }
}

/** The TLS files; `undefined` if no network lies between us and the server. */
function tlsOf(host: string, given: Parameters): TlsFiles | undefined {
  const { sslmode, sslrootcert, sslcert, sslkey } = given
  const isOwn = isThisMachine(host)
  if (sslmode !== undefined && !['disable', 'verify-full'].includes(sslmode))
    throw badUrl(
      'its sslmode does not verify the server',
      'leave sslmode out: Slipway verifies the certificate in any case',
    )
  if (sslmode === 'disable' && !isOwn)
    throw badUrl(
      'it switches TLS off, and its host is not this machine',
      'leave sslmode out; to trust an authority of your own: sslrootcert=FILE',
    )
  const files = {
    ...(sslrootcert !== undefined && { authorities: sslrootcert }),
    ...(sslcert !== undefined && { certificate: sslcert }),
    ...(sslkey !== undefined && { key: sslkey }),
  }
  const isWanted = sslmode === 'verify-full' || Object.keys(files).length > 0
  return sslmode !== 'disable' && (isWanted || !isOwn) ? files : undefined
}

/** True for a socket or a loopback address. */
function isThisMachine(host: string): boolean {
  return host.startsWith('/') || host === '::1' || host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host)
}

function shownText({
  host,
  port,
  database,
  user,
  schema,
}: Record<'host' | 'database' | 'user' | 'schema', string> & { port: number }): string {
  const isSocket = host.startsWith('/')
  const name = host.includes(':') ? `[${host}]` : host
  const search = [...(isSocket ? [`host=${host}`] : []), ...(schema === defaultSchema ? [] : [`schema=${schema}`])]
  const own = user === '' ? '' : `${encodeURIComponent(user)}@`
  const at = isSocket ? own : `${own}${name}${port === defaultPort ? '' : `:${port}`}`
  return `postgres://${at}/${encodeURIComponent(database)}${search.length === 0 ? '' : `?${search.join('&')}`}`
}

const passwordHint =
  'put the password into PGPASSWORD, into ~/.pgpass, or into a file that SLIPWAY_STATE_PASSWORD_FILE names: every plugin can see the URL'

function badUrl(why: string, hint = 'write the address as SLIPWAY_STATE=postgres://user@host/database'): Failure {
  return new Failure('state/bad-url', `the address of the state cannot be used: ${why}`, { hint })
}
