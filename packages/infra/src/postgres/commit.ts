import type { ClientBase } from 'pg'
import { type Change, type CommitOutcome, compared, type Entry, type Values } from '../keyvalue/store.ts'

/**
 * Does the work of a commit between BEGIN and its end. It locks all its keys first, in one order, so that commits wait for each other and never in a
 * ring. It locks the rows that exist and makes rows for the others, because nothing else keeps other commits from making them. The number of
 * statements does not depend on the number of keys.
 */
export async function runCommit(
  client: ClientBase,
  table: string,
  expected: Values,
  changes: readonly Change[],
): Promise<CommitOutcome> {
  const puts = new Map(
    changes.flatMap((change) => (change.type === 'put' ? [[change.key, change.value] as const] : [])),
  )
  const keys = [...new Set([...expected.keys(), ...changes.map(({ key }) => key)])]
  const made = await takeHold(client, table, keys, puts)
  if (expected.size > 0) {
    const outcome = compared(expected, await valuesOf(client, table, [...expected.keys()], made))
    if (!outcome.committed) return outcome
  }
  const updated = [...puts].filter(([key]) => !made.has(key))
  const deleted = changes.filter(({ type }) => type === 'delete').map(({ key }) => key)
  const unused = [...made].filter((key) => !puts.has(key))
  await client.query(
    `UPDATE ${table} SET value = wanted.value FROM unnest($1::text[], $2::text[]) AS wanted (key, value)
     WHERE ${table}.key = wanted.key`,
    [updated.map(([key]) => key), updated.map(([, value]) => value)],
  )
  await client.query(`DELETE FROM ${table} WHERE key = ANY($1)`, [[...deleted, ...unused]])
  return { committed: true }
}

/** Locks the rows of the keys. Returns the keys that had no row and have one now, with the value to put. */
async function takeHold(
  client: ClientBase,
  table: string,
  keys: readonly string[],
  puts: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  // A conflicting row is locked even though the condition keeps it from being changed.
  const { rows } = await client.query<Pick<Entry, 'key'>>(
    `INSERT INTO ${table} SELECT key, value FROM unnest($1::text[], $2::text[]) AS held (key, value) ORDER BY key COLLATE "C"
     ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE false RETURNING key`,
    [keys, keys.map((key) => puts.get(key) ?? '')],
  )
  return new Set(rows.map(({ key }) => key))
}

async function valuesOf(
  client: ClientBase,
  table: string,
  keys: readonly string[],
  made: ReadonlySet<string>,
): Promise<Values> {
  const { rows } = await client.query<Entry>(`SELECT key, value FROM ${table} WHERE key = ANY($1)`, [keys])
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return new Map(keys.map((key) => [key, made.has(key) ? undefined : values.get(key)]))
}
