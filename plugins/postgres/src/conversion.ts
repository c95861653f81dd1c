import { refused } from '@slipway/sdk'
import { DatabaseError } from 'pg'
import { id, text, type Session } from './sql.ts'

/** A column that gets another type. The types have PostgreSQL's own names. */
export interface Conversion {
  readonly name: string
  readonly from: string
  readonly to: string
  /** The new type in the blueprint's spelling, for messages. */
  readonly spelled: string
}

/**
 * Refuses conversions that would change a value. With an explicit cast, PostgreSQL cuts a text that is too long, and rounds a number;
 * without one, it refuses some conversions altogether, such as from text to a number. The table must stay locked until they are done.
 * @param place the table's place in a statement
 */
export async function requireNoLoss(
  session: Session,
  place: string,
  conversions: readonly Conversion[],
): Promise<void> {
  const risky = conversions.filter((conversion) => !isWidening(conversion))
  if (risky.length === 0) return
  // PostgreSQL then refuses to count rows that a policy would hide from the owner: ALTER TABLE converts all rows.
  await session.run('SET LOCAL row_security = off')
  for (const conversion of risky) await requireSameValues(session, place, conversion)
  await session.run('RESET row_security')
}

async function requireSameValues({ rows, fields }: Session, place: string, conversion: Conversion): Promise<void> {
  const column = id(conversion.name)
  await fields(`SELECT ${column}::${conversion.to} FROM ${place} LIMIT 0`).catch((thrown: unknown) => {
    throw explained(thrown, conversion)
  })
  const asked = `SELECT count(*)::int AS count FROM ${place} WHERE ${isOther(column, conversion)}`
  const [found] = await rows<{ count: number }>(asked).catch((thrown: unknown) => {
    throw explained(thrown, conversion, cannotCompare(conversion))
  })
  if (found === undefined || found.count === 0) return
  const those = found.count === 1 ? 'the value of 1 row' : `the values of ${found.count} rows`
  throw cannotConvert(conversion, { why: `${those} would not stay the same` })
}

/** The condition for a value that would come back changed. */
function isOther(column: string, { from, to }: Conversion): string {
  const back = `(${column}::${to})::${from}`
  // 1.50 and 1.5 are the same number, but not the same text.
  if (/^numeric[^[]*$/.test(from)) return `${back} IS DISTINCT FROM ${column}`
  // Some types, such as json, have no equality.
  const differs = `${back}::text IS DISTINCT FROM ${column}::text`
  if (!/^(json|text|character)\b[^[]*$/.test(from)) return differs
  const same = rewritten.get(to)
  if (to !== 'jsonb' && same === undefined) return differs
  const loses = same === undefined ? hasRepeatedKey(column) : `${column}::text !~ ${text(same)}`
  // The order matters: this test finds a value that the type does not take.
  return `CASE WHEN ${differs} THEN ${loses} ELSE false END`
}

/**
 * Whether an object in a JSON text has a key more than once, at any depth: `jsonb` keeps only the last of them. `IS JSON WITH UNIQUE KEYS`
 * would say it, too, but only since PostgreSQL 16.
 */
function hasRepeatedKey(column: string): string {
  return `EXISTS (
    WITH RECURSIVE part(json) AS (
      SELECT ${column}::text::json
      UNION ALL
      SELECT below.value FROM part, LATERAL (
        ${valuesOf('object', 'json_each', '{}')} UNION ALL ${valuesOf('array', 'json_array_elements', '[]')}
      ) below
    )
    SELECT FROM part WHERE (
      SELECT count(*) > count(DISTINCT key) FROM json_each(CASE json_typeof(part.json) WHEN 'object' THEN part.json ELSE '{}' END)
    ))`
}

function valuesOf(type: 'object' | 'array', each: string, none: string): string {
  return `SELECT value FROM ${each}(CASE json_typeof(part.json) WHEN '${type}' THEN part.json ELSE '${none}' END)`
}

const [day, time, zone] = [
  String.raw`\d{4}-\d\d-\d\d`,
  String.raw`\d\d:\d\d(:\d\d(\.\d{1,6})?)?`,
  String.raw`(Z|[+-]\d\d(:?\d\d)?)`,
]

/**
 * The types that keep all that a text says, and only write it in their own way, such as an id with small letters; and which texts: of the
 * others, these types drop something, such as the time zone, or digits. A type that is not among them must give back the very text, or be
 * `jsonb`.
 */
const rewritten: ReadonlyMap<string, string> = new Map([
  ...['uuid', 'boolean', 'inet', 'cidr', 'macaddr', 'macaddr8'].map((type) => [type, ''] as const),
  ['timestamp with time zone', `^${day}[T ]${time} ?${zone}$`],
  ['timestamp without time zone', `^${day}[T ]${time}$`],
])

/** A type with the size that it may have, as in `character varying(20)`, `numeric(10,2)` or `timestamp(3) with time zone`. */
const sized =
  /^(?<kind>character varying|bit varying|numeric|timestamp|time|interval)(?:\((?<size>\d+)(?:,(?<scale>-?\d+))?\))?(?<zone> with(?:out)? time zone)?$/

/** Whether the new type is the same with a larger size, or without any: no value changes, so a large table need not be read while it is locked. */
function isWidening({ from, to }: Conversion): boolean {
  const [small, large] = [from, to].map((type) => sized.exec(type === 'text' ? 'character varying' : type)?.groups)
  if (small === undefined || large === undefined || small['kind'] !== large['kind']) return false
  if (small['zone'] !== large['zone']) return false
  if (large['size'] === undefined) return true
  return (
    small['size'] !== undefined && Number(small['size']) <= Number(large['size']) && small['scale'] === large['scale']
  )
}

/** Adds the column, and advice, to a failure of the server. */
function explained(thrown: unknown, conversion: Conversion, withoutCast?: string): unknown {
  if (!(thrown instanceof DatabaseError)) return thrown
  const { code = '', message: why } = thrown
  // There is no conversion between the types.
  if (code === '42846') return cannotConvert(conversion, { why: withoutCast ?? why, cause: thrown })
  // A value that the type does not take.
  if (code.startsWith('22')) return cannotConvert(conversion, { why, cause: thrown })
  const seeAll = 'let the owner see all rows for now: ALTER TABLE … NO FORCE ROW LEVEL SECURITY'
  return code === '42501' ? cannotConvert(conversion, { why, first: seeAll, cause: thrown }) : thrown
}

function cannotCompare({ from, to }: Conversion): string {
  return `PostgreSQL does not convert ${to} back to ${from}, so Slipway cannot tell whether all values would stay the same`
}

interface Obstacle {
  readonly why: string
  readonly first?: string
  readonly cause?: unknown
}

function cannotConvert(
  { name, spelled }: Conversion,
  { why, first = 'change these values first', cause }: Obstacle,
): Error {
  return refused(`the column ${name} cannot become ${spelled}: ${why}`, {
    hint: `${first}; or convert the column yourself, with ALTER TABLE … ALTER COLUMN ${id(name)} TYPE ${spelled} USING …, and run slipway up again`,
    cause,
  })
}
