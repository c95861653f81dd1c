import type { Listed } from '@slipway/sdk'
import { connected, type Caller, type Session } from './sql.ts'

/**
 * Whether a user who imports a thing means this one: by its name, with or without the names of what it is in, and in any order:
 * `shop.public.orders`, `reader on orders`.
 *
 * @param needed names that have to be said
 * @param around names that may be said
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

/** What a statement lists, at most as many as are asked for, and one more. Its `$1` is the limit. */
export function listed(call: Caller & { readonly limit: number }, statement: string): Promise<Listed> {
  return connected(call, undefined, (session) => listedIn(session, call.limit, statement))
}

/** The same in a database: the one that the query names, or that of the URL. In front of each id stands which one that is. */
export function listedInDatabase(call: Listing, statement: string): Promise<Listed> {
  const { database } = call.query
  return connected(call, typeof database === 'string' ? database : undefined, (session) =>
    listedIn(session, call.limit, statement),
  )
}

async function listedIn({ rows }: Session, limit: number, statement: string): Promise<Listed> {
  return await rows<{ id: string; name: string }>(`${statement} LIMIT $1`, limit + 1)
}
