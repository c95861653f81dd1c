import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Failure, Secret, valueMap } from '@slipway/model'
import { Relay } from '../../packages/infra/src/testing/relay.ts'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'
import type { PostgresAddress } from '../../packages/stores/src/postgres/address.ts'
import { acceptIn, lossesIn } from '../../packages/stores/src/postgres/accept.ts'
import { machineFolderFor } from '../../packages/stores/src/postgres/open-state.ts'
import type { PostgresStoreOptions } from '../../packages/stores/src/postgres/store.ts'
import { checksumOf } from '../../packages/stores/src/checksum.ts'
import type { StateStore } from '../../packages/stores/src/port.ts'
import type { StateChange } from '../../packages/stores/src/records.ts'
import {
  sampleHolder,
  sampleInstance,
  sampleIntent,
  sampleResource,
  sampleRun,
  takeLock,
} from '../../packages/stores/src/testing.ts'
import { freshAddress, Machine, sql } from './database.ts'

const skip = missing('postgres')
const server =
  skip === false
    ? await startServer('postgres')
    : { port: 0, kill: async () => {}, start: async () => {}, remove: async () => {} }
after(() => server.remove())

const web: StateChange = { kind: 'resource', resource: sampleResource('web') }
const site: StateChange = { kind: 'instance', instance: sampleInstance('site') }

interface Place {
  readonly machine: Machine
  readonly address: PostgresAddress
  readonly store: StateStore
}

/** A fresh state that a machine has opened; all of it goes afterwards. */
function onServer(name: string, body: (place: Place) => Promise<void>): void {
  test(name, { skip }, async () => {
    const machine = new Machine()
    const address = freshAddress(server)
    const store = await machine.store(address)
    try {
      await body({ machine, address, store })
    } finally {
      await store.close().catch(() => undefined)
      machine.remove()
    }
  })
}

/** A store that reaches the server only through a relay. */
async function relayed(
  { machine, address }: Place,
  options: Partial<PostgresStoreOptions> = {},
): Promise<{ relay: Relay; store: StateStore; close: () => Promise<void> }> {
  const relay = await Relay.to(server.port)
  const store = await machine.store({ ...address, port: relay.port }, options)
  const close = async (): Promise<void> => {
    await store.close()
    await relay.close()
  }
  return { relay, store, close }
}

