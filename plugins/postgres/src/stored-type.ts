import { DatabaseError } from 'pg'
import type { Session } from './sql.ts'

/** The types that a blueprint may give a column that numbers its rows, and the resulting type of the column. */
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
  /**
   * PostgreSQL's own name of the type: `int` is `integer`, and `timestamp(3)` is `timestamp(3) without time zone`. The rest of the
   * blueprint's text follows it.
   */
  readonly stored: string
  /** True if the column numbers its rows and is never null: `serial`, or an identity. */
  readonly numbers: boolean
}

/** The words that a column may have behind its type. PostgreSQL does not count them as part of the type. */
const behindType = /\s+(collate|unique|check|references|primary\s+key|constraint|generated)\b.*$/is

/** Returns `text` for `text collate "C"`: the part that can be compared with the type of a real column. */
export function typeAlone(stored: string): string {
  return stored.replace(behindType, '')
}

/** Types by their spelling in a blueprint. A type that does not exist is left as it is. */
export async function storedTypes(
  session: Session,
  types: readonly string[],
): Promise<ReadonlyMap<string, StoredType>> {
  const parts = new Map(types.map((type) => [type, partsOf(type)]))
  const names = await ownNames(session, [...new Set(Array.from(parts.values(), ({ alone }) => alone))])
  return new Map(
    Array.from(parts, ([type, { alone, behind, numbers }]) => [
      type,
      { stored: (names.get(alone) ?? alone) + behind, numbers },
    ]),
  )
}

interface Parts {
  readonly alone: string
  /** Begins with a space. */
  readonly behind: string
  readonly numbers: boolean
}

function partsOf(type: string): Parts {
  const whole = type.trim()
  const bare = whole.replace(/\s+generated\s+(always|by\s+default)\s+as\s+identity\b.*$/is, '')
  const alone = typeAlone(bare)
  const numbered = numbering[alone.toLowerCase()]
  return {
    alone: numbered ?? alone,
    behind: bare.slice(alone.length),
    numbers: numbered !== undefined || bare !== whole,
  }
}

/** Asks the server, which knows all its types. */
async function ownNames(session: Session, types: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = await namesOf(session, types).catch(noType)
  if (names !== undefined) return names
  if (types.length <= 1) return new Map()
  // One of the types does not exist.
  const each: (readonly [string, string])[] = []
  for (const type of types) each.push(...(await ownNames(session, [type])))
  return new Map(each)
}

/** `undefined`, or an error of the server, if one of them is not a type. */
async function namesOf(session: Session, types: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
  // With a parameter, the server accepts only one statement.
  const query = `SELECT ${types.map((type) => `NULL::${type}`).join(', ')} LIMIT $1`
  const fields = await session.fields(query, 0)
  if (fields.length !== types.length) return undefined
  // For a domain, a query shows the type below it. If the query contained more than a type, this raises an error.
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
