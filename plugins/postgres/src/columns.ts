import { refused } from '@slipway/sdk'
import type { Conversion } from './conversion.ts'
import { id, type Session } from './sql.ts'
import { storedTypes, type StoredType, typeAlone } from './stored-type.ts'

export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** An expression of SQL. */
  readonly default?: string | undefined
}

/**
 * A column as PostgreSQL stores it, with the type in the blueprint's spelling. `nullable` is the real value, whatever the blueprint has;
 * `hasDefault` is known only for a real column.
 */
export type StoredColumn = Column & StoredType & { readonly hasDefault?: boolean }

/** Columns as PostgreSQL stores them: columns of the primary key and columns that number their rows are not nullable. */
export async function storedColumns(
  session: Session,
  columns: readonly Column[],
  primaryKey: readonly string[] = [],
): Promise<readonly StoredColumn[]> {
  const types = await storedTypes(
    session,
    columns.map(({ type }) => type),
  )
  return columns.map((column) => {
    const { stored, numbers } = types.get(column.type) ?? { stored: column.type, numbers: false }
    const nullable = column.nullable && !numbers && !primaryKey.includes(column.name)
    return { ...column, stored, numbers, nullable }
  })
}

/** The column's text in `CREATE TABLE`. */
export function columnText(column: Column): string {
  const fallback = column.default === undefined ? '' : ` DEFAULT ${column.default}`
  return `${id(column.name)} ${column.type}${fallback}${column.nullable ? '' : ' NOT NULL'}`
}

/** The starting point of a change of the columns. */
export interface ColumnsBefore {
  /** The table's name, for messages. */
  readonly table: string
  /** The recorded columns: the plan showed only the differences from them. */
  readonly recorded: readonly StoredColumn[]
  readonly real: readonly StoredColumn[]
  /** True if it is unknown whether the last change was made. */
  readonly isUnsure: boolean
}

/**
 * The clauses that make the columns as wanted, each behind `ALTER TABLE …`. A change by hand stays, unless it has been recorded since, so
 * that the plan has shown its fate. Finished changes are not repeated: the call may come twice.
 */
export function columnChanges(before: ColumnsBefore, wanted: readonly StoredColumn[]): readonly string[] {
  const { table, isUnsure } = before
  const [recorded, real] = [byName(before.recorded), byName(before.real)]
  const names = new Set(wanted.map(({ name }) => name))
  const gone = before.recorded.filter(({ name }) => !names.has(name))
  const others = wanted.flatMap((column) => {
    const [known, found] = [recorded.get(column.name), real.get(column.name)]
    if (known === undefined)
      return found === undefined ? [`ADD COLUMN ${columnText(column)}`] : adopted(column, found, before)
    if (startsToNumber(column, known, found)) throw cannotNumber(column, table)
    const changes = alterations(column, known, found, isUnsure)
    if (found === undefined && changes.length > 0) throw missingColumn(column, table)
    return changes
  })
  return [...gone.map(({ name }) => `DROP COLUMN IF EXISTS ${id(name)}`), ...others]
}

function byName(columns: readonly StoredColumn[]): ReadonlyMap<string, StoredColumn> {
  return new Map(columns.map((column) => [column.name, column]))
}

function alterations(
  wanted: StoredColumn,
  recorded: StoredColumn,
  real: StoredColumn | undefined,
  isUnsure: boolean,
): readonly string[] {
  const { name, type, nullable, default: fallback } = wanted
  const alter = `ALTER COLUMN ${id(name)}`
  const ofDefault = defaultChange(alter, fallback, { recorded: recorded.default, real, isUnsure })
  return [
    ...(isConverted(wanted, recorded, real)
      ? [
          // PostgreSQL would convert the old default, too, and it need not fit.
          ...(ofDefault.length > 0 ? [`${alter} DROP DEFAULT`] : []),
          `${alter} TYPE ${type} USING ${id(name)}::${type}`,
        ]
      : []),
    ...ofDefault,
    ...(nullable === recorded.nullable || nullable === real?.nullable
      ? []
      : [`${alter} ${nullable ? 'DROP' : 'SET'} NOT NULL`]),
  ]
}

