import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failure } from '@slipway/model'
import { Relay } from '../../packages/infra/src/testing/relay.ts'
import type { PostgresStoreOptions } from '../../packages/stores/src/postgres/store.ts'
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
import { Machine, type Place, postgresServer, sql } from './database.ts'

const { server, onServer } = await postgresServer()

const web: StateChange = { kind: 'resource', resource: sampleResource('web') }
const site: StateChange = { kind: 'instance', instance: sampleInstance('site') }

/** Enough for a test on a busy machine that lets a connection fail for a moment. */
const times = { againMs: 60_000, commitMs: 60_000 }

/** A store that reaches the server only through a relay. */
async function relayed(
  { machine, address }: Place,
  options: Partial<PostgresStoreOptions> = {},
): Promise<{ relay: Relay; store: StateStore; close: () => Promise<void> }> {
  const relay = await Relay.to(server.port)
  const store = await machine.store({ ...address, port: relay.port }, { times, ...options })
  const close = async (): Promise<void> => {
    await store.close()
    await relay.close()
  }
  return { relay, store, close }
}

/** Asks repeatedly until the condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const ends = performance.now() + 60_000; performance.now() < ends; await sleep(5)) if (await isSo()) return
  throw new Error('it never came to be so')
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
    // The statement is longer than this, so its end never arrives.
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
  onServer('keeps what it has answered, also where it is set to answer early', async ({ machine, address }) => {
    await sql(server, 'ALTER SYSTEM SET synchronous_commit = off')
    await sql(server, "ALTER SYSTEM SET wal_writer_delay = '10s'")
    await sql(server, 'SELECT pg_reload_conf()')
    const store = await machine.store(address, { times })
    const answer = await store.lock('site', sampleHolder('run-1'), { leaseMs: 600_000, isGone: () => false })
    assert.ok(answer.acquired)
    const { lease } = answer
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
    await store.close()
    await sql(server, 'ALTER SYSTEM RESET ALL')
    await sql(server, 'SELECT pg_reload_conf()')
  })
})

describe('a refusal by a server', () => {
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
