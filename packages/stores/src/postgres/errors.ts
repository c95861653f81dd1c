import { Failure, messageOf } from '@slipway/model'
import type { PostgresAddress } from './address.ts'
import { NotConnected } from './link.ts'

/** The meaning of a statement's or connection's error for the caller. */
export type Trouble =
  /** The server has refused the statement and done nothing. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The connection is gone or the server is not ready: the outcome of the statement is unknown. */
  | { readonly kind: 'cut'; readonly failure: Failure }

interface ServerError extends Error {
  readonly code: string
  readonly severity: string
}

/** Failures by SQLSTATE: by all five characters, or by the first two */
const troubles: Readonly<Record<string, (at: string, error: ServerError) => Trouble>> = {
  '53100': (at, error) => refused('state/disk-full', `there is no room to record state in ${at}`, error, roomHint),
  '53200': (at, error) => refused('state/disk-full', `the server of ${at} is out of memory`, error, roomHint),
  '54000': (at, error) => refused('state/disk-full', `something is too large for ${at}`, error, 'record less at once'),
  '53300': (at, error) =>
    cut(at, error, 'it has too many connections', 'end some of them, or put a pooler in front of it'),
  '25006': (at, error) =>
    refused(
      'state/unwritable',
      `the state in ${at} can only be read`,
      error,
      'name the primary server, not a standby; or find out who made the database read-only',
    ),
  '42501': (at, error) =>
    refused(
      'state/unwritable',
      `the user may not do this in ${at}`,
      error,
      'ask the owner to grant the right: GRANT CREATE ON DATABASE, or ALL on the schema and its tables',
    ),
  '28': (at, error) =>
    refused('state/access-denied', `the server of ${at} does not let this user in`, error, passwordHint),
  '3D000': (at, error) =>
    refused(
      'state/no-database',
      `the database ${at} does not exist`,
      error,
      'create the database first: createdb NAME; Slipway creates its own tables',
    ),
  '57014': (at, error) => refused('state/busy', `the server of ${at} gave up on a statement`, error, busyHint),
  '55P03': (at, error) => refused('state/busy', `${at} is locked by another session`, error, busyHint),
  '40': (at, error) => refused('state/busy', `${at} could not decide between two sessions`, error, busyHint),
  '57P': (at, error) => cut(at, error, 'the server is stopping or starting', againHint),
  '08': (at, error) => cut(at, error, 'the connection has ended', againHint),
  '42': (at, error) => refused('state/corrupt', `the tables of the state in ${at} were changed`, error, corruptHint),
  '3F000': (at, error) => refused('state/corrupt', `the tables of the state in ${at} were changed`, error, corruptHint),
  '22': (at, error) => refused('state/corrupt', `the state in ${at} cannot be read or written`, error, corruptHint),
  '23': (at, error) => refused('state/corrupt', `the tables of the state in ${at} were changed`, error, corruptHint),
  XX: (at, error) => refused('state/corrupt', `the server of ${at} has damaged data`, error, corruptHint),
}

const roomHint = 'free some space on the server and run the command again; earlier records are intact'
const busyHint = 'look for an idle session in pg_stat_activity; run the command again when it is gone'
const againHint = 'run the command again when the server is back; earlier records are intact'
const corruptHint = 'nothing was changed; ask the administrator of the database to restore a backup'
const passwordHint =
  'check the user in the URL and the password in PGPASSWORD, ~/.pgpass or the file that SLIPWAY_STATE_PASSWORD_FILE names'

/** Explains an error of `pg`, with the next step. A Failure passes through. */
export function troubleOf(address: PostgresAddress, thrown: unknown): Trouble {
  if (thrown instanceof Failure) return { kind: 'refused', failure: thrown }
  const error = thrown instanceof NotConnected ? thrown.cause : thrown
  const at = address.text
  if (isServerError(error)) {
    const { code } = error
    const explain = troubles[code] ?? troubles[code.slice(0, 3)] ?? troubles[code.slice(0, 2)]
    return explain?.(at, error) ?? refused('state/refused', `the server of ${at} refused a statement`, error, againHint)
  }
  if (isWithoutPassword(error)) return { kind: 'refused', failure: withoutPassword(at, error) }
  // The driver itself reports a missing password, or a failed proof of the server.
  if (messageOf(error).startsWith('SASL')) return { kind: 'refused', failure: deniedBy(at, error) }
  return cut(at, error, reachText(error), reachHint(error))
}

/** True if a server sent the error, which proves that there is one. */
export function isAnswer(thrown: unknown): boolean {
  return isServerError(thrown instanceof NotConnected ? thrown.cause : thrown)
}

/** True if the tables or the schema are missing. */
export function isNothingThere(error: unknown): boolean {
  return isServerError(error) && (error.code === '42P01' || error.code === '3F000')
}

/** True if another process was creating the same thing concurrently. */
export function isMadeByOther(error: unknown): boolean {
  return isServerError(error) && ['23505', '42P06', '42P07'].includes(error.code)
}

/** True if the error concerns the content of a statement, so that other statements of the same kind may succeed. */
export function isAboutContent(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error
  return isServerError(cause) && (cause.code.startsWith('22') || cause.code === '54000')
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

function refused(code: string, message: string, error: ServerError, hint: string): Trouble {
  return { kind: 'refused', failure: new Failure(code, message, { details: [saidBy(error)], hint, cause: error }) }
}

function deniedBy(at: string, cause: unknown): Failure {
  return new Failure('state/access-denied', `the server of ${at} does not let this user in`, {
    details: [messageOf(cause)],
    hint: passwordHint,
    cause,
  })
}

/** True if the server asks for a password and the driver was given none. */
function isWithoutPassword(error: unknown): boolean {
  return /^SASL: .*client password must be/.test(messageOf(error))
}

function withoutPassword(at: string, cause: unknown): Failure {
  return new Failure('state/access-denied', `the server of ${at} asks for a password, and none was found`, {
    details: [
      'looked for in the file that SLIPWAY_STATE_PASSWORD_FILE names, in PGPASSWORD, and in the file that PGPASSFILE names, or ~/.pgpass',
    ],
    hint: 'set one of them; a line of ~/.pgpass must fit the host, the port, the database and the user',
    cause,
  })
}

function cut(at: string, error: unknown, why: string, hint: string): Trouble {
  const details = isServerError(error) ? [saidBy(error)] : []
  const failure = new Failure('state/unreachable', `the state in ${at} cannot be reached: ${why}`, {
    details,
    hint,
    cause: error,
  })
  return { kind: 'cut', failure }
}

/** The server's message in one line. It contains no statement and no value. */
function saidBy({ message, code }: ServerError): string {
  return `the server says: ${message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)} (${code})`
}

const certificateCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

function reachText(error: unknown): string {
  const code = codeIn(error)
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'no program listens there'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name of its host is not known'
  if (certificateCodes.has(code)) return `its certificate is not trusted: ${messageOf(error)}`
  return messageOf(error)
}

function reachHint(error: unknown): string {
  const code = codeIn(error)
  if (certificateCodes.has(code))
    return 'name its authority with sslrootcert=FILE in the URL, and use the host name of the certificate'
  if (messageOf(error).includes('does not support SSL'))
    return 'switch TLS on at the server (ssl = on): a password and a state must not travel in the clear'
  return 'check the host and the port, and that the server runs'
}

function codeIn(error: unknown): string {
  if (error instanceof AggregateError) return codeIn(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
