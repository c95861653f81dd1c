import { DatabaseError } from 'pg'
import type { Session } from './sql.ts'

/** What a blueprint may say for a column that numbers its rows, and the type that the column then has. */
const numbering: Readonly<Record<string, string>> = {
  smallserial: 'smallint',
  serial2: 'smallint',
  serial: 'integer',
  serial4: 'integer',
  bigserial: 'bigint',
  serial8: 'bigint',
}

/** The type of a column, as PostgreSQL keeps it. */
export interface StoredType {
  /** As PostgreSQL itself calls it: `int` is `integer`, and `timestamp(3)` is `timestamp(3) without time zone`. */
  readonly stored: string
  /** It numbers its rows, and is never null: `serial`, or an identity. */
  readonly numbers: boolean
}

/** Types as they are spelled in a blueprint, by their spelling. One that there is not is left as it is. */
export async function storedTypes(
  session: Session,
  types: readonly string[],
): Promise<ReadonlyMap<string, StoredType>> {
  const bare = new Map(types.map((type) => [type, bareType(type)]))
  const names = await ownNames(session, [...new Set(Array.from(bare.values(), ({ stored }) => stored))])
  return new Map(
    Array.from(bare, ([type, { stored, numbers }]) => [type, { stored: names.get(stored) ?? stored, numbers }]),
  )
}

function bareType(type: string): StoredType {
  const bare = type.trim().replace(/\s+generated\s+(always|by\s+default)\s+as\s+identity\b.*$/is, '')
  const numbered = numbering[bare.toLowerCase()]
  return { stored: numbered ?? bare, numbers: numbered !== undefined || bare !== type.trim() }
}

/** Asks the server, which knows all its types. */
async function ownNames(session: Session, types: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // With a value, the server takes no more than one statement.
  const query = `SELECT ${types.map((type) => `NULL::${type}`).join(', ')} LIMIT $1`
  const fields = await session.fields(query, 0).catch(noType)
  if (fields === undefined || fields.length !== types.length) {
    if (types.length <= 1) return new Map()
    // One of them there is not.
    const each: (readonly [string, string])[] = []
    for (const type of types) each.push(...(await ownNames(session, [type])))
    return new Map(each)
  }
  // Of a domain, a query tells the type below it.
  const names = await session.rows<{ type: string; name: string }>(
    `SELECT type, format_type(to_regtype(type), CASE WHEN to_regtype(type)::oid = below THEN modifier ELSE -1 END) AS name
     FROM unnest($1::text[], $2::oid[], $3::int[]) AS asked(type, below, modifier)`,
    types,
    fields.map((field) => field.type),
    fields.map((field) => field.modifier),
  )
  return new Map(names.map(({ type, name }) => [type, name]))
}

function noType(thrown: unknown): undefined {
  if (!(thrown instanceof DatabaseError)) throw thrown
}
