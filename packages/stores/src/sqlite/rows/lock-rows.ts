import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LockRecord } from '../../lock.ts'
import type { LockHolder } from '../../records.ts'
import { checksumOf } from '../../losses/checksum.ts'
import { tallyOf } from '../../losses/tally.ts'
import type { Tallies } from './tallies.ts'

/** A lock as stored in the database. */
export type StoredLock =
  | { readonly lock: LockRecord | undefined }
  /** `fence`: the readable remains; the real fence may be higher. */
  | { readonly damage: string; readonly fence: number }

/** The rows of locks. They outlive their holders, because a fence must never go back. */
export class LockRows {
  readonly #tallies: Tallies
  readonly #get: StatementSync
  readonly #put: StatementSync
  readonly #instances: StatementSync
  readonly #known = new Map<string, StoredLock>()
  #last: { readonly text: string; readonly holder: LockHolder } | undefined

  constructor(database: DatabaseSync, tallies: Tallies) {
    this.#tallies = tallies
    // A damaged number may exceed Node's integers.
    this.#get = database.prepare(
      `SELECT holder, CAST(fence AS REAL) AS fence, CAST(ends_at AS REAL) AS ends_at,
         CAST(ends_at_monotonic AS REAL) AS ends_at_monotonic, CAST(checksum AS REAL) AS checksum
       FROM locks WHERE instance = ?`,
    )
    this.#put = database.prepare(
      `INSERT INTO locks (instance, fence, holder, ends_at, ends_at_monotonic, checksum) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (instance) DO UPDATE SET fence = excluded.fence, holder = excluded.holder,
         ends_at = excluded.ends_at, ends_at_monotonic = excluded.ends_at_monotonic, checksum = excluded.checksum`,
    )
    this.#instances = database.prepare(
      "SELECT instance FROM locks UNION SELECT instance FROM tallies WHERE part = 'lock' ORDER BY instance",
    )
  }

  get(instance: string): StoredLock {
    const row = this.#get.get(instance)
    if (row === undefined) {
      const isLost = (this.#tallies.of(instance, 'lock')?.rows ?? 0) > 0
      return isLost ? { damage: 'it is gone', fence: 0 } : { lock: undefined }
    }
    const holder = row['holder'] === null ? undefined : String(row['holder'])
    const times = {
      fence: Number(row['fence']),
      endsAt: Number(row['ends_at']),
      endsAtMonotonic: Number(row['ends_at_monotonic']),
    }
    if (Number(row['checksum']) !== lockChecksum(instance, times, holder))
      return { damage: 'its checksum does not match', fence: times.fence }
    return { lock: holder === undefined ? times : { ...times, holder: this.#holderIn(holder) } }
  }

  /** The lock within a transaction: read only if this connection does not know it. */
  known(instance: string): StoredLock {
    const stored = this.#known.get(instance) ?? this.get(instance)
    this.#known.set(instance, stored)
    return stored
  }

  /** Drops the cache, because others may have written. */
  forget(): void {
    this.#known.clear()
  }

  /** Parses a holder. Caches the last one, which is nearly always the next, too. */
  #holderIn(text: string): LockHolder {
    if (this.#last?.text !== text) this.#last = { text, holder: JSON.parse(text) as LockHolder }
    return this.#last.holder
  }

  put(instance: string, lock: LockRecord): void {
    this.#known.delete(instance)
    const { fence, endsAt, endsAtMonotonic } = lock
    const holder = lock.holder === undefined ? undefined : JSON.stringify(lock.holder)
    const checksum = lockChecksum(instance, lock, holder)
    this.#put.run(instance, fence, holder ?? null, endsAt, endsAtMonotonic, checksum)
    this.#tallies.put(instance, 'lock', tallyOf([{ checksum }]))
  }

  /** Names of all instances that have, or should have, a lock. */
  instances(): readonly string[] {
    return this.#instances.all().map((row) => String(row['instance']))
  }
}

/** The checksum of a lock. Part of the schema, so it never changes. */
export function lockChecksum(
  instance: string,
  { fence, endsAt, endsAtMonotonic }: Omit<LockRecord, 'holder'>,
  holder: string | undefined,
): number {
  return checksumOf('locks', instance, `${fence} ${endsAt} ${endsAtMonotonic}`, holder ?? '')
}
