import type { DatabaseSync } from 'node:sqlite'
import { decodeRecord } from '../../codec.ts'
import { keyIdOf } from '../../seal/sealed-text.ts'
import { UnopenedSecret } from '../../seal/unopened-secret.ts'
import { isDamage } from '../../state-rows.ts'

/** The content of a state, without anything of it being opened. */
export interface Inventory {
  readonly instances: readonly { readonly name: string; readonly resources: number }[]
  /** Ids of the keys that its secrets are sealed with. */
  readonly keys: readonly string[]
}

export const recordTables = ['instances', 'resources', 'intents', 'runs', 'tasks', 'links', 'children'] as const

export function inventoryOf(database: DatabaseSync): Inventory {
  const rows = database
    .prepare(
      `SELECT name, (SELECT count(*) FROM resources WHERE instance = name) AS resources FROM instances ORDER BY name`,
    )
    .all()
  const instances = rows.map((row) => ({ name: String(row['name']), resources: Number(row['resources']) }))
  return { instances, keys: keysIn(database) }
}

function keysIn(database: DatabaseSync): readonly string[] {
  const keys = new Set<string>()
  const note = (sealed: string): UnopenedSecret => {
    keys.add(keyIdOf(sealed))
    return new UnopenedSecret(sealed, '')
  }
  for (const table of recordTables) {
    if (!hasTable(database, table)) continue
    for (const row of database.prepare(`SELECT body FROM ${table}`).iterate()) {
      try {
        decodeRecord(String(row['body']), note)
      } catch (error) {
        // A record that is damaged is copied as it is, and named by whoever reads it.
        if (!isDamage(error)) throw error
      }
    }
  }
  return [...keys].sort()
}

/** A state of an earlier version has fewer. */
function hasTable(database: DatabaseSync, table: string): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
}
