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

/** What leads from the one to the other, each behind `ALTER TABLE …`. Rows stay, but for the values of columns that go. */
export function columnChanges(from: readonly Column[], to: readonly Column[]): readonly string[] {
  const known = new Map(from.map((column) => [column.name, column]))
  const wanted = new Set(to.map(({ name }) => name))
  const gone = from.filter(({ name }) => !wanted.has(name)).map(({ name }) => `DROP COLUMN ${id(name)}`)
  const others = to.flatMap((column) => {
    const before = known.get(column.name)
    return before === undefined ? [`ADD COLUMN ${columnText(column)}`] : alterations(before, column)
  })
  return [...gone, ...others]
}

function alterations(before: Column, { name, type, nullable, default: fallback }: Column): readonly string[] {
  const alter = `ALTER COLUMN ${id(name)}`
  return [
    ...(sameType(type, before.type) ? [] : [`${alter} TYPE ${type} USING ${id(name)}::${type}`]),
    `${alter} ${fallback === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${fallback}`}`,
    ...(nullable === before.nullable ? [] : [`${alter} ${nullable ? 'DROP' : 'SET'} NOT NULL`]),
  ]
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
