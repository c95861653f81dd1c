import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { lostAmong } from '../../losses/lost-rows.ts'
import { Rows, stateTables, type RecordTable } from './rows.ts'
import { migrate, migrations } from '../schema/schema.ts'

const instances = fc.constantFrom('site', 'shop')
const ids = fc.constantFrom('a', 'b', 'c')
const tables = fc.constantFrom<RecordTable>(...stateTables, 'runs')

type Step = (rows: Rows) => void

/** The parts of commits. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.tuple(tables, instances, ids, fc.string()).map(
      ([table, instance, id, body]): Step =>
        (rows) =>
          rows.put(table, instance, id, body),
    ),
    weight: 6,
  },
  {
    arbitrary: fc.tuple(tables, instances, ids).map(
      ([table, instance, id]): Step =>
        (rows) =>
          rows.remove(table, instance, id),
    ),
    weight: 4,
  },
  {
    arbitrary: fc.tuple(instances, fc.string()).map(
      ([name, body]): Step =>
        (rows) =>
          rows.putInstance(name, body),
    ),
    weight: 2,
  },
  {
    arbitrary: instances.map(
      (name): Step =>
        (rows) =>
          rows.removeInstance(name),
    ),
    weight: 1,
  },
  {
    arbitrary: fc.tuple(instances, fc.nat()).map(
      ([name, fence]): Step =>
        (rows) =>
          rows.locks.put(name, { fence, endsAt: 1, endsAtMonotonic: 2 }),
    ),
    weight: 1,
  },
)
const transaction = fc.record({
  writer: fc.constantFrom(0, 0, 0, 1),
  steps: fc.array(step, { maxLength: 6 }),
  isCommitted: fc.boolean(),
  /** The connections that have read before. */
  lookers: fc.subarray([0, 1]),
})

test('two connections write, remove and roll back at random: the expected rows are there', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-rows-'))
  t.after(() => rmSync(folder, { recursive: true }))
  let files = 0
  fc.assert(
    fc.property(fc.array(transaction, { maxLength: 12 }), (transactions) => {
      const file = join(folder, `${++files}.db`)
      const databases = [fresh(file), new DatabaseSync(file)]
      const writers = databases.map((database) => ({ database, rows: new Rows(database) }))
      let expected = 0
      for (const { writer, steps, isCommitted, lookers } of transactions) {
        for (const looker of lookers) look(writers[looker] as (typeof writers)[number])
        const { database, rows } = writers[writer] as (typeof writers)[number]
        database.exec('BEGIN IMMEDIATE')
        rows.begin()
        for (const name of ['site', 'shop']) assert.deepEqual(rows.locks.known(name), rows.locks.get(name))
        for (const apply of steps) apply(rows)
        const count = rows.end()
        if (isCommitted && count !== undefined) assert.equal(count.count, ++expected)
        database.exec(isCommitted ? 'COMMIT' : 'ROLLBACK')
        if (isCommitted) rows.committed()
      }
      for (const { rows } of writers) for (const name of ['site', 'shop']) assertWhole(rows, name)
      for (const database of databases) database.close()
    }),
  )
})

test('any missing, changed or added row is noticed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('DELETE FROM', 'UPDATE', 'INSERT'),
      fc.constantFrom(...stateTables),
      fc.constantFrom('a', 'b'),
      (what, table, id) => {
        const database = fresh()
        const rows = new Rows(database)
        rows.begin()
        rows.putInstance('site', '{}')
        for (const each of stateTables) for (const one of ['a', 'b']) rows.put(each, 'site', one, `${one} of ${each}`)
        rows.end()
        assertWhole(rows, 'site')
        const [old, older] = [`${id} of ${table}`, 'an older one']
        // An older row has the right checksum for its content.
        const stale = new Rows(fresh())
        stale.begin()
        stale.put(table, 'site', what === 'INSERT' ? 'c' : id, older)
        const [row] = stale.all(table, 'site')
        const checksum = row?.checksum ?? 0
        if (what === 'DELETE FROM') database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id)
        else if (what === 'INSERT')
          database.prepare(`INSERT INTO ${table} VALUES ('site', 'c', ?, ?)`).run(older, checksum)
        else database.prepare(`UPDATE ${table} SET body = ?, checksum = ? WHERE body = ?`).run(older, checksum, old)
        assert.match(lostIn(rows, 'site') ?? '', /gone|not written by|older than the last written/)
        database.close()
      },
    ),
  )
})

function fresh(file = ':memory:'): DatabaseSync {
  const database = new DatabaseSync(file)
  // These tests do not cover power cuts.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  migrate(database, migrations)
  return database
}

function look({ database, rows }: { readonly database: DatabaseSync; readonly rows: Rows }): void {
  database.exec('BEGIN')
  rows.beginReading()
  for (const table of stateTables) rows.all(table, 'site')
  database.exec('ROLLBACK')
}

function assertWhole(rows: Rows, name: string): void {
  assert.equal(lostIn(rows, name), undefined)
  assert.deepEqual(rows.tally(name, 'runs') ?? { rows: 0, sum: 0 }, rows.runTallyOf(name))
  assert.ok('lock' in rows.locks.get(name))
}

function lostIn(rows: Rows, name: string): string | undefined {
  const own = rows.instance(name)
  const others = stateTables.flatMap((table) => rows.all(table, name))
  return lostAmong(own === undefined ? others : [own, ...others], rows.tally(name, 'records'))
}
