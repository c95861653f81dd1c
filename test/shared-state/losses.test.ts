import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { type Failure, Secret, valueMap } from '@slipway/model'
import type { PostgresAddress } from '../../packages/stores/src/postgres/address.ts'
import { acceptIn, lossesIn } from '../../packages/stores/src/postgres/accept.ts'
import { machineFolderFor } from '../../packages/stores/src/postgres/open-state.ts'
import { postgresStore } from '../../packages/stores/src/postgres/store.ts'
import { checksumOf } from '../../packages/stores/src/losses/checksum.ts'
import type { StateChange } from '../../packages/stores/src/records.ts'
import {
  LosableSealer,
  sampleHolder,
  sampleInstance,
  sampleResource,
  takeLock,
} from '../../packages/stores/src/testing.ts'
import { migrations } from '../../packages/stores/src/postgres/migrations.ts'
import { freshAddress, Machine, postgresServer, sql } from './database.ts'

const { server, onServer } = await postgresServer()

const web: StateChange = { kind: 'resource', resource: sampleResource('web') }
const site: StateChange = { kind: 'instance', instance: sampleInstance('site') }

function lostAs(words: RegExp): (error: Failure) => boolean {
  return ({ code, details }) => code === 'state/lost-commits' && words.test(details.join())
}

async function sharedPlace(machine: Machine, address: PostgresAddress) {
  const places = { env: {}, home: machine.top }
  return { address, places, top: machine.top, machine: await machineFolderFor(machine.top, address, places) }
}

describe('a database that is not as it was left', () => {
  onServer(
    'and is behind is refused, on each machine, until it is accepted there',
    async ({ store, machine, address }) => {
      const other = new Machine()
      const { schema } = address
      const lease = await takeLock(store, 'site')
      await store.commit(lease, [site])
      await sql(server, `CREATE TABLE ${schema}.kept AS SELECT * FROM ${schema}.heads`)
      await store.commit(lease, [web])
      const elsewhere = await other.store(address)
      await elsewhere.load('site')
      await store.unlock(lease)
      await sql(server, `DELETE FROM ${schema}.records WHERE kind = 'resource'`)
      await sql(
        server,
        `UPDATE ${schema}.heads h SET commits = k.commits, latest = k.latest, rows = k.rows, sum = k.sum FROM ${schema}.kept k`,
      )
      const lost = { code: 'state/lost-commits', details: ['site: 1 of the 2 commits that were recorded is missing'] }
      await assert.rejects(store.load('site'), lost)
      await assert.rejects(takeLock(store, 'site', 'run-2'), lost)
      const place = await sharedPlace(machine, address)
      assert.deepEqual(await lossesIn(place), lost.details)
      await acceptIn(place, () => 'new')
      assert.deepEqual(await lossesIn(place), [])
      const again = await machine.store(address)
      assert.deepEqual((await again.load('site'))?.resources, [])
      const there = await other.store(address)
      await assert.rejects(there.load('site'), lostAs(/^site: somebody continued/))
      const theirs = await sharedPlace(other, address)
      await acceptIn(theirs, () => 'new')
      await (await other.store(address)).load('site')
      // One user accepts the loss, and nobody has to accept it again.
      await (await machine.store(address)).load('site')
      other.remove()
    },
  )

  onServer('and is another one, or empty, is refused until it is accepted', async ({ store, machine, address }) => {
    await store.commit(await takeLock(store, 'site'), [site])
    await sql(server, `DROP SCHEMA ${address.schema} CASCADE`)
    const gone = lostAs(/^the state is gone/)
    await assert.rejects(machine.store(address), gone)
    await assert.rejects(machine.store(address, { access: 'read' }), gone)
    const other = new Machine()
    await (await other.store(address)).close()
    await assert.rejects(machine.store(address), lostAs(/^it is the state [0-9a-f]+; this/))
    await acceptIn(await sharedPlace(machine, address), () => 'new')
    assert.deepEqual(await (await machine.store(address)).instances(), [])
    other.remove()
  })

  onServer('in rows is named by what was written, and by how many', async ({ store, machine, address }) => {
    const { schema } = address
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site, web, { kind: 'resource', resource: sampleResource('db') }])
    await sql(server, `UPDATE ${schema}.records SET body = replace(body, '/srv/web', '/srv/etc') WHERE id = 'id-web'`)
    await assert.rejects(store.load('site'), {
      code: 'state/damaged-record',
      details: ['resource id-web: its checksum does not match'],
    })
    await store.commit(lease, [{ kind: 'forget', resourceId: 'id-web', isDamaged: true }])
    assert.equal((await store.load('site'))?.resources.length, 1)
    await sql(server, `DELETE FROM ${schema}.records WHERE id = 'id-db'`)
    await assert.rejects(store.load('site'), { details: ['1 of its 2 records is gone'] })
    await store.unlock(lease)
    await acceptIn(await sharedPlace(machine, address), () => 'new')
    assert.deepEqual((await store.load('site'))?.resources, [])
    await sql(server, `DELETE FROM ${schema}.records WHERE kind = 'instance'`)
    assert.deepEqual(await store.instances(), [{ name: 'site', damage: 'it is gone' }])
    assert.deepEqual(await acceptIn(await sharedPlace(machine, address), () => 'new'), ['site'])
    assert.equal((await store.load('site'))?.instance.status, 'interrupted')
  })

  onServer('in its locks is no holder', async ({ store, address: { schema } }) => {
    await takeLock(store, 'site')
    await sql(server, `UPDATE ${schema}.heads SET holder = '{"pid": "1; rm -rf /"}'`)
    await assert.rejects(store.holder('site'), { code: 'state/damaged-lock' })
    await assert.rejects(takeLock(store, 'site', 'run-2'), { code: 'state/damaged-lock' })
    assert.equal(await store.breakLock('site'), undefined)
    const named = JSON.stringify(sampleHolder('run-1', { user: '\u001b]0;owned\u0007' }))
    await sql(server, `UPDATE ${schema}.heads SET holder = '${named}'`)
    assert.equal((await store.holder('site'))?.user, ' ]0;owned ')
  })

  onServer('in its secrets opens none of the old form', async ({ store, address: { schema } }) => {
    const spec = valueMap([['token', new Secret('t')]])
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site, { kind: 'resource', resource: sampleResource('web', { spec }) }])
    const [row] = await sql(server, `SELECT body FROM ${schema}.records WHERE id = 'id-web'`)
    const body = String(row?.['body']).replace(/"\$secret":"2:/, '"$secret":"1:')
    const checksum = checksumOf('resource', 'site', 'id-web', body)
    await sql(server, `UPDATE ${schema}.records SET body = '${body}', checksum = ${checksum} WHERE id = 'id-web'`)
    await sql(server, `DELETE FROM ${schema}.marks`)
    await assert.rejects(store.load('site'), (error: Failure) =>
      /of the form of Slipway 0\.1\.0/.test(error.details.join()),
    )
  })
})

