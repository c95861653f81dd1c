import { describe, test } from '../../../test/cases.ts'
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { failureOf, trial, type Trial } from '@slipway/sdk/testing'
import { provider } from './provider.ts'
import { missing, startServer, type Server } from './testing.ts'

const on = ({ url }: Server, type: string, user = 'test') =>
  trial(provider, `postgres/${type}`, { resourceId: type, config: { url: url.replace('test@', `${user}@`) } })

/** Simulates a change of the URL, of a DNS name, or of a forwarded port. */
describe('another PostgreSQL server than recorded', { skip: missing }, () => {
  let here: Server
  let there: Server
  before(async () => {
    ;[here, there] = await Promise.all([startServer(), startServer()])
  })
  after(() => Promise.all([here.remove(), there.remove()]))

  const columns = [{ name: 'a', type: 'int' }]
  const all = [
    ['role', { name: 'reader' }],
    ['database', { name: 'shop' }],
    ['table', { database: 'shop', name: 'orders', columns }],
    ['grant', { database: 'shop', role: 'reader', table: 'orders', privileges: ['SELECT'] }],
  ] as const

  test('nothing counts as gone there, or is made or destroyed instead', async () => {
    const made: { type: string; spec: object; state: Awaited<ReturnType<Trial['create']>> }[] = []
    for (const [type, spec] of all) made.push({ type, spec, state: await on(here, type).create(spec) })
    const refuseAll = async (how: RegExp) => {
      for (const { type, spec, state } of made) {
        const it = on(there, type)
        for (const call of [() => it.read(state), () => it.destroy(state)]) {
          const { message, refused, hint } = await failureOf(call())
          assert.match(message, how)
          assert.match(hint ?? '', /slipway (state rm|refresh)/)
          assert.ok(refused)
        }
        await failureOf(it.update(state, spec))
      }
    }
    await refuseAll(/^the .* is not on this server, which is another one than recorded$/)
    assert.deepEqual(await there.query(`SELECT FROM pg_roles WHERE rolname = 'reader'`), [])
    // Makes sure that it does not get the same object id by chance.
    await there.query('CREATE TABLE early (a int)')
    await there.query('CREATE DATABASE shop')
    await refuseAll(/^the .* another (one|server|object id) than recorded/)
    const shop = await failureOf(on(there, 'database').read(made[1]?.state ?? {}))
    assert.match(shop.message, /^the database shop is on another server than recorded: /)
    assert.match(shop.hint ?? '', /slipway import with the id \d+; if the URL leads to a wrong server, correct it/)
    await there.query('CREATE TABLE orders (a int); CREATE ROLE reader', { database: 'shop' })
    await refuseAll(/^the .* another (one|server|object id) than recorded/)
    for (const { type, state } of made.toReversed()) {
      assert.deepEqual({ ...(await on(here, type).read(state)) }, { ...state })
      await on(here, type).destroy(state)
      assert.equal(await on(here, type).read(state), undefined)
    }
  })

  test('a copy with the tag is recorded with its present server', async () => {
    const [role, table] = [{ name: 'copied' }, { database: 'postgres', name: 'copied', columns }]
    const [madeRole, made] = [await on(here, 'role').create(role), await on(here, 'table').create(table)]
    await there.query(`CREATE ROLE copied; COMMENT ON ROLE copied IS 'slipway role'`)
    await there.query(`CREATE TABLE copied (a int); COMMENT ON TABLE copied IS 'slipway table'`)
    for (const [type, state, spec] of [
      ['role', madeRole, { name: 'copied', login: false }],
      ['table', made, { ...table, columns: [{ name: 'b', type: 'int' }] }],
    ] as const) {
      // A server as new as the recorded one numbers its restored objects alike.
      const [{ oid } = { oid: 0 }] = await there.query<{ oid: number }>(
        `SELECT oid::int FROM ${type === 'role' ? 'pg_roles WHERE rolname' : 'pg_class WHERE relname'} = 'copied'`,
      )
      for (const call of [
        () => on(there, type).destroy({ ...state, oid }),
        () => on(there, type).update({ ...state, oid }, spec),
      ]) {
        const { message, refused, hint } = await failureOf(call())
        assert.match(message, /^the .*copied is on another server than recorded: /)
        assert.match(hint ?? '', /slipway refresh, .*; if the URL leads to a wrong server, correct it/)
        assert.ok(refused)
      }
      const found = (await on(there, type).read(state)) ?? {}
      assert.notEqual(found['server'], state['server'])
      await on(there, type).update({ ...state, ...found }, spec)
      await on(there, type).destroy({ ...state, ...found })
    }
  })

  test('a server that may not be asked for its identity counts as neither the same nor another', async () => {
    await here.query('CREATE ROLE admin LOGIN CREATEDB CREATEROLE; GRANT CREATE ON SCHEMA public TO admin')
    const [database, table] = [on(here, 'database', 'admin'), on(here, 'table', 'admin')]
    const made = await database.create({ name: 'asked' })
    const spec = { database: 'postgres', name: 'asked', columns }
    const pages = await table.create(spec)
    await here.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC')
    assert.deepEqual({ ...(await database.read(made)) }, { ...made })
    await database.update(made, { name: 'asked', owner: 'admin' })
    // There may be a database with the same name and id on another server, and all that is in it would go.
    const unsure = await failureOf(database.destroy(made))
    assert.match(unsure.message, /^the database asked may be somebody else's: Slipway cannot tell/)
    assert.match(unsure.hint ?? '', /^GRANT EXECUTE .*; or slipway state rm/)
    assert.ok(unsure.refused)
    await here.query('DROP DATABASE asked')
    const gone = await failureOf(database.read(made))
    assert.match(gone.message, /^the database asked is not there, and Slipway cannot tell whether this server/)
    for (const said of [`'of the shop'`, 'NULL']) {
      await here.query(`COMMENT ON TABLE asked IS ${said}`)
      const { message, hint } = await failureOf(table.read(pages))
      assert.match(message, /^the comment of the table public.asked no longer contains the tag of Slipway/)
      await here.query((hint ?? '').replace(/^.*?: /, ''))
      assert.equal((await table.read(pages))?.['oid'], pages['oid'])
    }
    await table.destroy(pages)
    await here.query('GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC')
    assert.deepEqual([await database.read(made), await table.read(pages)], [undefined, undefined])
  })
})
