import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { Secret, valueMap } from '@slipway/model'
import { sealTeam, freshDataKey } from '@slipway/stores/sealer'
import { sqliteStore } from '@slipway/stores/sqlite'
import { sealerOf } from '../../settings/sealer.ts'
import type { Slipway } from '../../slipway.ts'
import { ownKey } from './own-key.ts'
import { addKey, listKeys } from './recipients.ts'
import { removeKey, rotateKey } from './rotate.ts'

function person(top: string, name: string): Slipway {
  const cwd = join(top, 'project')
  return { cwd, env: { HOME: join(top, name), SLIPWAY_STATE: join(cwd, '.slipway') } }
}

async function project(context: TestContext) {
  const top = mkdtempSync(join(tmpdir(), 'slipway-keys-'))
  context.after(() => rmSync(top, { recursive: true }))
  const [ada, bob] = [person(top, 'ada'), person(top, 'bob')]
  mkdirSync(ada.cwd)
  writeFileSync(join(ada.cwd, 'site.blueprint.yaml'), 'version: 2025-11-02\nresources: {}\n')
  const store = sqliteStore({ directory: join(ada.cwd, '.slipway'), sealer: sealerOf(ada.env) })
  await store.open()
  context.after(() => store.close())
  const answer = await store.lock(
    'site',
    { runId: 'r', pid: 1, processStart: 0, bootId: 'b', host: 'h', user: 'u', command: 'test', since: 1 },
    { leaseMs: 60_000, isGone: () => false },
  )
  assert.ok(answer.acquired)
  const exports = valueMap([['token', new Secret('hunter22')]])
  const instance = {
    id: 'i',
    name: 'site',
    version: 1,
    status: 'deployed',
    exports,
    createdAt: 1,
    updatedAt: 1,
  } as const
  await store.commit(answer.lease, [{ kind: 'instance', instance }])
  await store.unlock(answer.lease)
  return { ada, bob, store, key: ownKey(bob).publicKey, file: join(ada.cwd, '.slipway', 'state.db') }
}

/** These tests start from the state that a killed command leaves between the change of the key and the resealing. */
describe('what was cut short', () => {
  test('while the state got its first recipients is done by adding the same one again', async (context) => {
    const { ada, store, key } = await project(context)
    const recipients = [
      { name: 'ada', publicKey: ownKey(ada).publicKey },
      { name: 'bob', publicKey: key },
    ]
    const team = { key: freshDataKey(), former: [], recipients }
    await store.changeTeam(undefined, sealTeam(team, (await store.seals()).state))
    const added = await addKey(ada, 'bob', key)
    assert.deepEqual([added.outcome, added.sealedAnew], ['there-already', 1])
    assert.deepEqual((await listKeys(ada)).keysInUse, [team.key.id])
    assert.equal((await addKey(ada, 'bob', key)).sealedAnew, undefined)
  })

  test('while the key was changed is done by any recipient, without another key', async (context) => {
    const { ada, bob, store, key } = await project(context)
    await addKey(ada, 'bob', key)
    const { team: sealed, state } = await store.seals()
    const former = sealerOf(ada.env).openTeam?.(sealed, state)
    assert.ok(former)
    const next = { ...former, key: freshDataKey(), former: [former.key] }
    await store.changeTeam(sealed, sealTeam(next, state))
    const rotated = await rotateKey(bob)
    assert.equal(rotated.outcome, 'resumed')
    assert.deepEqual((await listKeys(ada)).keysInUse, [next.key.id])
    assert.equal((await rotateKey(ada)).outcome, 'rotated')
  })
})

test('a key has one name, or whoever is removed under one stays under the other', async (context) => {
  const { ada, key } = await project(context)
  await addKey(ada, 'bob', key)
  await assert.rejects(addKey(ada, 'robert', key), {
    code: 'state/recipient-exists',
    message: /already belongs to bob$/,
  })
})

test('whoever is put in with the database alone while the key is changed is refused by name', async (context) => {
  const { ada, bob, key, file } = await project(context)
  await addKey(ada, 'bob', key)
  const eve = ownKey({ ...ada, env: { ...ada.env, HOME: join(ada.cwd, 'eve') } }).publicKey
  const plant = (statement: string): void => {
    const database = new DatabaseSync(file)
    database.exec(statement)
    database.close()
  }
  const refused = async (who: string, meanwhile: string): Promise<void> => {
    const agree = () => (plant(meanwhile), Promise.resolve(true))
    await assert.rejects(rotateKey(ada, { agree }), {
      code: 'state/foreign-recipient',
      message: new RegExp(`^${who}: in the list of recipients`),
    })
    assert.equal((await removeKey(ada, who)).outcome, 'taken-out')
  }
  const { key: before } = await listKeys(ada)
  await refused('eve', `INSERT INTO recipients (name, public, wrapped) VALUES ('eve', '${eve}', '1:x:y')`)
  await refused('bob', `UPDATE recipients SET public = '${eve}' WHERE name = 'bob'`)
  assert.equal((await listKeys(ada)).key, before)
  // A trigger puts her in as soon as the new key is there.
  const insert = `INSERT OR REPLACE INTO recipients (name, public, wrapped) VALUES ('eve', '${eve}', '1:x:y')`
  const trigger = `CREATE TRIGGER plant AFTER INSERT ON recipients WHEN new.name = 'bob' BEGIN ${insert}; END`
  plant(trigger)
  await assert.rejects(rotateKey(ada), { code: 'state/foreign-recipient', message: /^eve: / })
  plant('DROP TRIGGER plant')
  assert.equal((await removeKey(ada, 'eve')).outcome, 'taken-out')
  assert.notEqual((await rotateKey(bob)).outcome, 'declined')
  const { recipients, key: after } = await listKeys(bob)
  assert.notEqual(after, before)
  assert.deepEqual(
    recipients?.map(({ isForeign }) => isForeign),
    [false, false],
  )
})

test('a text that nobody can open does not keep the key from being changed', async (context) => {
  const { ada, key, file } = await project(context)
  await addKey(ada, 'bob', key)
  const before = (await listKeys(ada)).key
  const database = new DatabaseSync(file)
  database.exec(`INSERT INTO resources VALUES ('gone', 'r', '{"$secret":"2:team-0123456789abcdef:AAAA"}', 0)`)
  database.close()
  const rotated = await rotateKey(ada)
  assert.equal(rotated.outcome, 'rotated')
  const { key: after, keysInUse } = await listKeys(ada)
  assert.notEqual(after, before)
  assert.ok(keysInUse.includes('team-0123456789abcdef'))
  const removed = await removeKey(ada, 'bob')
  assert.deepEqual([removed.outcome, removed.left], ['rotated', ['team-0123456789abcdef']])
})
