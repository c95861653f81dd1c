import { crc32 } from 'node:zlib'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LockRecord } from '../lock.ts'
import type { LockHolder } from '../records.ts'
import type { StoredRow } from '../state-rows.ts'

/** The tables whose rows belong to an instance and have an id. */
export type RecordTable = 'resources' | 'intents' | 'runs' | 'tasks'

interface TableStatements {
  readonly put: StatementSync
  readonly remove: StatementSync
  readonly removeAll: StatementSync
  readonly all: StatementSync
}

/** The prepared statements of one open database. Every record carries a checksum over its place and its text. */
export class Rows {
  readonly #tables: Readonly<Record<RecordTable, TableStatements>>
  readonly #latest: StatementSync
  readonly #putInstance: StatementSync
  readonly #removeInstance: StatementSync
  readonly #instance: StatementSync
  readonly #instances: StatementSync
  readonly #lock: StatementSync
  readonly #putLock: StatementSync

  constructor(database: DatabaseSync) {
    const statements = (table: RecordTable): TableStatements => ({
      put: database.prepare(
        `INSERT INTO ${table} (instance, id, body, checksum) VALUES (?, ?, ?, ?)
         ON CONFLICT (instance, id) DO UPDATE SET body = excluded.body, checksum = excluded.checksum`,
      ),
      remove: database.prepare(`DELETE FROM ${table} WHERE instance = ? AND id = ?`),
      removeAll: database.prepare(`DELETE FROM ${table} WHERE instance = ?`),
      all: database.prepare(`SELECT id, body, checksum FROM ${table} WHERE instance = ?`),
    })
    this.#tables = {
      resources: statements('resources'),
      intents: statements('intents'),
      runs: statements('runs'),
      tasks: statements('tasks'),
    }
    this.#latest = database.prepare(
      'SELECT id, body, checksum FROM runs WHERE instance = ? ORDER BY rowid DESC LIMIT ?',
    )
    this.#putInstance = database.prepare(
      `INSERT INTO instances (name, body, checksum) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET body = excluded.body, checksum = excluded.checksum`,
    )
    this.#removeInstance = database.prepare('DELETE FROM instances WHERE name = ?')
    this.#instance = database.prepare('SELECT name AS id, body, checksum FROM instances WHERE name = ?')
    this.#instances = database.prepare('SELECT name AS id, body, checksum FROM instances ORDER BY name')
    this.#lock = database.prepare('SELECT fence, holder, ends_at, ends_at_monotonic FROM locks WHERE instance = ?')
    this.#putLock = database.prepare(
      `INSERT INTO locks (instance, fence, holder, ends_at, ends_at_monotonic) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (instance) DO UPDATE SET fence = excluded.fence, holder = excluded.holder,
         ends_at = excluded.ends_at, ends_at_monotonic = excluded.ends_at_monotonic`,
    )
  }

  put(table: RecordTable, instance: string, id: string, body: string): void {
    this.#tables[table].put.run(instance, id, body, checksum(table, instance, id, body))
  }

  remove(table: RecordTable, instance: string, id: string): void {
    this.#tables[table].remove.run(instance, id)
  }

  all(table: RecordTable, instance: string): readonly StoredRow[] {
    return this.#tables[table].all.all(instance).map((row) => storedRow(table, instance, row))
  }

  latestRuns(instance: string, limit: number): readonly StoredRow[] {
    return this.#latest.all(instance, limit).map((row) => storedRow('runs', instance, row))
  }

  putInstance(name: string, body: string): void {
    this.#putInstance.run(name, body, checksum('instances', name, name, body))
  }

  instance(name: string): StoredRow | undefined {
    const row = this.#instance.get(name)
    return row === undefined ? undefined : storedRow('instances', name, row)
  }

  instances(): readonly StoredRow[] {
    return this.#instances.all().map((row) => storedRow('instances', String(row['id']), row))
  }

  removeInstance(name: string): void {
    for (const table of Object.values(this.#tables)) table.removeAll.run(name)
    this.#removeInstance.run(name)
  }

  lock(instance: string): LockRecord | undefined {
    const row = this.#lock.get(instance)
    if (row === undefined) return undefined
    const ends = { endsAt: Number(row['ends_at']), endsAtMonotonic: Number(row['ends_at_monotonic']) }
    const lock = { fence: Number(row['fence']), ...ends }
    return row['holder'] === null ? lock : { ...lock, holder: JSON.parse(String(row['holder'])) as LockHolder }
  }

  putLock(instance: string, { fence, holder, endsAt, endsAtMonotonic }: LockRecord): void {
    this.#putLock.run(instance, fence, holder === undefined ? null : JSON.stringify(holder), endsAt, endsAtMonotonic)
  }
}

function storedRow(table: string, instance: string, row: Readonly<Record<string, unknown>>): StoredRow {
  const id = String(row['id'])
  const body = String(row['body'])
  return { id, body, intact: row['checksum'] === checksum(table, instance, id, body) }
}

/** Over the place too: a row that turns up under another name is not the row that was written. */
function checksum(table: string, instance: string, id: string, body: string): number {
  return crc32(body, crc32(`${table}\0${instance}\0${id}\0`))
}
