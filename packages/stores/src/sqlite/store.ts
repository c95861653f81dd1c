import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { encodeRecord } from '../codec.ts'
import {
  decideLock,
  fenced,
  freeLock,
  isCurrent,
  leaseEnds,
  systemClock,
  type LockRecord,
  type StoreClock,
} from '../lock.ts'
import type { KnownInstance, Lease, LoadOptions, LockAnswer, LockOptions, Sealer, StateStore } from '../port.ts'
import type { DamagedRecord, InstanceRecord, InstanceState, LockHolder, RunRecord, StateChange } from '../records.ts'
import { decodeRows, inOrder, knownInstances, refuseUnread } from '../state-rows.ts'
import { openForReading, openForWriting, probeWritable } from './database.ts'
import { storeFailure } from './errors.ts'
import { GroupCommit, type PendingCommit } from './group-commit.ts'
import { Rows, type RecordTable } from './rows.ts'
import { migrations, type Migration } from './schema.ts'

export interface SqliteStoreOptions {
  /** Made (0700, ignored by git) when it is not there. */
  readonly directory: string
  readonly sealer: Sealer
  /** `read`: makes and changes nothing, unless the state is of an older version. */
  readonly access?: 'read' | 'write'
  readonly clock?: StoreClock
  readonly migrations?: readonly Migration[]
}

/** State in `state.db` of a directory: SQLite in WAL mode, on the disk when a commit resolves. */
export function sqliteStore(options: SqliteStoreOptions): StateStore {
  return new SqliteStore(options)
}

/** One commit, encoded: what is left to do needs no key and cannot fail but for the disk. */
interface PreparedCommit {
  readonly lease: Lease
  readonly apply: readonly ((rows: Rows) => void)[]
}

interface OpenDatabase {
  readonly database: DatabaseSync
  readonly rows: Rows
}

class SqliteStore implements StateStore {
  readonly #file: string
  readonly #sealer: Sealer
  readonly #access: 'read' | 'write'
  readonly #clock: StoreClock
  readonly #migrations: readonly Migration[]
  readonly #commits = new GroupCommit<PreparedCommit>((group) => this.#write(group))
  #open: OpenDatabase | 'empty' | undefined

  constructor(options: SqliteStoreOptions) {
    this.#file = join(options.directory, 'state.db')
    this.#sealer = options.sealer
    this.#access = options.access ?? 'write'
    this.#clock = options.clock ?? systemClock
    this.#migrations = options.migrations ?? migrations
  }