/** The conversions that `columnChanges` makes. */
export function conversions({ recorded, real }: ColumnsBefore, wanted: readonly StoredColumn[]): readonly Conversion[] {
  const [known, found] = [byName(recorded), byName(real)]
  return wanted.flatMap((column) => {
    const [before, now] = [known.get(column.name), found.get(column.name)]
    if (before === undefined || now === undefined || !isConverted(column, before, now)) return []
    return [{ name: column.name, from: now.stored, to: typeAlone(column.stored), spelled: column.type }]
  })
}

/** PostgreSQL knows `serial` only when it makes a column: an existing one would need a sequence, or a larger one. */
function startsToNumber(wanted: StoredColumn, recorded: StoredColumn, real: StoredColumn | undefined): boolean {
  if (!wanted.numbers || (recorded.numbers && recorded.stored === wanted.stored)) return false
  return real?.numbers !== true || real.stored !== wanted.stored
}

function isConverted(wanted: StoredColumn, recorded: StoredColumn, real: StoredColumn | undefined): boolean {
  return wanted.stored !== recorded.stored && wanted.stored !== real?.stored
}

/** The starting point of a change of a default. */
interface DefaultBefore {
  readonly recorded: string | undefined
  readonly real: StoredColumn | undefined
  readonly isUnsure: boolean
}

/** A real default cannot be compared: the server writes it in its own way. */
function defaultChange(
  alter: string,
  wanted: string | undefined,
  { recorded, real, isUnsure }: DefaultBefore,
): readonly string[] {
  if (wanted !== undefined) return wanted === recorded && !isUnsure ? [] : [`${alter} SET DEFAULT ${wanted}`]
  // Possibly from a call that was cut short. A column that numbers its rows has its own default.
  const isLeft = isUnsure && real?.hasDefault === true && !real.numbers
  return recorded !== undefined || isLeft ? [`${alter} DROP DEFAULT`] : []
}

/** For a new column that already exists, from a call that was cut short, or by hand. */
function adopted(wanted: StoredColumn, real: StoredColumn, { table, isUnsure }: ColumnsBefore): readonly string[] {
  const isSame = typeAlone(wanted.stored) === real.stored && wanted.nullable === real.nullable
  if (!isSame || (wanted.numbers && !real.numbers)) throw otherColumn(real, table, isUnsure)
  const before = { recorded: undefined, real, isUnsure }
  return defaultChange(`ALTER COLUMN ${id(wanted.name)}`, wanted.default, before)
}

function cannotNumber({ name, type }: StoredColumn, table: string): Error {
  return refused(
    `the column ${name} of the table ${table} cannot become ${type}: PostgreSQL allows that type only for a new column`,
    {
      hint: 'change the column and its sequence yourself, and run slipway up again',
    },
  )
}

function missingColumn({ name }: StoredColumn, table: string): Error {
  return refused(`the table ${table} no longer has a column ${name}`, {
    hint: 'slipway plan --refresh shows the changes made outside, and how slipway up --refresh would react',
  })
}

function otherColumn({ name, type, nullable }: StoredColumn, table: string, isUnsure: boolean): Error {
  const what = `${type}${nullable ? '' : ' NOT NULL'}`
  const whose = isUnsure ? 'it may come from the last update, which failed' : 'somebody else added it'
  const byUpdate =
    'if it comes from that update, slipway refresh records it, and the next slipway up changes it; otherwise '
  return refused(`the table ${table} has a column ${name} already, which is ${what}: ${whose}`, {
    hint: `${isUnsure ? byUpdate : ''}describe the existing column, or give the new column another name`,
  })
}
