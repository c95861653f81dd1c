import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { sumMask, type Tally } from '../../losses/tally.ts'

/**
 * Counted apart because they are read apart: the records of an instance (its own, resources, intents, tasks), its
 * history, and its lock.
 */
export type TallyPart = 'records' | 'runs' | 'lock'

/**
 * Keeps what is needed to notice rows that are gone, or that are not the ones written last: no checksum of a row can tell
 * that. Changes are collected during a transaction and written once, so that the cost does not depend on their number.
 */
export class Tallies {
  readonly #get: StatementSync
  readonly #add: StatementSync
  readonly #put: StatementSync
  readonly #removeInstance: StatementSync
  readonly #named: StatementSync
  #isChanged = false
  readonly #changes = new Map<string, Change>()
  /** The latest of them: the next row is nearly always of the same instance and part. */
  #latest: Change | undefined

  constructor(database: DatabaseSync) {
    this.#get = database.prepare('SELECT rows, sum FROM tallies WHERE instance = ? AND part = ?')
    this.#add = database.prepare(
      `INSERT INTO tallies (instance, part, rows, sum) VALUES (?, ?, ?, ? & ${sumMask})
       ON CONFLICT (instance, part) DO UPDATE SET rows = rows + excluded.rows, sum = (sum + excluded.sum) & ${sumMask}`,
    )
    this.#put = database.prepare(
      `INSERT INTO tallies (instance, part, rows, sum) VALUES (?, ?, ?, ?)
       ON CONFLICT (instance, part) DO UPDATE SET rows = excluded.rows, sum = excluded.sum`,
    )
    this.#removeInstance = database.prepare("DELETE FROM tallies WHERE instance = ? AND part <> 'lock'")
    this.#named = database.prepare(
      `SELECT instance FROM tallies
       WHERE part = 'records' AND rows > 0 AND instance NOT IN (SELECT name FROM instances) ORDER BY instance`,
    )
  }

  /** @param former the checksum that the row had before; `undefined`: it is new */
  changed(instance: string, part: TallyPart, former: number | undefined, checksum: number): void {
    this.#note(instance, part, former === undefined ? 1 : 0, checksum - (former ?? 0))
  }

  removed(instance: string, part: TallyPart, checksum: number): void {
    this.#note(instance, part, -1, -checksum)
  }

  removedInstance(instance: string): void {
    this.#isChanged = true
    for (const part of ['records', 'runs'] as const) this.#forget(instance, part)
    this.#removeInstance.run(instance)
  }

  put(instance: string, part: TallyPart, { rows, sum }: Tally): void {
    this.#isChanged = true
    this.#forget(instance, part)
    this.#put.run(instance, part, rows, sum)
  }

  of(instance: string, part: TallyPart): Tally | undefined {
    const row = this.#get.get(instance, part)
    return row === undefined ? undefined : { rows: Number(row['rows']), sum: Number(row['sum']) }
  }

  /** Instances that should have records but lack their own. */
  withoutInstance(): readonly string[] {
    return this.#named.all().map((row) => String(row['instance']))
  }

  /** Whether the transaction has changed anything. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  flush(): void {
    for (const { instance, part, rows, sum } of this.#changes.values()) this.#add.run(instance, part, rows, sum)
    this.#changes.clear()
    this.#latest = undefined
  }

  /** Called when a transaction begins. */
  begin(): void {
    this.#isChanged = false
    this.#changes.clear()
    this.#latest = undefined
  }

  #note(instance: string, part: TallyPart, rows: number, sum: number): void {
    this.#isChanged = true
    const change = this.#changeOf(instance, part)
    change.rows += rows
    change.sum += sum
  }

  #changeOf(instance: string, part: TallyPart): Change {
    const latest = this.#latest
    if (latest?.instance === instance && latest.part === part) return latest
    const key = keyOf(instance, part)
    const change = this.#changes.get(key) ?? { instance, part, rows: 0, sum: 0 }
    this.#changes.set(key, change)
    this.#latest = change
    return change
  }

  #forget(instance: string, part: TallyPart): void {
    this.#changes.delete(keyOf(instance, part))
    this.#latest = undefined
  }
}

interface Change {
  readonly instance: string
  readonly part: TallyPart
  rows: number
  sum: number
}

function keyOf(instance: string, part: string): string {
  return `${part}\0${instance}`
}
