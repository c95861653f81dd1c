import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PluginDesk } from '@slipway/engine/run'
import type { Caller } from '@slipway/host'
import { type RecordedResource, secret } from '@slipway/model'
import { loadSettings } from '../settings/load.ts'
import { PluginGateway } from './plugin-gateway.ts'

const wanted = { type: 'fake/db', instanceId: '', externalId: 'db-1' }

const found: RecordedResource = {
  type: 'fake/db',
  resourceId: 'r1',
  resourceName: 'db',
  instanceId: 'i1',
  instanceName: 'site',
  current: {
    spec: {
      name: 'shop',
      password: secret('hush hush'),
      access: { user: 'ada', key: secret('open sesame') },
      tokens: ['plain', secret('one of many')],
      sizes: [1, 2],
    },
    metadata: { annotations: { note: 'hush hush' }, labels: {}, custom: {} },
    status: 'created',
    dependsOn: [],
    lastDeployed: 0,
  },
}

/** Returns the gateway for a plugin of the namespace, during a call. */
async function gatewayOf(namespace: string, desk: Partial<PluginDesk> = {}) {
  const settings = await loadSettings({ directory: '/nowhere', env: { HOME: '/nowhere' } })
  const caller = {
    plugin: { id: `acme/${namespace}`, namespace },
    call: undefined,
    key: 'a call',
    ended: new AbortController().signal,
  } as unknown as Caller
  const parts = { catalog: {}, settings, desk: () => ({ lookUp: () => Promise.resolve(found), ...desk }) }
  return new PluginGateway(parts as unknown as ConstructorParameters<typeof PluginGateway>[0]).of(caller)
}

describe('a plugin that looks up a resource', () => {
  test('of its own type sees its secrets', async () => {
    assert.deepEqual(await (await gatewayOf('fake')).lookUp(wanted), found)
  })

  test('of another provider sees no secret, no list with a secret, and no metadata', async () => {
    const seen = await (await gatewayOf('other')).lookUp(wanted)
    assert.deepEqual(structuredClone(seen?.current.spec), { name: 'shop', access: { user: 'ada' }, sizes: [1, 2] })
    assert.equal(seen?.current.metadata, undefined)
    assert.equal(seen?.resourceName, 'db')
  })

  test('that does not exist gets that answer', async () => {
    const gateway = await gatewayOf('other', { lookUp: () => Promise.resolve(undefined) })
    assert.equal(await gateway.lookUp(wanted), undefined)
  })
})

function checkInstance(instance: string): void {
  if (instance !== 'site') throw new Error(`${instance} is another instance`)
}

describe('a plugin that locks a name', () => {
  test('of another instance is refused, and nothing is locked', async () => {
    const locked: string[] = []
    const locks = { lock: (name: string) => Promise.resolve(void locked.push(name)) } as unknown as PluginDesk['locks']
    const gateway = await gatewayOf('fake', { locks, checkInstance })
    await assert.rejects(gateway.lock({ instanceId: 'prod', resourceName: 'db' }), /prod is another instance/)
    assert.deepEqual(locked, [])
    await gateway.lock({ instanceId: 'site', resourceName: 'db' })
    assert.deepEqual(locked, ['db'])
  })
})
