import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checksumOf } from '../../losses/checksum.ts'
import type { CommitCount } from '../../losses/commit-line.ts'
import { KnownChecksums } from './known-checksums.ts'
import { LockRows } from './lock-rows.ts'
import type { StoredRow } from '../../encoding/state-rows.ts'
import { SealRows } from './seal-rows.ts'
import { sumMask, tallyOf, type Tally } from '../../losses/tally.ts'
import { Tallies, type TallyPart } from './tallies.ts'

/** The tables that are read together with an instance's record; history is not. */
export const stateTables = ['resources', 'intents', 'tasks', 'links', 'children'] as const

/** The tables whose rows belong to an instance and have an id. */
export type RecordTable = (typeof stateTables)[number] | 'runs'

/** A row with its stored checksum. */
export interface KeptRow extends StoredRow {
  readonly checksum: number
}

interface TableStatements {
  readonly add: StatementSync
  readonly change: StatementSync
  readonly former: StatementSync
  readonly remove: StatementSync
  readonly removeAll: StatementSync
  readonly all: StatementSync
}

/** The prepared statements of one open database. Every record carries a checksum over its place and its text. */
export class Rows {
  readonly locks: LockRows
  readonly seals: SealRows
  readonly #tallies: Tallies
  readonly #tables: Readonly<Record<RecordTable, TableStatements>>
  readonly #latest: StatementSync
  readonly #runTally: StatementSync
  readonly #putInstance: StatementSync
  readonly #removeInstance: StatementSync
  readonly #instance: StatementSync
  readonly #instances: StatementSync
  readonly #count: StatementSync
  readonly #setCount: StatementSync
  readonly #dataVersion: StatementSync
  /** The data version that this connection has seen; it changes when another connection writes. */
  #seenVersion: unknown
  #isCommitted = false
  /** Cached facts about the rows, valid while no other connection writes. */
  #counted: CommitCount | undefined
  readonly #known = new KnownChecksums()

