import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { keysIn, sealedMark } from '../../seal/keys-in.ts'
import type { Sealing } from '../../seal/state-seal.ts'
import type { SealedTeam } from '../../seal/team/team.ts'

/** The tables whose records may contain sealed texts. */
const tables = ['instances', 'resources', 'intents', 'runs', 'tasks', 'links', 'children'] as const

/** The database's facts about its sealed texts. */
export class SealRows {
  readonly #database: DatabaseSync
  readonly #state: StatementSync
  readonly #marks: StatementSync
  readonly #mark: StatementSync
  /** Cached facts, valid while no other connection writes. */
  #known: Sealing | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#state = database.prepare('SELECT id FROM state')
    this.#marks = database.prepare('SELECT key, mark FROM marks')
    this.#mark = database.prepare(
      'INSERT INTO marks VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET mark = excluded.mark',
    )
  }

  get(): Sealing {
    return (this.#known ??= this.#read())
  }

  #read(): Sealing {
    const team = this.#team()
    return {
      state: String(this.#state.get()?.['id'] ?? ''),
      marks: new Map(this.#marks.all().map((row) => [String(row['key']), String(row['mark'])])),
      ...(team && { team }),
    }
  }

  #team(): SealedTeam | undefined {
    const row = this.#database.prepare('SELECT key, list FROM team').get()
    const key = String(row?.['key'] ?? '')
    if (key === '') return undefined
    const recipients = this.#database
      .prepare('SELECT name, public, wrapped FROM recipients ORDER BY name LIMIT 1000')
      .all()
    return {
      key,
      list: String(row?.['list']),
      recipients: recipients.map((each) => ({
        name: String(each['name']),
        publicKey: String(each['public']),
        wrapped: String(each['wrapped']),
      })),
    }
  }

  restored(): string {
    return String(this.#database.prepare('SELECT restored FROM state').get()?.['restored'] ?? '')
  }

  /** Draws a new restore mark. */
  setRestored(): void {
    this.#database.exec('UPDATE state SET restored = lower(hex(randomblob(8)))')
  }

  /** Adopts the id of the state that this one replaces. */
  adopt(state: string): void {
    this.#database.prepare('UPDATE state SET id = ?').run(state)
    this.forget()
  }

  setTeam({ key, list, recipients }: SealedTeam): void {
    this.#database.exec('DELETE FROM recipients; DELETE FROM team')
    this.#database.prepare('INSERT INTO team VALUES (?, ?)').run(key, list)
    const put = this.#database.prepare('INSERT INTO recipients VALUES (?, ?, ?)')
    for (const { name, publicKey, wrapped } of recipients) put.run(name, publicKey, wrapped)
    this.forget()
  }

  /** Ids of the keys in use by any record. */
  keysInUse(): readonly string[] {
    const keys = new Set<string>()
    for (const table of tables)
      for (const row of this.#database
        .prepare(`SELECT body FROM ${table} WHERE instr(body, ?) > 0`)
        .iterate(sealedMark))
        for (const key of keysIn(String(row['body']))) keys.add(key)
    return [...keys].sort()
  }

  mark(key: string, mark: string): void {
    this.#mark.run(key, mark)
    this.forget()
  }

  removeMarks(): void {
    this.#database.exec('DELETE FROM marks')
    this.forget()
  }

  /** Draws a new id, so that no present sealed text opens any more. */
  renew(): void {
    this.#database.exec(drawState)
    this.forget()
  }

  /** The number of records with a text of the first form. */
  unbound(): number {
    const count = (table: string): number =>
      Number(this.#database.prepare(`SELECT count(*) AS n FROM ${table} WHERE instr(body, ?) > 0`).get(unbound)?.['n'])
    return tables.reduce((sum, table) => sum + count(table), 0)
  }

  forget(): void {
    this.#known = undefined
  }
}

/** The beginning of such a text as in `codec.ts`. In a user's own text the quotes would be escaped. */
const unbound = '{"$secret":"1:'

export function hasUnbound(body: string): boolean {
  return body.includes(unbound)
}

const drawState = 'UPDATE state SET id = lower(hex(randomblob(16)))'

/** Version 6 binds sealed texts to their places, for which a state has an id, and says under each key which texts are not bound yet. */
export function addSeals(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE state (id TEXT NOT NULL) STRICT;
    INSERT INTO state VALUES ('');
    ${drawState};
    CREATE TABLE marks (key TEXT NOT NULL PRIMARY KEY, mark TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `)
}

/** Version 7: recipients, another state that this one has moved to, and when it was last put back from a backup. */
export function addTeam(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE team (key TEXT NOT NULL, list TEXT NOT NULL) STRICT;
    CREATE TABLE recipients (name TEXT NOT NULL PRIMARY KEY, public TEXT NOT NULL, wrapped TEXT NOT NULL) STRICT, WITHOUT ROWID;
    ALTER TABLE state ADD COLUMN moved TEXT NOT NULL DEFAULT '';
    ALTER TABLE state ADD COLUMN restored TEXT NOT NULL DEFAULT '';
  `)
}