/** Asks again until it is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) if (await isSo()) return
  throw new Error('it never came to be so')
}

function lostAs(words: RegExp): (error: Failure) => boolean {
  return ({ code, details }) => code === 'state/lost-commits' && words.test(details.join())
}

async function sharedPlace(machine: Machine, address: PostgresAddress) {
  const places = { env: {}, home: machine.top }
  return { address, places, top: machine.top, machine: await machineFolderFor(machine.top, address, places) }
}

describe('a commit whose answer is lost', () => {
  onServer('is asked about, and takes effect once', async (place) => {
    const { relay, store, close } = await relayed(place)
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site])
    relay.loseAnswersTo('SET commits')
    const committing = store.commit(lease, [web, { kind: 'run', run: sampleRun('r') }])
    await until(async () => (await place.store.load('site'))?.resources.length === 1)
    relay.clearUp()
    await committing
    await store.commit(lease, [{ kind: 'forget', resourceId: 'id-web' }])
    assert.deepEqual((await place.store.load('site'))?.resources, [])
    const [head] = await sql(server, `SELECT commits FROM ${place.address.schema}.heads`)
    assert.equal(Number(head?.['commits']), 3)
    await close()
  })

  onServer('is sent again when it surely was not applied', async (place) => {
    const { relay, store, close } = await relayed(place)
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site])
    // The statement is longer than that: its end never arrives.
    const cut = relay.cutAfter(300)
    const committing = store.commit(lease, [web])
    await cut
    relay.clearUp()
    await committing
    assert.equal((await place.store.load('site'))?.resources.length, 1)
    await close()
  })

  onServer('is named when nobody can be asked', async (place) => {
    const { relay, store, close } = await relayed(place, { times: { commitMs: 300, againMs: 100 } })
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site])
    relay.loseAnswersTo('SET commits')
    const committing = store.commit(lease, [web])
    await until(async () => (await place.store.load('site'))?.resources.length === 1)
    relay.cut()
    await assert.rejects(committing, { code: 'state/commit-unknown' })
    await assert.rejects(store.load('site'), { code: 'state/unreachable' })
    await close()
  })

  onServer('does not hide that somebody else has the lock by now', async (place) => {
    const { relay, store, close } = await relayed(place)
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site])
    relay.loseAnswersTo('SET commits')
    const committing = store.commit(lease, [web])
    await until(async () => (await place.store.load('site'))?.resources.length === 1)
    await place.store.breakLock('site')
    const next = await takeLock(place.store, 'site', 'run-2')
    await place.store.commit(next, [{ kind: 'forget', resourceId: 'id-web' }])
    relay.clearUp()
    await assert.rejects(committing, { code: 'state/fenced' })
    await close()
  })
})

describe('a server that is restarted', () => {
  onServer('keeps what it has answered, also where it is set to answer early', async ({ store, machine, address }) => {
    await sql(server, 'ALTER SYSTEM SET synchronous_commit = off')
    await sql(server, "ALTER SYSTEM SET wal_writer_delay = '10s'")
    await sql(server, 'SELECT pg_reload_conf()')
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site])
    await store.commit(lease, [web])
    await server.kill()
    const committing = store.commit(lease, [{ kind: 'resource', resource: sampleResource('db') }])
    await server.start()
    await committing
    const other = await machine.store(address, { access: 'read' })
    assert.deepEqual(
      (await other.load('site'))?.resources.map(({ name }) => name),
      ['db', 'web'],
    )
    await other.close()
    await sql(server, 'ALTER SYSTEM RESET ALL')
    await sql(server, 'SELECT pg_reload_conf()')
  })
})

describe('what a server refuses', () => {
  const refusals = [
    ['53100', 'state/disk-full'],
    ['25006', 'state/unwritable'],
    ['42501', 'state/unwritable'],
    ['57014', 'state/busy'],
    ['XX001', 'state/corrupt'],
    ['0A000', 'state/refused'],
  ] as const
  onServer('is named, and the next commit goes well', async ({ store, address: { schema } }) => {
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [site])
    for (const [sqlState, code] of refusals) {
      await sql(
        server,
        `CREATE OR REPLACE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN RAISE EXCEPTION 'no: %', E'\\x1b[31mred' USING ERRCODE = '${sqlState}'; END $$;
         CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON ${schema}.records FOR EACH ROW EXECUTE FUNCTION ${schema}.refuse()`,
      )
      await assert.rejects(store.commit(lease, [web]), (error: Failure) => {
        assert.equal(error.code, code)
        assert.doesNotMatch(error.details.join(), /\p{Cc}/u)
        return true
      })
      await sql(server, `DROP TRIGGER refuse ON ${schema}.records`)
    }
    await store.commit(lease, [web])
    assert.equal((await store.load('site'))?.resources.length, 1)
  })

  onServer('of one commit, because of what it holds, does not fail the others of its group', async ({ store }) => {
    const lease = await takeLock(store, 'site')
    const bad: StateChange = { kind: 'resource', resource: sampleResource('bad', { id: 'a\u0000b' }) }
    const results = await Promise.allSettled([[site], [bad], [web]].map((changes) => store.commit(lease, changes)))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.equal((await store.load('site'))?.resources.length, 1)
  })
})

describe('a lease', () => {
  onServer('of which two seconds are left begins no call, and records what has ended', async ({ store }) => {
    const holder = sampleHolder('run-1')
    const answer = await store.lock('site', holder, { leaseMs: 1_900, isGone: () => false })
    assert.ok(answer.acquired)
    await store.commit(answer.lease, [site, web])
    const begin: StateChange = { kind: 'begin', intent: sampleIntent('i') }
    await assert.rejects(store.commit(answer.lease, [begin]), { code: 'state/fenced', message: /not renewed in time/ })
    await store.renew(answer.lease, 30_000)
    await store.commit(answer.lease, [begin])
    assert.equal((await store.load('site'))?.intents.length, 1)
  })

  onServer('whose answer was lost is ours', async (place) => {
    const { relay, store, close } = await relayed(place)
    await store.load('site')
    relay.loseAnswersTo('INSERT INTO')
    const taking = takeLock(store, 'site')
    await until(async () => (await place.store.holder('site')) !== undefined)
    relay.clearUp()
    await store.commit(await taking, [site])
    await close()
  })

  onServer('of another machine with our boot and our pids is not taken for ours', async ({ store, address }) => {
    const copy = new Machine()
    const there = await copy.store(address)
    await takeLock(store, 'site')
    const asked: string[] = []
    const isGone = ({ bootId }: { readonly bootId: string }): boolean => {
      asked.push(bootId)
      return bootId === 'boot'
    }
    const refused = await there.lock('site', sampleHolder('run-2'), { leaseMs: 30_000, isGone })
    assert.deepEqual([refused.acquired, asked], [false, ['']])
    assert.equal((await store.lock('site', sampleHolder('run-3'), { leaseMs: 30_000, isGone })).acquired, true)
    await there.close()
    copy.remove()
  })

  onServer('of ten engines is had by one at any time', async ({ machine, address, store }) => {
    const first = await takeLock(store, 'site')
    await store.commit(first, [site])
    await store.unlock(first)
    const engines = await Promise.all(Array.from({ length: 10 }, () => machine.store(address)))
    const fences = await Promise.all(
      engines.map(async (engine, number) => {
        for (;;) {
          const holder = sampleHolder(`run-${number}`)
          const answer = await engine.lock('site', holder, { leaseMs: 30_000, isGone: () => false })
          if (!answer.acquired) continue
          const before = (await engine.load('site'))?.instance.version ?? 0
          const instance = sampleInstance('site', { version: before + 1 })
          await engine.commit(answer.lease, [{ kind: 'instance', instance }])
          await engine.unlock(answer.lease)
          return answer.lease.fence
        }
      }),
    )
    assert.equal(new Set(fences).size, 10)
    assert.equal((await store.load('site'))?.instance.version, 11)
    for (const engine of engines) await engine.close()
  })
})

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
      await assert.rejects(there.load('site'), lostAs(/^site: somebody has gone on/))
      const theirs = await sharedPlace(other, address)
      await acceptIn(theirs, () => 'new')
      await (await other.store(address)).load('site')
      // One accepts for himself; nobody has to accept that again.
      await (await machine.store(address)).load('site')
      other.remove()
    },
  )

  onServer('and is another one, or empty, is refused until it is accepted', async ({ store, machine, address }) => {
    await store.commit(await takeLock(store, 'site'), [site])
    await sql(server, `DROP SCHEMA ${address.schema} CASCADE`)
    const gone = lostAs(/^no state is there any more/)
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
    await sql(server, `UPDATE ${schema}.slipway_schema SET version = 2`)
    const newer = { code: 'state/newer-version', message: /it has state version 2, this one knows 1/ }
    await assert.rejects(machine.store(address), newer)
    // A version after that may have other tables.
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
