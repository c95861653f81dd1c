import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { failureOf } from '@slipway/sdk/testing'
import { access } from './access.ts'
import { provider } from './provider.ts'
import { missing, startServer, type Server } from './testing.ts'

type Request = Parameters<typeof provider.links.updateResource>[0]

describe('postgres/role::postgres/table', { skip: missing }, () => {
  let server: Server
  before(async () => {
    server = await startServer()
  })
  after(() => server.remove())

  /** A role and a table of it, made outside, and a link between them. */
  async function linked(name: string, database = 'postgres') {
    await server.query(`CREATE ROLE ${name}; CREATE TABLE ${name}_pages (a int)`)
    const end = { resourceId: name, resourceName: name, instanceId: 'i1' }
    return {
      now: () => server.privileges(`${name}_pages`, name),
      call: async (action: Request['action'], wanted: string, data?: object, ofTable?: object) => {
        const metadata = { annotations: { 'postgres.access': wanted } }
        const { data: answer } = await provider.links.updateResource({
          type: access.type,
          linkId: 'l1',
          linkName: `${name}::${name}`,
          instanceId: 'i1',
          instanceName: 'trial',
          end: 'b',
          action,
          changes: { modified: [], added: [], removed: [], unchanged: [], knownOnDeploy: [] },
          resource: {
            ...end,
            type: 'postgres/table',
            spec: { database, schema: 'public', name: `${name}_pages`, ...ofTable },
          },
          other: { ...end, type: 'postgres/role', spec: { name }, metadata },
          ...(data && { current: { status: 'created', data: { ...data }, intermediaries: [], lastDeployed: 0 } }),
          context: { config: { postgres: { url: server.url } }, variables: {} },
        })
        return answer
      },
    }
  }

  test('gives its privileges to a role that has no others, and takes only those', async () => {
    const { call, now } = await linked('reader')
    await server.query('GRANT TRIGGER ON reader_pages TO reader')
    assert.match((await failureOf(call('create', 'read'))).message, /already has privileges on the table .*: TRIGGER/)
    await call('destroy', 'read')
    assert.deepEqual(await now(), ['TRIGGER'])
    await server.query('REVOKE TRIGGER ON reader_pages FROM reader')
    const made = await call('create', 'write')
    await server.query('GRANT TRIGGER ON reader_pages TO reader')
    const changed = await call('update', 'read', made)
    assert.deepEqual(await now(), ['SELECT', 'TRIGGER'])
    await call('destroy', 'read', changed)
    assert.deepEqual(await now(), ['TRIGGER'])
  })

  test('leaves the role’s earlier privileges, such as default ones', async () => {
    const { call, now } = await linked('early')
    await server.query('GRANT SELECT ON early_pages TO early')
    const made = await call('create', 'write')
    const changed = await call('update', 'read', made)
    assert.deepEqual(await now(), ['SELECT'])
    await call('destroy', 'read', await call('update', 'write', changed))
    assert.deepEqual(await now(), ['SELECT'])
  })

  test('takes privileges from a call whose answer was lost', async () => {
    const { call, now } = await linked('lost')
    await call('create', 'read')
    const made = await call('create', 'read')
    await call('destroy', 'read')
    assert.deepEqual(await now(), [])
    await call('update', 'write', made)
    await call('destroy', 'write', made)
    assert.deepEqual(await now(), [])
  })

  test('changes and takes nothing on another server than recorded, until a refresh has recorded the table there', async () => {
    const { call, now } = await linked('moved')
    const made = await call('create', 'write')
    const elsewhere = { ...made, server: '1' }
    for (const how of [
      () => call('update', 'read', elsewhere),
      () => call('destroy', 'write', elsewhere),
      () => call('destroy', 'write', made, { server: '1' }),
    ]) {
      const { message, refused } = await failureOf(how())
      assert.match(message, /^the access of moved to the table public.moved_pages is on another server than recorded: /)
      assert.ok(refused)
    }
    assert.deepEqual(await now(), ['DELETE', 'INSERT', 'SELECT', 'UPDATE'])
    const here = { server: made?.['server'] }
    assert.deepEqual({ ...(await call('update', 'read', elsewhere, here)) }, { ...made, privileges: ['SELECT'] })
    await call('destroy', 'write', elsewhere, here)
    assert.deepEqual(await now(), [])
  })

  test('takes nothing from a table whose database is gone, if this is the recorded server', async () => {
    const { call } = await linked('late', 'nowhere')
    await call('destroy', 'read', { privileges: ['SELECT'], kept: [] })
    const elsewhere = { privileges: ['SELECT'], kept: [], server: '1' }
    const refusal = await failureOf(call('destroy', 'read', elsewhere))
    assert.match(refusal.message, /^the access of late to the table public.late_pages is not on this server, /)
    const { call: inTable } = await linked('later')
    await server.query('DROP TABLE later_pages')
    assert.match((await failureOf(inTable('destroy', 'read', elsewhere))).message, /is not on this server, /)
    assert.match((await failureOf(call('update', 'read'))).message, /database "nowhere" does not exist/)
  })
})
