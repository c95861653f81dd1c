import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { checksumOf } from '../../losses/checksum.ts'
import { lockChecksum } from '../rows/lock-rows.ts'
import { sumMask } from '../../losses/tally.ts'
import { migrations } from './schema.ts'
import { countAndUpgrade } from './version-3.ts'

/** A state as the second version has left it. */
function secondVersion(t: TestContext): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  t.after(() => database.close())
  for (const migration of migrations.slice(0, migrations.indexOf(countAndUpgrade))) migration(database)
  return database
}

function put(
  database: DatabaseSync,
  table: string,
  instance: string,
  id: string,
  record: object,
  isIntact = true,
): number {
  const body = JSON.stringify(record)
  const checksum = checksumOf(table, instance, id, body) + (isIntact ? 0 : 1)
  database
    .prepare(`INSERT INTO ${table} (instance, id, body, checksum) VALUES (?, ?, ?, ?)`)
    .run(instance, id, body, checksum)
  return checksum
}

function putInstance(database: DatabaseSync, name: string): number {
  const body = JSON.stringify({ name })
  const checksum = checksumOf('instances', name, '', body)
  database.prepare('INSERT INTO instances (name, body, checksum) VALUES (?, ?, ?)').run(name, body, checksum)
  return checksum
}

const rowsOf = (database: DatabaseSync, table: string) =>
  database
    .prepare(`SELECT instance, id, body, checksum FROM ${table} ORDER BY instance, id`)
    .all()
    .map(({ instance: of, id, body, checksum }) => {
      const intact = checksum === checksumOf(table, String(of), String(id), String(body))
      return { at: `${String(of)} ${String(id)}`, record: JSON.parse(String(body)) as Record<string, unknown>, intact }
    })

const resource = (id: string, name: string, dependsOn: readonly string[] = []) => ({
  id,
  name,
  dependsOn,
  replaced: false,
  status: 'created',
})

test('records name their sources by id, each in its own instance, and damaged ones stay as they are', (t) => {
  const database = secondVersion(t)
  for (const name of ['shop', 'site']) {
    putInstance(database, name)
    put(database, 'resources', name, `${name}-a`, resource(`${name}-a`, 'a'))
    put(database, 'resources', name, `${name}-b`, resource(`${name}-b`, 'b', ['a']))
    put(database, 'intents', name, `${name}-i`, {
      id: 'i',
      action: 'create',
      resource: resource(`${name}-b`, 'b', ['a']),
    })
  }
  put(database, 'resources', 'site', 'site-c', resource('site-c', 'c', ['a']), false)
  countAndUpgrade(database)
  const reads = rowsOf(database, 'resources').map(({ at, record, intact }) => [at, record['reads'], intact])
  assert.deepEqual(reads, [
    ['shop shop-a', [], true],
    ['shop shop-b', ['shop-a'], true],
    ['site site-a', [], true],
    ['site site-b', ['site-a'], true],
    ['site site-c', undefined, false],
  ])
  const [intent] = rowsOf(database, 'intents')
  assert.deepEqual([intent?.intact, intent?.record['action']], [true, 'create'])
  const inside = intent?.record['resource'] as { readonly reads: unknown } | undefined
  assert.deepEqual(inside?.reads, ['shop-a'])
})

test('rows and their checksums are counted, and commits from none on', (t) => {
  const database = secondVersion(t)
  const sums = [putInstance(database, 'site'), put(database, 'tasks', 'site', 't', {})]
  const run = put(database, 'runs', 'site', 'r', {})
  countAndUpgrade(database)
  const tallies = database.prepare('SELECT part, rows, sum FROM tallies ORDER BY part').all()
  assert.deepEqual(
    tallies.map(({ part, rows }) => [part, rows]),
    [
      ['records', 2],
      ['runs', 1],
    ],
  )
  const sum = sums.reduce((whole, each) => whole + BigInt(each), 0n) & BigInt(sumMask)
  assert.equal(tallies[0]?.['sum'], Number(sum))
  assert.equal(tallies[1]?.['sum'], run)
  const [commits] = database.prepare('SELECT origin, count FROM commits').all()
  assert.match(String(commits?.['origin']), /^[0-9a-f]{16}$/)
  assert.equal(commits?.['count'], 0)
})

test('locks get a checksum, held or free; one whose holder cannot be read gets none', (t) => {
  const database = secondVersion(t)
  const holder = JSON.stringify({
    runId: 'r',
    pid: 1,
    processStart: 1,
    bootId: 'b',
    host: 'loom',
    user: 'ada',
    command: 'up',
    since: 1,
  })
  const add = database.prepare(
    'INSERT INTO locks (instance, fence, holder, ends_at, ends_at_monotonic) VALUES (?, 7, ?, 8, 9)',
  )
  for (const [name, of] of [
    ['free', null],
    ['held', holder],
    ['torn', '{'],
  ] as const)
    add.run(name, of)
  countAndUpgrade(database)
  const times = { fence: 7, endsAt: 8, endsAtMonotonic: 9 }
  const found = database.prepare('SELECT instance, checksum FROM locks ORDER BY instance').all()
  assert.deepEqual(
    found.map((row) => [row['instance'], row['checksum']]),
    [
      ['free', lockChecksum('free', times, undefined)],
      ['held', lockChecksum('held', times, holder)],
      ['torn', 0],
    ],
  )
})
