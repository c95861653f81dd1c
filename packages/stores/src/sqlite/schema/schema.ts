import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import { refuseWhileHeld, type HolderCheck } from '../folder/refuse-while-held.ts'
import { addSeals, addTeam } from '../rows/seal-rows.ts'
import { countAndUpgrade } from './version-3.ts'

/** A migration of the schema to the next version. Runs in the transaction that also records the new version. */
export type Migration = (database: DatabaseSync) => void

/**
 * Step n makes version n + 1 of version n. Steps are never changed once released: fixtures/state-v<n> hold a state of
 * each version, and a test brings every one of them here.
 *
 * `slipway_schema` keeps its form for ever, so that any version can tell that it is too old.
 */
export const migrations: readonly Migration[] = [
  (database) =>
    database.exec(`
      CREATE TABLE instances (name TEXT NOT NULL UNIQUE, body TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT;
      CREATE TABLE resources (
        instance TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL,
        UNIQUE (instance, id)
      ) STRICT;
      CREATE TABLE intents (
        instance TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL,
        UNIQUE (instance, id)
      ) STRICT;
      CREATE TABLE runs (
        instance TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL,
        UNIQUE (instance, id)
      ) STRICT;
      CREATE TABLE locks (
        instance TEXT PRIMARY KEY, fence INTEGER NOT NULL, holder TEXT,
        ends_at INTEGER NOT NULL, ends_at_monotonic INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `),
  (database) =>
    database.exec(`
      CREATE TABLE tasks (
        instance TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL,
        UNIQUE (instance, id)
      ) STRICT;
    `),
  countAndUpgrade,
  (database) =>
    database.exec(`
      CREATE TABLE links (
        instance TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL,
        UNIQUE (instance, id)
      ) STRICT;
    `),
  (database) =>
    database.exec(`
      CREATE TABLE children (
        instance TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, checksum INTEGER NOT NULL,
        UNIQUE (instance, id)
      ) STRICT;
    `),
  addSeals,
  addTeam,
]

/** The first version whose databases count their commits. */
export const firstThatCounts = 3

/** Version of the schema in the database, from 1; `undefined` when it is not one of ours. */
export function schemaVersion(database: DatabaseSync): number | undefined {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'slipway_schema'").get()
  const row = table === undefined ? undefined : database.prepare('SELECT version FROM slipway_schema').get()
  const version = Number(row?.['version'])
  return Number.isInteger(version) && version >= 1 ? version : undefined
}

/** Where a state has moved to, or is coming from, as noted in it; '' for one that stays. */
export function movedIn(database: DatabaseSync): string {
  return String(database.prepare('SELECT moved FROM state').get()?.['moved'] ?? '')
}

export function refuseNewer(file: string, version: number, ours: number): void {
  if (version <= ours) return
  throw new Failure(
    'state/newer-version',
    `${file} was written by a newer Slipway: it has state version ${version}, but this one knows only ${ours}`,
    { hint: 'nothing was changed; upgrade Slipway on this machine' },
  )
}

/** All steps in one transaction: a migration that is killed has not happened. Safe against another process doing the same. */
export function migrate(database: DatabaseSync, steps: readonly Migration[], check?: HolderCheck): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = schemaVersion(database)
    if (check !== undefined && version !== undefined && version < steps.length) refuseWhileHeld(database, check)
    for (const step of steps.slice(version ?? 0)) step(database)
    if (version === undefined) {
      database.exec('CREATE TABLE slipway_schema (version INTEGER NOT NULL) STRICT')
      database.prepare('INSERT INTO slipway_schema VALUES (?)').run(steps.length)
    } else if (version < steps.length) {
      database.prepare('UPDATE slipway_schema SET version = ?').run(steps.length)
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