  /** Fails with SQLite's error if a table is missing or different. */
  constructor(database: DatabaseSync) {
    this.#tallies = new Tallies(database)
    this.locks = new LockRows(database, this.#tallies)
    this.seals = new SealRows(database)
    this.#tables = {
      resources: tableStatements(database, 'resources'),
      intents: tableStatements(database, 'intents'),
      runs: tableStatements(database, 'runs'),
      tasks: tableStatements(database, 'tasks'),
      links: tableStatements(database, 'links'),
      children: tableStatements(database, 'children'),
    }
    this.#latest = database.prepare(
      'SELECT id, body, checksum FROM runs WHERE instance = ? ORDER BY rowid DESC LIMIT ?',
    )
    this.#runTally = database.prepare(
      `SELECT count(*) AS rows, coalesce(sum(checksum), 0) & ${sumMask} AS sum FROM runs WHERE instance = ?`,
    )
    this.#putInstance = database.prepare(
      `INSERT INTO instances (name, body, checksum) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET body = excluded.body, checksum = excluded.checksum`,
    )
    this.#removeInstance = database.prepare('DELETE FROM instances WHERE name = ?')
    this.#instance = database.prepare('SELECT name AS id, body, checksum FROM instances WHERE name = ?')
    this.#instances = database.prepare('SELECT name AS id, body, checksum FROM instances ORDER BY name')
    this.#count = database.prepare('UPDATE commits SET count = count + 1 RETURNING origin, count')
    this.#setCount = database.prepare('UPDATE commits SET count = ?')
    this.#dataVersion = database.prepare('PRAGMA data_version')
  }

  put(table: RecordTable, instance: string, id: string, body: string): void {
    const checksum = checksumOf(table, instance, id, body)
    const known = this.#known.of(table, instance)
    const before = this.#write(table, [instance, id, body, checksum], known.get(id))
    known.set(id, checksum)
    this.#tallies.changed(instance, partOf(table), before, checksum)
  }

  /** Writes a row. Returns the checksum that the row had; `undefined` for a new row. */
  #write(
    table: RecordTable,
    [instance, id, body, checksum]: readonly [instance: string, id: string, body: string, checksum: number],
    known: number | undefined,
  ): number | undefined {
    const { add, change, former } = this.#tables[table]
    if (known !== undefined && change.run(body, checksum, instance, id).changes === 1) return known
    // Most rows are new, which takes one statement.
    if (add.run(instance, id, body, checksum).changes === 1) return undefined
    const before = checksumIn(former.get(instance, id))
    change.run(body, checksum, instance, id)
    return before
  }

  remove(table: RecordTable, instance: string, id: string): void {
    const { former, remove } = this.#tables[table]
    const known = this.#known.of(table, instance)
    const checksum = known.get(id) ?? checksumIn(former.get(instance, id))
    known.delete(id)
    const isRemoved = remove.run(instance, id).changes === 1
    if (isRemoved && checksum !== undefined) this.#tallies.removed(instance, partOf(table), checksum)
  }

  /** Removes a damaged row. If its checksum itself was changed, the sum of the other rows must be computed again. */
  removeDamaged(table: RecordTable, instance: string, id: string): void {
    this.remove(table, instance, id)
    this.#tallies.flush()
    const there = this.tallyOf(instance)
    if (partOf(table) === 'records' && this.#tallies.of(instance, 'records')?.rows === there.rows)
      this.#tallies.put(instance, 'records', there)
  }

  all(table: RecordTable, instance: string): readonly KeptRow[] {
    const rows = this.#tables[table].all.all(instance).map((row) => keptRow(table, instance, row))
    const known = this.#known.of(table, instance)
    for (const { id, checksum } of rows) known.set(id, checksum)
    return rows
  }

  latestRuns(instance: string, limit: number): readonly KeptRow[] {
    return this.#latest.all(instance, limit).map((row) => keptRow('runs', instance, row))
  }

  putInstance(name: string, body: string): void {
    const checksum = checksumOf('instances', name, name, body)
    const before = this.#instance.get(name)
    this.#putInstance.run(name, body, checksum)
    this.#tallies.changed(name, 'records', checksumIn(before), checksum)
  }

  instance(name: string): KeptRow | undefined {
    const row = this.#instance.get(name)
    return row === undefined ? undefined : keptRow('instances', name, row)
  }

  instances(): readonly KeptRow[] {
    return this.#instances.all().map((row) => keptRow('instances', String(row['id']), row))
  }

  /** Names of instances whose rows are gone. */
  lostInstances(): readonly string[] {
    return this.#tallies.withoutInstance()
  }

  removeInstance(name: string): void {
    for (const table of Object.values(this.#tables)) table.removeAll.run(name)
    this.#known.forget()
    this.#removeInstance.run(name)
    this.#tallies.removedInstance(name)
  }

  /** The tally that the records of an instance, or its runs, should have. */
  tally(instance: string, part: TallyPart): Tally | undefined {
    return this.#tallies.of(instance, part)
  }

  /** The tally that the records of an instance have. */
  tallyOf(instance: string): Tally {
    const tables = stateTables.flatMap((table) => this.all(table, instance))
    const own = this.instance(instance)
    return tallyOf(own === undefined ? tables : [own, ...tables])
  }

  /** The tally that the runs of an instance have. Reads them all. */
  runTallyOf(instance: string): Tally {
    const row = this.#runTally.get(instance)
    return { rows: Number(row?.['rows']), sum: Number(row?.['sum']) }
  }

  /** Accepts the present rows as complete. */
  recount(instance: string): void {
    this.#tallies.put(instance, 'records', this.tallyOf(instance))
    this.#tallies.put(instance, 'runs', this.runTallyOf(instance))
  }

  /** Begins a read transaction. */
  beginReading(): void {
    this.#forgetOthers()
    this.#isCommitted = true
  }

  /** Begins a transaction. */
  begin(): void {
    this.#forgetOthers()
    this.#isCommitted = false
    this.#tallies.begin()
  }

  /** Ends a transaction before its commit. Returns the number of commits including this one; `undefined` if it changed nothing. */
  end(): CommitCount | undefined {
    if (!this.#tallies.isChanged) return undefined
    this.#tallies.flush()
    this.#counted = this.#countOneMore()
    return this.#counted
  }

  /** Notes that the transaction is committed. */
  committed(): void {
    this.#isCommitted = true
  }

  #countOneMore(): CommitCount {
    if (this.#counted === undefined) {
      const row = this.#count.get()
      return { origin: String(row?.['origin']), count: Number(row?.['count']) }
    }
    const { origin, count } = this.#counted
    this.#setCount.run(count + 1)
    return { origin, count: count + 1 }
  }

  /** Drops the caches if another connection has committed. */
  #forgetOthers(): void {
    const version = this.#dataVersion.get()?.['data_version']
    if (this.#isCommitted && version === this.#seenVersion) return
    this.#seenVersion = version
    this.#counted = undefined
    this.#known.forget()
    this.locks.forget()
    this.seals.forget()
  }
}

function tableStatements(database: DatabaseSync, table: RecordTable): TableStatements {
  return {
    add: database.prepare(
      `INSERT INTO ${table} (instance, id, body, checksum) VALUES (?, ?, ?, ?) ON CONFLICT (instance, id) DO NOTHING`,
    ),
    change: database.prepare(`UPDATE ${table} SET body = ?, checksum = ? WHERE instance = ? AND id = ?`),
    former: database.prepare(`SELECT checksum FROM ${table} WHERE instance = ? AND id = ?`),
    remove: database.prepare(`DELETE FROM ${table} WHERE instance = ? AND id = ?`),
    removeAll: database.prepare(`DELETE FROM ${table} WHERE instance = ?`),
    all: database.prepare(`SELECT id, body, checksum FROM ${table} WHERE instance = ?`),
  }
}

/** The tally of a table. History has a separate one, because it is read separately. */
function partOf(table: RecordTable): TallyPart {
  return table === 'runs' ? 'runs' : 'records'
}

type SqlRow = Readonly<Record<string, unknown>>

function checksumIn(row: SqlRow | undefined): number | undefined {
  return row === undefined ? undefined : Number(row['checksum'])
}

/** The checksum covers the place, too: a row under another name is not the row that was written. */
function keptRow(table: string, instance: string, row: SqlRow): KeptRow {
  const id = String(row['id'])
  const body = String(row['body'])
  const checksum = Number(row['checksum'])
  return { id, body, checksum, intact: checksum === checksumOf(table, instance, id, body) }
}