  async open(): Promise<void> {
    try {
      const database = await this.#openDatabase()
      this.#open = database === undefined ? 'empty' : { database, rows: new Rows(database) }
    } catch (error) {
      throw storeFailure(this.#file, error)
    }
  }

  async close(): Promise<void> {
    this.#commits.flush()
    if (this.#open !== undefined && this.#open !== 'empty') this.#open.database.close()
    this.#open = undefined
  }

  async instances(): Promise<readonly KnownInstance[]> {
    return knownInstances(this.#read((rows) => rows.instances()) ?? [], this.#sealer)
  }

  async load(instance: string, { skipDamaged = false }: LoadOptions = {}): Promise<InstanceState | undefined> {
    const stored = this.#read((rows) => ({
      instance: rows.instance(instance),
      resources: rows.all('resources', instance),
      intents: rows.all('intents', instance),
      tasks: rows.all('tasks', instance),
    }))
    if (stored?.instance === undefined) return undefined
    const own = decodeRows('instance', [stored.instance], this.#sealer)
    const resources = decodeRows('resource', stored.resources, this.#sealer)
    const intents = decodeRows('intent', stored.intents, this.#sealer)
    const tasks = decodeRows('task', stored.tasks, this.#sealer)
    const unread = [...own.unread, ...resources.unread, ...intents.unread, ...tasks.unread]
    const [record] = own.records
    if (!skipDamaged || record === undefined) refuseUnread(instance, unread)
    if (record === undefined) return undefined
    const state = inOrder({
      instance: record,
      resources: resources.records,
      intents: intents.records,
      tasks: tasks.records,
    })
    return skipDamaged ? { ...state, damaged: unread.map(({ record: bad }) => bad) } : state
  }

  async runs(
    instance: string,
    limit: number,
    onDamaged: (record: DamagedRecord) => void = () => undefined,
  ): Promise<readonly RunRecord[]> {
    const stored = this.#read((rows) => rows.latestRuns(instance, limit)) ?? []
    const { records, unread } = decodeRows('run', stored, this.#sealer)
    for (const { record } of unread) onDamaged(record)
    return records
  }

  async lock(instance: string, holder: LockHolder, options: LockOptions): Promise<LockAnswer> {
    return this.#transaction((rows) => {
      const { answer, record } = decideLock(instance, rows.lock(instance), holder, options, this.#clock)
      if (record === undefined) return answer
      probeWritable(dirname(this.#file))
      rows.putLock(instance, record)
      return answer
    })
  }

  async renew(lease: Lease, leaseMs: number): Promise<void> {
    this.#transaction((rows) => {
      const current = currentLock(rows, lease)
      rows.putLock(lease.instance, { ...current, ...leaseEnds(leaseMs, this.#clock) })
    })
  }

  async unlock(lease: Lease): Promise<void> {
    this.#commits.flush()
    this.#transaction((rows) => {
      if (rows.lock(lease.instance)?.fence === lease.fence) rows.putLock(lease.instance, freeLock(lease.fence))
    })
  }

  async breakLock(instance: string): Promise<LockHolder | undefined> {
    return this.#transaction((rows) => {
      const current = rows.lock(instance)
      if (current !== undefined) rows.putLock(instance, freeLock(current.fence + 1))
      return current?.holder
    })
  }

  async holder(instance: string): Promise<LockHolder | undefined> {
    return this.#read((rows) => rows.lock(instance)?.holder)
  }

  async commit(lease: Lease, changes: readonly StateChange[]): Promise<void> {
    const apply = changes.map((change) => this.#prepare(lease.instance, change))
    return this.#commits.add({ lease, apply })
  }

  async #openDatabase(): Promise<DatabaseSync | undefined> {
    const read = this.#access === 'read'
    const database = read ? await openForReading(this.#file, this.#migrations) : undefined
    if (database !== undefined || (read && !existsSync(this.#file))) return database
    return openForWriting(this.#file, this.#migrations)
  }

  #prepare(instance: string, change: StateChange): (rows: Rows) => void {
    switch (change.kind) {
      case 'instance':
        return this.#putInstance(instance, change.instance)
      case 'begin':
        return this.#put('intents', instance, change.intent)
      case 'end':
        return (rows) => rows.remove('intents', instance, change.intentId)
      case 'resource':
        return this.#put('resources', instance, change.resource)
      case 'forget':
        return (rows) => rows.remove('resources', instance, change.resourceId)
      case 'run':
        return this.#put('runs', instance, change.run)
      case 'task':
        return this.#put('tasks', instance, change.task)
      case 'forget-task':
        return (rows) => rows.remove('tasks', instance, change.taskId)
      case 'remove-instance':
        return (rows) => rows.removeInstance(instance)
    }
  }

  #putInstance(instance: string, record: InstanceRecord): (rows: Rows) => void {
    const body = encodeRecord(record, this.#sealer)
    return (rows) => rows.putInstance(instance, body)
  }

  #put(table: RecordTable, instance: string, record: { readonly id: string }): (rows: Rows) => void {
    const body = encodeRecord(record, this.#sealer)
    return (rows) => rows.put(table, instance, record.id, body)
  }

  /** One transaction for all; a commit whose lease is lost is told so and leaves the others alone. */
  #write(group: readonly PendingCommit<PreparedCommit>[]): void {
    const written: PendingCommit<PreparedCommit>[] = []
    try {
      this.#transaction((rows) => {
        const locks = new Locks(rows)
        for (const commit of group) if (applied(rows, locks, commit)) written.push(commit)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const { resolve } of written) resolve()
  }

  #transaction<Result>(work: (rows: Rows) => Result): Result {
    const { database, rows } = this.#opened()
    try {
      database.exec('BEGIN IMMEDIATE')
      const result = work(rows)
      database.exec('COMMIT')
      return result
    } catch (error) {
      rollBack(database)
      throw storeFailure(this.#file, error)
    }
  }

  /** All reading of one call sees the same moment; `undefined` when there is no database to read. */
  #read<Result>(work: (rows: Rows) => Result): Result | undefined {
    if (this.#open === 'empty') return undefined
    const { database, rows } = this.#opened()
    try {
      database.exec('BEGIN')
      return work(rows)
    } catch (error) {
      throw storeFailure(this.#file, error)
    } finally {
      rollBack(database)
    }
  }

  #opened(): OpenDatabase {
    if (this.#open === undefined || this.#open === 'empty')
      throw new Error(`the store ${this.#file} is not open for this`)
    return this.#open
  }
}

/** The locks as they are during one transaction, each read once. */
class Locks {
  readonly #rows: Rows
  readonly #known = new Map<string, LockRecord | undefined>()

  constructor(rows: Rows) {
    this.#rows = rows
  }

  of(instance: string): LockRecord | undefined {
    if (!this.#known.has(instance)) this.#known.set(instance, this.#rows.lock(instance))
    return this.#known.get(instance)
  }
}

/** False when the lease is lost, which the commit is then told. */
function applied(rows: Rows, locks: Locks, { work, reject }: PendingCommit<PreparedCommit>): boolean {
  const lock = locks.of(work.lease.instance)
  if (!isCurrent(lock, work.lease)) {
    reject(fenced(work.lease, lock))
    return false
  }
  for (const step of work.apply) step(rows)
  return true
}

function currentLock(rows: Rows, lease: Lease): LockRecord {
  const current = rows.lock(lease.instance)
  if (!isCurrent(current, lease)) throw fenced(lease, current)
  return current
}

/** Ends a transaction without effect. SQLite has ended it already after some errors, such as a full disk. */
function rollBack(database: DatabaseSync): void {
  if (database.isTransaction) database.exec('ROLLBACK')
}
