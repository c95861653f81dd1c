import type { DatabaseSync } from 'node:sqlite'
import { damagedContent, inOrder, type ContentRow, type StateContent } from '../../content.ts'
import { freeLock, systemClock } from '../../lock.ts'
import type { RecordKinds } from '../../records.ts'
import { migrate, migrations } from '../schema/schema.ts'
import { Rows, type RecordTable } from '../rows/rows.ts'
import { allRows } from '../rows/sealed-rows.ts'
import { safeFence } from '../store.ts'

const tableOf: Readonly<Record<Exclude<keyof RecordKinds, 'instance'>, RecordTable>> = {
  resource: 'resources',
  intent: 'intents',
  run: 'runs',
  task: 'tasks',
  link: 'links',
  child: 'children',
}

/** The whole content of a database of the present version. */
export function contentIn(database: DatabaseSync): StateContent {
  const rows = new Rows(database)
  const { state: id, marks, team } = rows.seals.get()
  const found: ContentRow[] = []
  const damaged: ContentRow[] = []
  for (const { kind, instance, row } of allRows(rows)) {
    const content = { kind, instance, id: row.id, body: row.body }
    found.push(content)
    if (!row.intact) damaged.push(content)
  }
  if (damaged.length > 0) throw damagedContent(damaged)
  const fences = rows.locks.instances().map((instance): [string, number] => {
    const stored = rows.locks.get(instance)
    return [instance, 'damage' in stored ? safeFence(stored.fence, systemClock) : (stored.lock?.fence ?? 0)]
  })
  const restored = String(database.prepare('SELECT restored FROM state').get()?.['restored'] ?? '')
  return { id, marks, fences: new Map(fences), rows: inOrder(found), restored, ...(team && { team }) }
}

/** Fills a database in memory with this content. Its locks are free and higher than all earlier fences. */
export function fillDatabase(database: DatabaseSync, content: StateContent): void {
  migrate(database, migrations)
  const rows = new Rows(database)
  database.exec('BEGIN')
  rows.begin()
  database.prepare('UPDATE state SET id = ?, restored = ?').run(content.id, content.restored)
  rows.seals.forget()
  for (const [key, mark] of content.marks) rows.seals.mark(key, mark)
  if (content.team !== undefined) rows.seals.setTeam(content.team)
  for (const { kind, instance, id, body } of content.rows) {
    if (kind === 'instance') rows.putInstance(instance, body)
    else rows.put(tableOf[kind], instance, id, body)
  }
  for (const [instance, fence] of content.fences) rows.locks.put(instance, freeLock(safeFence(fence, systemClock)))
  rows.end()
  database.exec('COMMIT')
}
