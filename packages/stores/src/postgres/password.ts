import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { type PostgresAddress } from './address.ts'

/** Where a password may stand. It is no part of any message. */
export interface PasswordPlaces {
  readonly env: NodeJS.ProcessEnv
  /** Of the user. */
  readonly home: string
}

const passwordFileVariable = 'SLIPWAY_STATE_PASSWORD_FILE'

/**
 * The password for an address: that in the file which SLIPWAY_STATE_PASSWORD_FILE names, or PGPASSWORD, or that in PGPASSFILE or ~/.pgpass;
 * `undefined` where there is none.
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

/** The same for the user that the address, or the environment, names. */
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
    if (!stats.isFile()) throw new Error('it is no regular file')
    if ((stats.mode & 0o077) !== 0 && stats.uid === process.geteuid?.())
      throw new Error(`other users may read it; run: chmod 600 ${file}`)
    if (stats.size > mostBytes) throw new Error('it is longer than 1 MiB')
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Failure(
      'state/bad-password-file',
      `the password of the state cannot be read from ${file}: ${messageOf(error)}`,
      {
        hint: `let ${passwordFileVariable} or PGPASSFILE name a file that only you may read, or set PGPASSWORD`,
      },
    )
  }
}

/**
 * The first line that fits, as libpq reads it: `host:port:database:user:password`, where `*` fits anything and a backslash takes the next
 * character as it is.
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
    // A password with a colon need not be escaped where nothing follows it.
    if (fits(lineUser, [user])) return passwordField(line)
  }
  return undefined
}

function fits(field: string, wanted: readonly string[]): boolean {
  return field === '*' || wanted.includes(field)
}

/** All that follows the fourth colon which is not escaped. */
function passwordField(line: string): string {
  const head = /^(?:(?:\\.|[^:\\])*:){4}/.exec(line)?.[0] ?? line
  return line.slice(head.length).replaceAll(/\\(.)/g, '$1')
}
