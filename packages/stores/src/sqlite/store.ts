import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
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
import type {
  Commit,
  KnownInstance,
  Lease,
  LoadOptions,
  LockAnswer,
  LockOptions,
  Sealer,
  StateStore,
  StoredSeals,
} from '../port.ts'
import { readState } from '../encoding/read-state.ts'
import type { DamagedRecord, InstanceState, LockHolder, RunRecord, StateChange } from '../records.ts'
import { StateSeal } from '../seal/state-seal.ts'
import type { SealedTeam } from '../seal/team/team.ts'
import { StateSealer } from '../seal/team/team-sealer.ts'
import { decodeRows, knownInstances, leavingSealed } from '../encoding/state-rows.ts'
import { CommitCounter, countIn } from './commits/commit-counter.ts'
import { openForReading, openForWriting, versionIn } from './database.ts'
import { damagedLock, storeFailure } from './folder/errors.ts'
import { GroupCommit, type PendingCommit } from './commits/group-commit.ts'
import { assertTeamIsStill, isStale, keyChanged } from '../key-changed.ts'
import { lostAmong, pastRuns } from '../losses/lost-rows.ts'
import { probeRoom } from './folder/new-file.ts'
import { prepareChange, type PreparedChange } from './rows/prepare-change.ts'
import { Rows, stateTables } from './rows/rows.ts'
import { migrations, type Migration } from './schema/schema.ts'
import { markKey } from './rows/sealed-rows.ts'
import { isAnythingLeft, isThere, sideFiles } from './folder/state-folder.ts'

export interface SqliteStoreOptions {
  /** Created if missing (0700, ignored by git). */
  readonly directory: string
  readonly sealer: Sealer
  /** `read`: creates and changes nothing, unless the state has an older version. */
  readonly access?: 'read' | 'write'
  readonly clock?: StoreClock
  /** True if a lock holder's process is certainly gone. Checked before upgrading a state of an earlier version. */
  readonly isGone?: (holder: LockHolder) => boolean
  readonly migrations?: readonly Migration[]
}

/** A state in `state.db` of a directory: SQLite in WAL mode. Commits are on disk when they resolve. */
export function sqliteStore(options: SqliteStoreOptions): StateStore {
  return new SqliteStore(options)
}

/** A commit of one instance, or of two that change together. */
interface PreparedCommit {
  readonly leases: readonly Lease[]
  readonly apply: readonly PreparedChange[]
  /** Id of the team's key that sealed a text in it; empty without a team. Absent: no text was sealed. */
  readonly sealedWith?: string
}

interface OpenDatabase {
  readonly database: DatabaseSync
  readonly rows: Rows
  /** Absent for read access. */
  readonly counter?: CommitCounter
}

class SqliteStore implements StateStore {
  readonly #file: string
  readonly #sealer: StateSealer
  readonly #access: 'read' | 'write'
  readonly #clock: StoreClock
  readonly #isGone: (holder: LockHolder) => boolean
  readonly #migrations: readonly Migration[]
  readonly #commits = new GroupCommit<PreparedCommit>((group) => this.#write(group))
  #open: OpenDatabase | 'empty' | undefined

  constructor(options: SqliteStoreOptions) {
    this.#file = stateFile(options.directory)
    this.#sealer = new StateSealer(options.sealer)
    this.#access = options.access ?? 'write'
    this.#clock = options.clock ?? systemClock
    this.#isGone = options.isGone ?? (() => false)
    this.#migrations = options.migrations ?? migrations
  }

