import type { Listed } from '@slipway/sdk'
import { connected, isNoDatabase, isNotAdmitted, type Caller, type Session } from './sql.ts'

/**
 * True if the import id of a user means this thing: its name, with or without the names of its containers, in any order:
 * `shop.public.orders`, `reader on orders`.
 * @param needed names that the id must contain
 * @param around names that the id may contain
 */
export function isMeant(id: string, needed: readonly string[], around: readonly string[] = []): boolean {
  const said = id.split(/[^\w$-]+/).filter((word) => word !== '' && word !== 'on')
  const left = [...needed, ...around]
  const areKnown = said.every((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return areKnown && said.length >= needed.length && needed.every((name) => said.includes(name))
}

interface Listing extends Caller {
  readonly query: Readonly<Record<string, unknown>>
  readonly limit: number
}

/** The rows of a statement, at most one more than the limit. Its `$1` is the limit. */
export function listed(call: Caller & { readonly limit: number }, statement: string): Promise<Listed> {
  return connected(call, undefined, (session) => listedIn(session, call.limit, statement))
}

/** Like `listed`, in the database that the query names, or else in each that the user may connect to. Each id begins with its database. */
export async function listedInDatabases(call: Listing, statement: string): Promise<Listed> {
  const { database } = call.query
  if (typeof database === 'string') return await inDatabase(call, database, call.limit, statement)
  const all = await connected(call, undefined, ({ rows }) => rows<{ datname: string }>(connectable))
  const found: Listed[number][] = []
  for (const { datname } of all) {
    if (found.length > call.limit) break
    found.push(...(await listedIfAdmitted(call, datname, call.limit - found.length, statement)))
  }
  return found
}

const connectable = `SELECT datname FROM pg_database
  WHERE datallowconn AND NOT datistemplate AND has_database_privilege(datname, 'CONNECT') ORDER BY 1`

/** Lists the rows; empty for a database that the server keeps to itself, as some hosting providers do, or that has just been removed. */
async function listedIfAdmitted(call: Listing, database: string, limit: number, statement: string): Promise<Listed> {
  try {
    return await inDatabase(call, database, limit, statement)
  } catch (thrown) {
    if (isNotAdmitted(thrown) || isNoDatabase(thrown)) return []
    throw thrown
  }
}

function inDatabase(call: Listing, database: string, limit: number, statement: string): Promise<Listed> {
  return connected(call, database, (session) => listedIn(session, limit, statement))
}

async function listedIn({ rows }: Session, limit: number, statement: string): Promise<Listed> {
  return await rows<{ id: string; name: string }>(`${statement} LIMIT $1`, limit + 1)
}
