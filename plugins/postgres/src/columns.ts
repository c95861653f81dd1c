import { refused } from '@slipway/sdk'
import type { Conversion } from './conversion.ts'
import { id } from './sql.ts'

export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** An expression of SQL. */
  readonly default?: string | undefined
}

/** As in `CREATE TABLE`. */
export function columnText(column: Column): string {
  const fallback = column.default === undefined ? '' : ` DEFAULT ${column.default}`
  return `${id(column.name)} ${column.type}${fallback}${column.nullable ? '' : ' NOT NULL'}`
}

/** What a change of the columns starts from. */
export interface ColumnsBefore {
  /** Where they are, for messages. */
  readonly table: string
  /** As they are recorded: only what differs from them was in the plan. */
  readonly recorded: readonly Column[]
  /** As they are. */
  readonly real: readonly Column[]
  /** The last change may have been made, or not. */
  readonly isUnsure: boolean
}

/**
 * What makes the columns as they are wanted, each behind `ALTER TABLE …`. Whatever somebody has changed by hand stays, unless it is
 * recorded since then, so that the plan has shown what becomes of it. What is there already is not done again: the call may come twice.
 */
export function columnChanges(before: ColumnsBefore, wanted: readonly Column[]): readonly string[] {
  const { table, isUnsure } = before
  const [recorded, real] = [byName(before.recorded), byName(before.real)]
  const names = new Set(wanted.map(({ name }) => name))
  const gone = before.recorded.filter(({ name }) => !names.has(name))
  const others = wanted.flatMap((column) => {
    const [known, found] = [recorded.get(column.name), real.get(column.name)]
    if (known === undefined)
      return found === undefined ? [`ADD COLUMN ${columnText(column)}`] : adopted(column, found, table)
    const changes = alterations(column, known, found, isUnsure)
    if (found === undefined && changes.length > 0) throw missingColumn(column, table)
    return changes
  })
  return [...gone.map(({ name }) => `DROP COLUMN IF EXISTS ${id(name)}`), ...others]
}

function byName(columns: readonly Column[]): ReadonlyMap<string, Column> {
  return new Map(columns.map((column) => [column.name, column]))
}

function alterations(wanted: Column, recorded: Column, real: Column | undefined, isUnsure: boolean): readonly string[] {
  const { name, type, nullable, default: fallback } = wanted
  const alter = `ALTER COLUMN ${id(name)}`
  return [
    ...(isConverted(wanted, recorded, real) ? [`${alter} TYPE ${type} USING ${id(name)}::${type}`] : []),
    ...defaultChange(alter, fallback, recorded.default, isUnsure),
    ...(nullable === recorded.nullable || nullable === real?.nullable
      ? []
      : [`${alter} ${nullable ? 'DROP' : 'SET'} NOT NULL`]),
  ]
}

/** What `columnChanges` converts. */
export function conversions({ recorded, real }: ColumnsBefore, wanted: readonly Column[]): readonly Conversion[] {
  const [known, found] = [byName(recorded), byName(real)]
  return wanted.flatMap((column) => {
    const [before, now] = [known.get(column.name), found.get(column.name)]
    if (before === undefined || now === undefined || !isConverted(column, before, now)) return []
    return [{ name: column.name, from: now.type, to: column.type }]
  })
}

function isConverted({ type }: Column, recorded: Column, real: Column | undefined): boolean {
  return !sameType(type, recorded.type) && (real === undefined || !sameType(type, real.type))
}

/** A real default cannot be compared: the server writes it in its own way. */
function defaultChange(
  alter: string,
  wanted: string | undefined,
  recorded: string | undefined,
  isUnsure: boolean,
): readonly string[] {
  if (wanted === undefined) return recorded === undefined ? [] : [`${alter} DROP DEFAULT`]
  return wanted === recorded && !isUnsure ? [] : [`${alter} SET DEFAULT ${wanted}`]
}

/** For a new column that is there already, from the same call that was cut short, or by hand. */
function adopted(wanted: Column, real: Column, table: string): readonly string[] {
  if (!sameType(wanted.type, real.type) || wanted.nullable !== real.nullable) throw otherColumn(real, table)
  return defaultChange(`ALTER COLUMN ${id(wanted.name)}`, wanted.default, undefined, false)
}

function missingColumn({ name }: Column, table: string): Error {
  return refused(`the table ${table} has no column ${name} any more`, {
    hint: 'slipway plan --refresh shows what was changed outside, and what slipway up --refresh would do about it',
  })
}

function otherColumn({ name, type, nullable }: Column, table: string): Error {
  const what = `${type}${nullable ? '' : ' NOT NULL'}`
  return refused(`the table ${table} has a column ${name} already, which is ${what}: somebody else has added it`, {
    hint: 'describe it as it is, or give the new column another name',
  })
}

/** What PostgreSQL itself calls the types that have other names, too. */
const canonical: Readonly<Record<string, string>> = {
  int: 'integer',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  bool: 'boolean',
  decimal: 'numeric',
  varchar: 'character varying',
  char: 'character',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
  timetz: 'time with time zone',
}

/** Whether two spellings of a type mean the same. */
export function sameType(one: string, other: string): boolean {
  return spelt(one) === spelt(other)
}

function spelt(type: string): string {
  const [, name = '', rest = ''] = /^([a-z0-9 ]+?) *(\(.*|\[.*)?$/.exec(type.trim().toLowerCase()) ?? ['', type]
  return (canonical[name] ?? name) + rest.replaceAll(' ', '')
}