  async open(): Promise<void> {
    try {
      this.#open = await this.#openDatabase()
    } catch (error) {
      throw storeFailure(this.#file, error)
    }
  }

  async close(): Promise<void> {
    this.#commits.flush()
    if (this.#open !== undefined && this.#open !== 'empty') {
      this.#open.database.close()
      this.#open.counter?.close()
    }
    this.#open = undefined
  }

  async instances(): Promise<readonly KnownInstance[]> {
    const stored = this.#read((rows) => ({ there: rows.instances(), gone: rows.lostInstances() }))
    return stored === undefined ? [] : knownInstances(stored.there, stored.gone)
  }

  async load(instance: string, options?: LoadOptions): Promise<InstanceState | undefined> {
    const stored = this.#read((rows) => ({
      instance: rows.instance(instance),
      resources: rows.all('resources', instance),
      intents: rows.all('intents', instance),
      tasks: rows.all('tasks', instance),
      links: rows.all('links', instance),
      children: rows.all('children', instance),
      tally: rows.tally(instance, 'records'),
      sealing: rows.seals.get(),
    }))
    if (stored === undefined) return undefined
    const { instance: own, tally } = stored
    const all = [...(own === undefined ? [] : [own]), ...stateTables.flatMap((table) => stored[table])]
    const seal = new StateSeal(stored.sealing, this.#sealer.for(stored.sealing))
    return readState(instance, { ...stored, lost: lostAmong(all, tally) }, seal, options)
  }

  async seals(): Promise<StoredSeals> {
    const read = this.#read((rows) => ({ ...rows.seals.get(), unbound: rows.seals.unbound() }))
    return read ?? { state: '', unbound: 0 }
  }

  async sealer(): Promise<Sealer> {
    return this.#sealer.for(this.#read((rows) => rows.seals.get()) ?? { state: '', marks: new Map() })
  }

  async restored(): Promise<string> {
    return this.#read((rows) => rows.seals.restored()) ?? ''
  }

  async keysInUse(): Promise<readonly string[]> {
    return this.#read((rows) => rows.seals.keysInUse()) ?? []
  }

  async changeTeam(from: SealedTeam | undefined, to: SealedTeam): Promise<void> {
    this.#commits.flush()
    this.#transaction((rows) => {
      assertTeamIsStill(from, rows.seals.get().team)
      rows.seals.setTeam(to)
    })
  }

  async runs(
    instance: string,
    limit: number,
    onDamaged?: (record: DamagedRecord) => void,
  ): Promise<readonly RunRecord[]> {
    const stored = this.#read((rows) => ({
      newest: rows.latestRuns(instance, limit),
      sealing: rows.seals.get(),
      // Without `onDamaged`, skip reading all rows.
      ...(onDamaged && { there: rows.runTallyOf(instance), wanted: rows.tally(instance, 'runs') }),
    }))
    if (stored === undefined) return []
    const { state, open } = new StateSeal(stored.sealing, this.#sealer.for(stored.sealing))
    const { records, unread } = decodeRows('run', stored.newest, { state, instance, open: leavingSealed(open) })
    for (const { record } of unread) onDamaged?.(record)
    const gone = (stored.wanted?.rows ?? 0) - (stored.there?.rows ?? 0)
    if (gone > 0) onDamaged?.({ kind: 'run', reason: `${pastRuns(gone)} gone from the history of ${instance}` })
    return records
  }

  async lock(instance: string, holder: LockHolder, options: LockOptions): Promise<LockAnswer> {
    return this.#transaction((rows) => {
      // The state may have moved elsewhere since it was opened.
      versionIn(this.#opened().database, this.#file, this.#migrations)
      const { answer, record } = decideLock(instance, this.#lockIn(rows, instance), holder, options, this.#clock)
      if (record === undefined) return answer
      probeRoom(this.#file)
      rows.locks.put(instance, record)
      return answer
    })
  }

  async renew(lease: Lease, leaseMs: number): Promise<void> {
    this.#transaction((rows) => {
      const current = this.#lockIn(rows, lease.instance)
      if (!isCurrent(current, lease)) throw fenced(lease, current)
      rows.locks.put(lease.instance, { ...current, ...leaseEnds(leaseMs, this.#clock) })
    })
  }

  async unlock(lease: Lease): Promise<void> {
    this.#commits.flush()
    this.#transaction((rows) => {
      if (this.#lockIn(rows, lease.instance)?.fence === lease.fence)
        rows.locks.put(lease.instance, freeLock(lease.fence))
    })
  }

  async breakLock(instance: string): Promise<LockHolder | undefined> {
    return this.#transaction((rows) => {
      const stored = rows.locks.get(instance)
      if ('damage' in stored) {
        rows.locks.put(instance, freeLock(safeFence(stored.fence, this.#clock)))
        return undefined
      }
      const { lock } = stored
      if (lock !== undefined) rows.locks.put(instance, freeLock(lock.fence + 1))
      return lock?.holder
    })
  }

  async holder(instance: string): Promise<LockHolder | undefined> {
    return this.#read((rows) => this.#lockIn(rows, instance)?.holder)
  }

  async commit(lease: Lease, changes: readonly StateChange[], beside?: Commit): Promise<void> {
    return this.#commits.add(this.#prepared([{ lease, changes }, ...(beside === undefined ? [] : [beside])]))
  }

  /**
   * Prepares commits. The id of the state changes only with a restore, which fences every lease, so it is still valid when the commit is
   * written.
   */
  #prepared(commits: readonly Commit[]): PreparedCommit {
    const sealing = this.#opened().rows.seals.get()
    const { state, team } = sealing
    const sealer = this.#sealer.for(sealing)
    const sealed = new Set<string>()
    const seal: Sealer['seal'] = (plain, place) => {
      sealed.add(team?.key ?? '')
      return sealer.seal(plain, place)
    }
    const apply = commits.flatMap(({ lease: { instance }, changes }) =>
      changes.map((change) => prepareChange(state, instance, change, { seal })),
    )
    const [sealedWith] = sealed
    return { leases: commits.map(({ lease }) => lease), apply, ...(sealedWith !== undefined && { sealedWith }) }
  }

  async #openDatabase(): Promise<OpenDatabase | 'empty'> {
    const read = this.#access === 'read'
    const looking = read ? await openForReading(this.#file, this.#migrations) : undefined
    if (looking !== undefined) return { database: looking, rows: new Rows(looking) }
    if (read && !existsSync(this.#file)) return 'empty'
    const check = { isGone: this.#isGone, clock: this.#clock }
    const database = await openForWriting(this.#file, this.#migrations, check)
    return opened(this.#file, database)
  }

  #lockIn(rows: Rows, instance: string): LockRecord | undefined {
    const stored = rows.locks.get(instance)
    if ('damage' in stored) throw damagedLock(this.#file, instance, stored.damage)
    return stored.lock
  }

  /** Writes all commits in one transaction. A commit whose lease is lost fails without affecting the others. */
  #write(group: readonly PendingCommit<PreparedCommit>[]): void {
    const written: PendingCommit<PreparedCommit>[] = []
    try {
      if (this.#open !== undefined && this.#open !== 'empty') this.#open.counter?.refuseRemoved(this.#file)
      this.#transaction((rows) => {
        const locks = new Map<string, LockRecord | Failure | undefined>()
        const sealing = rows.seals.get()
        if (group.some(({ work }) => work.sealedWith !== undefined)) markKey(rows, this.#sealer.for(sealing))
        for (const commit of group) {
          const { sealedWith } = commit.work
          const refusal = isStale(sealedWith, sealing.team) ? keyChanged() : this.#apply(commit.work, rows, locks)
          if (refusal === undefined) written.push(commit)
          else commit.reject(refusal)
        }
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const { resolve } of written) resolve()
  }

  /** Applies a commit, or returns the reason why it may not be applied. Reads each lock once per transaction. */
  #apply(
    { leases, apply }: PreparedCommit,
    rows: Rows,
    locks: Map<string, LockRecord | Failure | undefined>,
  ): Failure | undefined {
    for (const lease of leases) {
      const { instance } = lease
      if (!locks.has(instance)) {
        const stored = rows.locks.known(instance)
        locks.set(instance, 'damage' in stored ? damagedLock(this.#file, instance, stored.damage) : stored.lock)
      }
      const lock = locks.get(instance)
      if (lock instanceof Failure) return lock
      if (!isCurrent(lock, lease)) return fenced(lease, lock)
    }
    for (const step of apply) step(rows)
    return undefined
  }

  #transaction<Result>(work: (rows: Rows) => Result): Result {
    const { database, rows, counter } = this.#opened()
    try {
      database.exec('BEGIN IMMEDIATE')
      rows.begin()
      const result = work(rows)
      const count = rows.end()
      database.exec('COMMIT')
      rows.committed()
      if (count !== undefined) counter?.write(count)
      return result
    } catch (error) {
      rollBack(database)
      throw storeFailure(this.#file, error)
    }
  }

  /** Reads in one transaction, so that a call sees a single moment; `undefined` if there is no database. */
  #read<Result>(work: (rows: Rows) => Result): Result | undefined {
    if (this.#open === 'empty') return undefined
    const { database, rows } = this.#opened()
    try {
      database.exec('BEGIN')
      rows.beginReading()
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

/** The database file of a state directory. */
export function stateFile(directory: string): string {
  return join(directory, 'state.db')
}

/** The files of a state directory that contain its records. */
export function stateFiles(directory: string): readonly string[] {
  return ['', ...sideFiles].map((side) => `${stateFile(directory)}${side}`)
}

/**
 * Refuses a state that is foreign, unreadable or a link, like opening it would. Called before Slipway creates anything beside it. Creates
 * and opens nothing.
 */
export function refuseUnsafe(directory: string): void {
  isThere(stateFile(directory))
}

/** True if the directory has a state or remains of one, intact or not. */
export function holdsState(directory: string): boolean {
  return isAnythingLeft(stateFile(directory))
}

/** The database with everything needed for writing; closed again on failure. */
function opened(file: string, database: DatabaseSync): OpenDatabase {
  try {
    const rows = new Rows(database)
    const counter = new CommitCounter(file, countIn(file, database))
    return { database, rows, counter }
  } catch (error) {
    database.close()
    throw error
  }
}

/** A fence higher than any issued one. Fences count holders, so a time in milliseconds is far ahead of them. */
export function safeFence(stored: number, clock: StoreClock): number {
  return Math.max(Number.isSafeInteger(stored) ? stored : 0, clock.now()) + 1
}

/** Ends a transaction without effect. After some errors, such as a full disk, SQLite has already ended it. */
function rollBack(database: DatabaseSync): void {
  if (database.isTransaction) database.exec('ROLLBACK')
}
