import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { valueMap } from '@slipway/model'
import { freeLock, type LockRecord } from '../../lock.ts'
import type { InstanceRecord } from '../../records.ts'
import { syncDirectory } from '../../sync-directory.ts'
import { counterFile } from '../commits/commit-counter.ts'
import { openWritable } from '../database.ts'
import { storeFailure } from '../folder/errors.ts'
import { isThere } from '../folder/state-folder.ts'
import type { Rows } from '../rows/rows.ts'
import { migrations } from '../schema/schema.ts'
import { safeFence, stateFile } from '../store.ts'
import { findWalDamage } from '../commits/wal-check.ts'
import { copyAside, moveAside } from './move-aside.ts'
import { inDatabase } from './change-state.ts'
import { refuseInUse, type Keeper } from './in-use.ts'
import { instanceNames, lacksOwnRecord } from './losses.ts'

export interface AcceptRequest extends Keeper {
  readonly directory: string
  readonly newId: () => string
}

export interface AcceptReport {
  /** Instances whose own record had to be made anew, without exports. */
  readonly renewed: readonly string[]
  /** Useless files that were moved aside. */
  readonly aside: readonly string[]
}

/**
 * Accepts the present content as the state, despite losses (see {@link lossesOf}). Damaged records stay damaged and reported. Fails with
 * `state/in-use` while a run holds an instance.
 */
export async function acceptState(request: AcceptRequest): Promise<AcceptReport> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = stateFile(request.directory)
  try {
    if (!isThere(file)) return acceptNothing(file)
    const isDamaged = findWalDamage(`${file}-wal`) !== undefined
    const aside = isDamaged ? [copyAside(`${file}-wal`, 'damaged')] : []
    const renewed = inDatabase(
      file,
      openWritable(DatabaseSync, file, migrations, request),
      ({ database, transaction }) => transaction((rows) => accept(database, rows, request)),
    )
    return { renewed, aside }
  } catch (error) {
    throw storeFailure(file, error)
  }
}

/** Clears the remains of a lost database, so that the next run starts with an empty state. */
function acceptNothing(file: string): AcceptReport {
  const journal = `${file}-wal`
  const aside = existsSync(journal) ? [moveAside(journal, 'lost')] : []
  rmSync(counterFile(file), { force: true })
  syncDirectory(dirname(file))
  return { renewed: [], aside }
}

function accept(database: DatabaseSync, rows: Rows, request: AcceptRequest): readonly string[] {
  refuseInUse(rows, request)
  const names = instanceNames(database)
  const renewed = names.filter((name) => lacksOwnRecord(rows, name))
  for (const name of renewed) rows.putInstance(name, JSON.stringify(anotherRecord(name, request)))
  for (const name of names) rows.recount(name)
  for (const name of rows.locks.instances()) rows.locks.put(name, releasedLock(rows, name, request))
  setOrigin(database)
  return renewed
}

/** Draws a new origin for a database that replaces another one. */
export function setOrigin(database: DatabaseSync): void {
  database.exec('UPDATE commits SET origin = lower(hex(randomblob(8)))')
}

/** A free lock, ahead of every fence that may have been issued and lost. */
export function releasedLock(rows: Rows, name: string, { clock }: Pick<Keeper, 'clock'>): LockRecord {
  const stored = rows.locks.get(name)
  return freeLock(safeFence('damage' in stored ? stored.fence : (stored.lock?.fence ?? 0), clock))
}

/** A new record for an instance without one. Its version is higher than any that a saved plan can name. */
function anotherRecord(name: string, { newId, clock }: AcceptRequest): InstanceRecord {
  const now = clock.now()
  const own = { id: newId(), name, version: now, status: 'interrupted', exports: valueMap() } as const
  return { ...own, createdAt: now, updatedAt: now }
}
