import type { DatabaseSync } from 'node:sqlite'
import { upgradeResource, type EarlierResource } from '../../upgrade.ts'
import { checksumOf } from '../../losses/checksum.ts'
import { holderIn } from '../folder/refuse-while-held.ts'
import { lockChecksum } from '../rows/lock-rows.ts'
import { sumMask } from '../../losses/tally.ts'

/**
 * Version 3 counts commits and rows, so that what was written and is gone is noticed; locks have a checksum; resources name
 * what they read by id, and are brought to that form here, once: later their names may mean others.
 */
export function countAndUpgrade(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE locks ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE commits (origin TEXT NOT NULL, count INTEGER NOT NULL) STRICT;
    INSERT INTO commits VALUES (lower(hex(randomblob(8))), 0);
    CREATE TABLE tallies (
      instance TEXT NOT NULL, part TEXT NOT NULL, rows INTEGER NOT NULL, sum INTEGER NOT NULL,
      PRIMARY KEY (instance, part)
    ) STRICT, WITHOUT ROWID;
  `)
  for (const row of database.prepare('SELECT name FROM instances').all()) upgradeInstance(database, String(row['name']))
  addLockChecksums(database)
  database.exec(`
    INSERT INTO tallies SELECT instance, 'records', count(*), sum(checksum) & ${sumMask} FROM (
      SELECT name AS instance, checksum FROM instances
      UNION ALL SELECT instance, checksum FROM resources
      UNION ALL SELECT instance, checksum FROM intents
      UNION ALL SELECT instance, checksum FROM tasks
    ) GROUP BY instance;
    INSERT INTO tallies SELECT instance, 'runs', count(*), sum(checksum) & ${sumMask} FROM runs GROUP BY instance;
    INSERT INTO tallies SELECT instance, 'lock', 1, checksum FROM locks;
  `)
}

interface TreeRow<Tree> {
  readonly id: string
  readonly tree: Tree
}

/** Values stay sealed: what is changed is none. */
function upgradeInstance(database: DatabaseSync, instance: string): void {
  const resources = intactRows<EarlierResource>(database, 'resources', instance)
  const upgrade = upgradeResource(resources.map(({ tree }) => tree))
  putAll(
    database,
    'resources',
    instance,
    resources.map(({ id, tree }) => ({ id, tree: upgrade(tree) })),
  )
  const intents = intactRows<{ readonly resource: EarlierResource }>(database, 'intents', instance)
  putAll(
    database,
    'intents',
    instance,
    intents.map(({ id, tree }) => ({ id, tree: { ...tree, resource: upgrade(tree.resource) } })),
  )
}

/** A damaged row stays as it is, and is still reported. */
function intactRows<Tree>(database: DatabaseSync, table: string, instance: string): readonly TreeRow<Tree>[] {
  const rows = database.prepare(`SELECT id, body, checksum FROM ${table} WHERE instance = ?`).all(instance)
  return rows.flatMap((row) => {
    const [id, body] = [String(row['id']), String(row['body'])]
    return row['checksum'] === checksumOf(table, instance, id, body) ? [{ id, tree: JSON.parse(body) as Tree }] : []
  })
}

function putAll(database: DatabaseSync, table: string, instance: string, rows: readonly TreeRow<object>[]): void {
  const put = database.prepare(`UPDATE ${table} SET body = ?, checksum = ? WHERE instance = ? AND id = ?`)
  for (const { id, tree } of rows) {
    const body = JSON.stringify(tree)
    put.run(body, checksumOf(table, instance, id, body), instance, id)
  }
}

function addLockChecksums(database: DatabaseSync): void {
  const put = database.prepare('UPDATE locks SET checksum = ? WHERE instance = ?')
  const all = database.prepare('SELECT instance, fence, holder, ends_at, ends_at_monotonic FROM locks')
  for (const row of all.all()) {
    const instance = String(row['instance'])
    const holder = row['holder'] === null ? undefined : String(row['holder'])
    const times = {
      fence: Number(row['fence']),
      endsAt: Number(row['ends_at']),
      endsAtMonotonic: Number(row['ends_at_monotonic']),
    }
    if (holder === undefined || holderIn(holder) !== undefined) put.run(lockChecksum(instance, times, holder), instance)
  }
}
