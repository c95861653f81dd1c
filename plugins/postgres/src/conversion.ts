import { refused } from '@slipway/sdk'
import { DatabaseError } from 'pg'
import { id, type Session } from './sql.ts'

/** A column that gets another type. */
export interface Conversion {
  readonly name: string
  /** As it is. */
  readonly from: string
  readonly to: string
}

/**
 * Refuses a conversion after which a value would not be what it was: PostgreSQL cuts a text that is too long, and rounds a number, if the
 * type is said outright. Some conversions, as from text to a number, it only makes so. The table must be locked until it is done.
 *
 * @param place of the table, as in a statement
 */
export async function requireNoLoss({ rows }: Session, place: string, conversion: Conversion): Promise<void> {
  if (isLonger(conversion)) return
  const { name, from, to } = conversion
  const [before, after] = [id(name), `(${id(name)}::${to})::${from}`]
  // Some types, such as json, have no equality. 1.50 and 1.5 are the same number, and not the same text.
  const isOther = /^numeric[^[]*$/.test(from)
    ? `${after} IS DISTINCT FROM ${before}`
    : `${after}::text IS DISTINCT FROM ${before}::text`
  const asked = `SELECT count(*)::int AS count FROM ${place} WHERE ${isOther}`
  const [found] = await rows<{ count: number }>(asked).catch((thrown: unknown) => {
    throw isImpossible(thrown) ? cannotConvert(conversion, thrown.message, thrown) : thrown
  })
  if (found === undefined || found.count === 0) return
  const those = found.count === 1 ? 'the value of 1 row' : `the values of ${found.count} rows`
  throw cannotConvert(conversion, `${those} would not stay the same`)
}

/** A longer text: nothing changes, so a large table need not be read while it is locked. */
function isLonger({ from, to }: Conversion): boolean {
  const [short, long] = [from, to].map((type) => /^(?:character varying|varchar) *\((\d+)\)$/.exec(type)?.[1])
  if (!/^(character varying|varchar)\b/.test(from)) return false
  return /^(text|character varying|varchar)$/.test(to) || (long !== undefined && Number(short) <= Number(long))
}

/** A value that does not fit (22), or types between which nothing converts. */
function isImpossible(thrown: unknown): thrown is DatabaseError {
  return thrown instanceof DatabaseError && /^(22|42846)/.test(thrown.code ?? '')
}

function cannotConvert({ name, to }: Conversion, why: string, cause?: unknown): Error {
  return refused(`the column ${name} cannot become ${to}: ${why}`, {
    hint: `change these values first; or convert the column yourself, with ALTER TABLE … ALTER COLUMN ${id(name)} TYPE ${to} USING …, and run slipway up again`,
    cause,
  })
}
