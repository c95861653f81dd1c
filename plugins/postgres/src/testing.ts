import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Client } from 'pg'

const [found] = globSync('/usr/lib/postgresql/*/bin/postgres')

/** Why the tests cannot run here; `false` when they can. */
export const missing: string | false =
  found !== undefined && existsSync(found) ? false : 'no PostgreSQL here: apt-get install -y postgresql'

export interface Server {
  readonly url: string
  /** The rows of a statement, on a connection of its own. */
  query<Row>(statement: string, login?: Login): Promise<Row[]>
  /** A role's privileges on a table in the database `postgres`, sorted. */
  privileges(table: string, role: string): Promise<readonly string[]>
  remove(): Promise<void>
}

/** A server of its own for a test, on a free port of loopback, where a password is asked of everybody but `test`. */
export async function startServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-plugin-postgres-'))
  const user = accountOf()
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  const bin = join(found ?? '', '..')
  const options = { ...user, stdio: 'ignore' as const }
  execFileSync(join(bin, 'initdb'), ['-D', folder, '-U', 'test', '--auth=trust', '-N'], options)
  const args = ['-D', folder, '-h', '127.0.0.1', '-k', '', '-F']
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    const child = spawn(join(bin, 'postgres'), [...args, '-p', String(port)], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'exit')
    if (await isUp(child.stderr)) {
      child.stderr.resume()
      const remove = async (): Promise<void> => {
        child.kill('SIGQUIT')
        await ended
        await rm(folder, { recursive: true, force: true })
      }
      const url = `postgres://test@127.0.0.1:${port}/postgres`
      return {
        url,
        query: (statement, login) => query(url, statement, login),
        privileges: (table, role) => privilegesOf(url, table, role),
        remove,
      }
    }
    await ended
  }
}

interface Login {
  readonly user?: string
  readonly database?: string
}

async function query<Row>(
  base: string,
  statement: string,
  { user = 'test', database = 'postgres' }: Login = {},
): Promise<Row[]> {
  const url = new URL(base)
  Object.assign(url, { username: user, pathname: `/${database}` })
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

async function privilegesOf(base: string, table: string, role: string): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    base,
    `SELECT privilege_type AS name FROM information_schema.role_table_grants
     WHERE table_name = '${table}' AND grantee = '${role}' ORDER BY name`,
  )
  return rows.map(({ name }) => name)
}

/** Waits until the server listens. Returns false if the port was taken. */
async function isUp(log: AsyncIterable<Buffer>): Promise<boolean> {
  let said = ''
  const lines = log[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await lines.next()
    if (done === true) return false
    said += String(value)
    if (said.includes('ready to accept connections')) return true
  }
}

/** PostgreSQL refuses to run as root; its package brings a user for it. */
function accountOf(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}