describe('what is no state of ours', () => {
  onServer('is refused, and nothing in it changes', async ({ store, machine, address }) => {
    const { schema } = address
    await store.commit(await takeLock(store, 'site'), [site])
    await sql(server, `UPDATE ${schema}.slipway_schema SET version = 3, oldest = 3`)
    const newer = { code: 'state/newer-version', message: /it has state version 3, but this one knows only 2/ }
    await assert.rejects(machine.store(address), newer)
    // A later version may have other tables.
    await sql(server, `ALTER TABLE ${schema}.state RENAME TO states`)
    await assert.rejects(machine.store(address, { access: 'read' }), newer)
    const [count] = await sql(server, `SELECT count(*) AS n FROM ${schema}.records`)
    assert.equal(Number(count?.['n']), 1)
    const foreign = freshAddress(server)
    await sql(server, `CREATE SCHEMA ${foreign.schema} CREATE TABLE invoices (id int)`)
    await assert.rejects(machine.store(foreign), { code: 'state/foreign-tables' })
    const tables = await sql(server, `SELECT FROM information_schema.tables WHERE table_schema = '${foreign.schema}'`)
    assert.equal(tables.length, 1)
    await sql(server, "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    await assert.rejects(machine.store({ ...foreign, database: 'latin' }), { code: 'state/unsuitable-database' })
    await assert.rejects(machine.store({ ...foreign, database: 'nowhere' }), { code: 'state/no-database' })
  })

  onServer('is not made by who only looks', async ({ machine }) => {
    const address = freshAddress(server)
    const looking = await machine.store(address, { access: 'read' })
    assert.deepEqual(
      [await looking.instances(), await looking.load('site'), await looking.holder('site')],
      [[], undefined, undefined],
    )
    await looking.close()
    assert.deepEqual(await sql(server, `SELECT FROM pg_namespace WHERE nspname = '${address.schema}'`), [])
  })

  onServer('but made by several at once, is one', async ({ machine }) => {
    const address = freshAddress(server)
    const others = Array.from({ length: 4 }, () => machine.store(address))
    const seals = await Promise.all(others.map(async (store) => (await (await store).seals()).state))
    assert.equal(new Set(seals).size, 1)
    for (const store of others) await (await store).close()
  })
})

describe('a schema of another version', () => {
  const ours = migrations.length + 1
  const expand = { sql: (schema: string) => `ALTER TABLE ${schema}.heads ADD COLUMN note text;`, oldest: ours }
  const contract = { sql: (schema: string) => `ALTER TABLE ${schema}.heads DROP COLUMN note;`, oldest: ours + 1 }

  onServer('is brought to ours, with copies of its tables, and the release before works on', async (place) => {
    const { store, machine, address } = place
    const { schema } = address
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site])
    const newer = await Promise.all(
      [1, 2, 3].map(() => machine.store(address, { migrations: [...migrations, expand] })),
    )
    assert.equal((await newer[0]?.load('site'))?.instance.name, 'site')
    // An engine of the previous version works all the while, and others of that version start.
    await store.commit(lease, [web])
    const before = await machine.store(address)
    assert.equal((await before.load('site'))?.resources.length, 1)
    const [copied] = await sql(server, `SELECT count(*) AS n FROM ${schema}.v${ours}_records`)
    assert.equal(Number(copied?.['n']), 1)
    const newest = await machine.store(address, { migrations: [...migrations, expand, contract], access: 'read' })
    assert.equal((await newest.load('site'))?.resources.length, 1)
    await assert.rejects(machine.store(address), {
      code: 'state/newer-version',
      message: new RegExp(`state version ${ours + 2}, but this one knows only ${ours}`),
    })
    for (const each of [...newer, before, newest]) await each.close()
  })

  onServer('stays as it is when a step fails', async ({ machine, address }) => {
    const broken = { sql: (schema: string) => `ALTER TABLE ${schema}.nothing ADD COLUMN note text;`, oldest: ours }
    await assert.rejects(machine.store(address, { migrations: [...migrations, expand, broken] }))
    const store = await machine.store(address)
    assert.deepEqual(await store.instances(), [])
    const [version] = await sql(server, `SELECT version FROM ${address.schema}.slipway_schema`)
    assert.equal(version?.['version'], ours)
    await store.close()
  })

  onServer('is made anew in ours', async ({ machine }) => {
    const address = freshAddress(server)
    const store = await machine.store(address, { migrations: [...migrations, expand] })
    await store.close()
    const [version] = await sql(server, `SELECT version, oldest FROM ${address.schema}.slipway_schema`)
    assert.deepEqual(version, { version: ours + 1, oldest: ours })
  })
})

