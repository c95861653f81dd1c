import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Agent, allPlugins, quitSignals } from '@slipway/agent'
import * as log from '../log/plugin.ts'
import { byKey, type KeyValueStore } from '../keyvalue/store.ts'
import { conditionPromises, type Stores } from './condition-promises.ts'
import { Mirror } from './mirror.ts'
import { type ServerName, startServer, missing, type TestServer } from './servers.ts'

// Hides the log: a killed store is expected here.
log.defaultPlugin.destination = { write() {} }

/** Every store's duties. */
const promises: Readonly<Record<string, (stores: Stores) => Promise<void>>> = {
  'keeps what is put and forgets what is deleted': async ([store, other]) => {
    await store.put('one/a', '1')
    await store.put('one/a', '2')
    assert.equal(await other.get('one/a'), '2')
    await other.delete('one/a')
    await other.delete('one/never')
    assert.equal(await store.get('one/a'), undefined)
  },

  'lists what begins with the prefix, sorted, whatever characters it has': async ([store, other]) => {
    const keys = ['two/b', 'two/a*', 'two/a[1]', 'two/ü', 'two/😀', 'two/a%_', "two/'"]
    await store.commit([...keys, 'tw', 'two', 'twoo', 'TWO/a'].map((key) => ({ type: 'put', key, value: `v ${key}` })))
    const expected = keys.map((key) => ({ key, value: `v ${key}` })).sort(byKey)
    assert.deepEqual(await other.list('two/'), expected)
    assert.deepEqual(await store.list('two/a['), [{ key: 'two/a[1]', value: 'v two/a[1]' }])
  },

  'commits all changes, of one key the last': async ([store]) => {
    await store.put('three/gone', 'x')
    await store.commit([
      { type: 'put', key: 'three/a', value: '1' },
      { type: 'delete', key: 'three/gone' },
      { type: 'put', key: 'three/a', value: '2' },
      { type: 'put', key: 'three/empty', value: '' },
    ])
    await store.commit([])
    assert.deepEqual(await store.list('three/'), [
      { key: 'three/a', value: '2' },
      { key: 'three/empty', value: '' },
    ])
  },

  'a watch tells a snapshot and then what anyone changes below its prefix': async ([store, other]) => {
    await store.put('four/a', '1')
    await store.put('four-not', '1')
    const mirror = new Mirror(store, 'four/')
    await mirror.until(() => mirror.snapshots === 1)
    assert.deepEqual(mirror.list(), [{ key: 'four/a', value: '1' }])
    await other.commit([
      { type: 'put', key: 'four/b', value: '2' },
      { type: 'put', key: 'four-not', value: '2' },
      { type: 'delete', key: 'four/a' },
    ])
    await mirror.until(() => mirror.entries.has('four/b') && !mirror.entries.has('four/a'))
    await store.put('four/b', '3')
    await mirror.until(() => mirror.entries.get('four/b') === '3')
    assert.deepEqual(mirror.list(), await store.list('four/'))
    assert.equal(mirror.snapshots, 1)
    await mirror.watch.close()
  },

  'a watch misses nothing that happens while it begins': async ([store, other]) => {
    const writing = (async () => {
      for (let index = 0; index < 50; index++) await other.put(`five/${index % 7}`, String(index))
      await other.put('five/end', 'x')
    })()
    const mirror = new Mirror(store, 'five/')
    await writing
    await mirror.until(() => mirror.entries.has('five/end'))
    assert.deepEqual(mirror.list(), await store.list('five/'))
    await mirror.watch.close()
  },

  'a watch that is closed tells nothing more': async ([store, other]) => {
    const mirror = new Mirror(store, 'six/')
    await mirror.until(() => mirror.snapshots === 1)
    await mirror.watch.close()
    await other.put('six/a', '1')
    await store.get('six/a')
    assert.deepEqual(mirror.list(), [])
  },

  ...conditionPromises,
}

export function storeSuite(name: string, open: () => Stores): void {
  describe(`store ${name}`, () => {
    let agent: Agent
    let stores: Stores
    before(async () => {
      stores = open()
      agent = new Agent(allPlugins(stores), quitSignals())
      await agent.start()
    })
    after(() => agent.stop())
    for (const [promise, check] of Object.entries(promises)) test(promise, () => check(stores))
  })
}

/** Further duties of a store behind a real server, which is killed and comes back. */
export function remoteStoreSuite(name: ServerName, make: (name: string, port: number) => KeyValueStore): void {
  const skip = missing(name)
  let server: TestServer
  describe(`server ${name}`, { skip }, () => {
    before(async () => {
      server = await startServer(name)
    })
    after(() => server.remove())

    storeSuite(name, () => [make(name, server.port), make(`other-${name}`, server.port)])

    test('the store is killed and comes back: the plugin is degraded, then in sync again', () => {
      const store = make(name, server.port)
      return withAgent(store, (agent) => survivesKilling(agent, store, server))
    })

    test('the store starts after the agent: the plugin starts degraded and recovers', async () => {
      await server.kill()
      const store = make(name, server.port)
      await withAgent(store, async (agent) => {
        assert.equal(agent.health().ready, false)
        const mirror = new Mirror(store, 'eight/')
        await server.start()
        await mirror.until(() => mirror.snapshots === 1)
        assert.equal(agent.health().ready, true)
      })
    })
  })

  test(`${name} without configuration is disabled, not failed`, async () => {
    const store = make(name, 0)
    ;(store as unknown as { settings: undefined }).settings = undefined
    const agent = new Agent(allPlugins(store), quitSignals())
    await agent.start()
    assert.equal(store.enabled, false)
    assert.equal(agent.health().ready, true)
    assert.equal(agent.health().plugins.find((plugin) => plugin.name === name)?.condition, 'disabled')
    await assert.rejects(async () => store.get('a'), { code: 'infra/store-disabled' })
    await agent.stop()
  })
}

/** Runs an agent of the store for as long as the work takes, however that ends. */
async function withAgent(store: KeyValueStore, work: (agent: Agent) => Promise<void>): Promise<void> {
  const agent = new Agent(allPlugins(store), quitSignals())
  await agent.start()
  try {
    await work(agent)
  } finally {
    await agent.stop()
  }
}

async function survivesKilling(agent: Agent, store: KeyValueStore, server: TestServer): Promise<void> {
  await store.put('seven/kept', '1')
  await store.put('seven/deleted', '1')
  const mirror = new Mirror(store, 'seven/')
  await mirror.until(() => mirror.snapshots === 1)
  await server.kill()
  await mirror.until(() => mirror.losses > 0)
  assert.equal(agent.health().ready, false)
  await assert.rejects(store.put('seven/down', '1'), { code: 'infra/store-unavailable' })

  await server.start()
  await mirror.until(() => mirror.snapshots >= 2)
  assert.equal(agent.health().ready, true)
  await store.commit([
    { type: 'put', key: 'seven/new', value: '1' },
    { type: 'delete', key: 'seven/deleted' },
  ])
  await mirror.until(() => mirror.entries.has('seven/new') && !mirror.entries.has('seven/deleted'))
  assert.deepEqual(mirror.list(), await store.list('seven/'))
}
