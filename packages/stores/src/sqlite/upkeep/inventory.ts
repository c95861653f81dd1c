import type { DatabaseSync } from 'node:sqlite'
import { decodeRecord, type Opener } from '../../encoding/codec.ts'
import { headOf } from '../../seal/sealed-text.ts'
import { UnopenedSecret } from '../../seal/unopened-secret.ts'
import { isDamage } from '../../encoding/state-rows.ts'

/** The content of a state, determined without opening secrets. */
export interface Inventory {
  readonly instances: readonly { readonly name: string; readonly resources: number }[]
  /** Ids of the keys that its secrets are sealed with. */
  readonly keys: readonly string[]
  /** The number of its secrets in the first form, which is bound to no place. */
  readonly unbound: number
}

export const recordTables = ['instances', 'resources', 'intents', 'runs', 'tasks', 'links', 'children'] as const

export function inventoryOf(database: DatabaseSync): Inventory {
  const rows = database
    .prepare(
      `SELECT name, (SELECT count(*) FROM resources WHERE instance = name) AS resources FROM instances ORDER BY name`,
    )
    .all()
  const instances = rows.map((row) => ({ name: String(row['name']), resources: Number(row['resources']) }))
  return { instances, ...sealsIn(database) }
}

/** A dummy place, because nothing is opened. */
const nowhere = { purpose: 'state', state: '', instance: '', record: '' } as const

function sealsIn(database: DatabaseSync): Pick<Inventory, 'keys' | 'unbound'> {
  const keys = new Set<string>()
  let unbound = 0
  const note: Opener = (sealed, place) => {
    const { form, keyId } = headOf(sealed)
    keys.add(keyId)
    if (form === 1) unbound++
    return new UnopenedSecret(sealed, place)
  }
  for (const table of recordTables) {
    if (!hasTable(database, table)) continue
    for (const row of database.prepare(`SELECT body FROM ${table}`).iterate()) {
      try {
        decodeRecord(String(row['body']), note, nowhere)
      } catch (error) {
        // A damaged record is copied unchanged. Reading it later reports the damage.
        if (!isDamage(error)) throw error
      }
    }
  }
  return { keys: [...keys].sort(), unbound }
}

/** True if the table exists; a state of an earlier version has fewer tables. */
function hasTable(database: DatabaseSync, table: string): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
}