onServer('a state that several machines make at once is one, and each finds again what it has kept of it', async () => {
  const address = freshAddress(server)
  const machines = [1, 2, 3, 4, 5].map(() => new Machine())
  try {
    // Each machine has drawn an id before any of them makes the state.
    const places = await Promise.all(machines.map((machine) => sharedPlace(machine, address)))
    assert.equal(new Set(places.map(({ machine }) => machine.id)).size, 5)
    const stores = places.map((place) => postgresStore({ ...place, sealer: new LosableSealer() }))
    await Promise.all(stores.map((store) => store.open()))
    const ids = await Promise.all(stores.map(async (store) => (await store.seals()).state))
    assert.equal(new Set(ids).size, 1)
    for (const [index, store] of stores.entries()) {
      const lease = await takeLock(store, `site-${index}`)
      await store.commit(lease, [{ kind: 'instance', instance: sampleInstance(`site-${index}`) }])
      await store.unlock(lease)
      await store.close()
    }
    for (const [index, machine] of machines.entries()) {
      const again = await sharedPlace(machine, address)
      assert.equal(again.machine.id, ids[0])
      assert.equal(again.machine.seen(`site-${index}`)?.count, 1)
      const store = await machine.store(address)
      assert.equal((await store.instances()).length, 5)
      await store.close()
    }
  } finally {
    for (const machine of machines) machine.remove()
  }
})
