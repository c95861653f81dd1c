import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { type PostgresAddress } from './address.ts'

/** The possible places of a password. No message contains it. */
export interface PasswordPlaces {
  readonly env: NodeJS.ProcessEnv
  /** The user's home folder. */
  readonly home: string
}

const passwordFileVariable = 'SLIPWAY_STATE_PASSWORD_FILE'

/**
 * The password for an address: from the file in SLIPWAY_STATE_PASSWORD_FILE, from PGPASSWORD, or from PGPASSFILE or ~/.pgpass; `undefined`
 * if there is none.
 *
 * @throws Failure `state/bad-password-file`
 */
export function passwordFor(address: PostgresAddress, user: string, { env, home }: PasswordPlaces): string | undefined {
  const file = env[passwordFileVariable]
  if (file !== undefined && file !== '') return readSecret(file).replace(/\r?\n$/, '')
  const own = env['PGPASSWORD']
  if (own !== undefined && own !== '') return own
  const named = env['PGPASSFILE']
  if (named !== undefined && named !== '') return passwordIn(readSecret(named), address, user)
  const usual = join(home, '.pgpass')
  if (home === '' || statSync(usual, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  return passwordIn(readSecret(usual), address, user)
}

/** Like `passwordFor`, for the user in the address or the environment. */
export function statePassword({
  address,
  places,
}: {
  readonly address: PostgresAddress
  readonly places: PasswordPlaces
}): string | undefined {
  return passwordFor(address, userFor(address, places), places)
}

export function userFor({ user }: PostgresAddress, { env }: PasswordPlaces): string {
  return user ?? env['PGUSER'] ?? userInfo().username
}

const mostBytes = 1024 * 1024

function readSecret(file: string): string {
  try {
    const stats = statSync(file)
    if (!stats.isFile()) throw new Error('it is not a regular file')
    if ((stats.mode & 0o077) !== 0 && stats.uid === process.geteuid?.())
      throw new Error(`other users can read it; run: chmod 600 ${file}`)
    if (stats.size > mostBytes) throw new Error('it is longer than 1 MiB')
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Failure(
      'state/bad-password-file',
      `the password of the state cannot be read from ${file}: ${messageOf(error)}`,
      {
        hint: `let ${passwordFileVariable} or PGPASSFILE name a file that only you can read, or set PGPASSWORD`,
      },
    )
  }
}

/**
 * The password in the first matching line, with libpq's rules: `host:port:database:user:password`, where `*` matches anything and a
 * backslash escapes the next character.
 */
function passwordIn(text: string, { host, port, database }: PostgresAddress, user: string): string | undefined {
  const hosts = host.startsWith('/') ? [host, 'localhost'] : [host]
  for (const line of text.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue
    const fields = [...line.matchAll(/((?:\\.|[^:\\])*)(?::|$)/g)].map(([, field = '']) =>
      field.replaceAll(/\\(.)/g, '$1'),
    )
    const [lineHost = '', linePort = '', lineDatabase = '', lineUser = ''] = fields
    if (!fits(lineHost, hosts) || !fits(linePort, [String(port)]) || !fits(lineDatabase, [database])) continue
    // A colon in the password need not be escaped, because nothing follows the password.
    if (fits(lineUser, [user])) return passwordField(line)
  }
  return undefined
}

function fits(field: string, wanted: readonly string[]): boolean {
  return field === '*' || wanted.includes(field)
}

/** Everything after the fourth unescaped colon. */
function passwordField(line: string): string {
  const head = /^(?:(?:\\.|[^:\\])*:){4}/.exec(line)?.[0] ?? line
  return line.slice(head.length).replaceAll(/\\(.)/g, '$1')
}
