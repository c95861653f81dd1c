import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Agent, allPlugins, type Plugin, type PluginContext, quitSignals } from '@slipway/agent'
import type { Change, KeyValueStore, WatchObserver } from '../keyvalue/store.ts'
import * as log from '../log/plugin.ts'
import * as memory from '../memory/plugin.ts'
import { useLabel, newPlugin as newLabel } from '../servicelabel/plugin.ts'
import * as sqlite from '../sqlite/plugin.ts'
import { type DataChange, type DataHandler, DataPublishers, DataWatchers, type Json, type KvDbSync } from './plugin.ts'
import * as kvdbsync from './plugin.ts'

log.defaultPlugin.destination = { write() {} }

const label = newLabel(useLabel('one'))
const root = '/slipway/agent/one/'

function newSync(store: KeyValueStore): KvDbSync {
  return kvdbsync.newPlugin(
    kvdbsync.useKV(store),
    kvdbsync.useDeps((deps) => {
      deps.serviceLabel = label
    }),
  )
}

/** Watches two prefixes and records its calls. */
class Watcher implements Plugin, DataHandler {
  readonly name = 'watcher'
  readonly deps: { source: unknown }
  readonly told: unknown[] = []
  failing = false
  #waiting: (() => void)[] = []
  readonly #source: kvdbsync.DataWatcher

  constructor(source: kvdbsync.DataWatcher) {
    this.#source = source
    this.deps = { source }
  }

  init(context: PluginContext): void {
    this.#source.watch(context, 'config', ['config/', 'routes/'], this)
  }

  close(): void {}

  resync(data: ReadonlyMap<string, Json>): void {
    this.#tell(Object.fromEntries(data))
  }

  changes(changes: readonly DataChange[]): void {
    this.#tell(changes)
  }

  async until(count: number): Promise<unknown> {
    while (this.told.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.told[count - 1]
  }

  #tell(what: unknown): void {
    this.told.push(what)
    for (const wake of this.#waiting.splice(0)) wake()
    if (this.failing) throw new Error('cannot apply')
  }
}

/** A store in memory whose connection can be lost; it forgets everything then. */
class ForgetfulStore extends memory.Memory {
  readonly #observers = new Map<string, WatchObserver>()

  override watch(prefix: string, observer: WatchObserver): ReturnType<memory.Memory['watch']> {
    this.#observers.set(prefix, observer)
    return super.watch(prefix, observer)
  }

  async loseEverything(): Promise<void> {
    const entries = await this.list('')
    const observers = [...this.#observers]
    for (const [, observer] of observers) observer.lost?.(new Error('gone'))
    await this.commit(entries.map(({ key }): Change => ({ type: 'delete', key })))
    for (const [, observer] of observers) observer.snapshot([])
  }
}

/** A store that can never be reached. */
class UnreachableStore extends memory.Memory {
  override watch(_: string, observer: WatchObserver): ReturnType<memory.Memory['watch']> {
    observer.lost?.(new Error('no route'))
    return { close: async () => {} }
  }
}

async function running(watcher: Watcher): Promise<Agent> {
  const agent = new Agent(allPlugins(watcher), quitSignals())
  await agent.start()
  return agent
}

describe('kvdbsync', () => {
  test('reports a snapshot below the service label after the start, then changes', async () => {
    const store = memory.newPlugin()
    await store.put(`${root}config/a`, '{"n":1}')
    await store.put('/slipway/agent/two/config/a', '2')
    const watcher = new Watcher(newSync(store))
    const agent = await running(watcher)
    assert.deepEqual(await watcher.until(1), { 'config/a': { n: 1 } })

    await store.put(`${root}config/a`, '{"n":2}')
    await store.put(`${root}other/b`, '1')
    await store.delete(`${root}config/a`)
    await store.put(`${root}routes/r`, '"up"')
    await watcher.until(4)
    assert.deepEqual(watcher.told.slice(1), [
      [{ key: 'config/a', value: { n: 2 }, previous: { n: 1 } }],
      [{ key: 'config/a', value: undefined, previous: { n: 2 } }],
      [{ key: 'routes/r', value: 'up', previous: undefined }],
    ])
    await agent.stop()
  })

  test('after a loss of the store, published data is restored and watchers are resynchronised', async () => {
    const store = new ForgetfulStore()
    const sync = newSync(store)
    const watcher = new Watcher(sync)
    const agent = await running(watcher)
    await watcher.until(1)
    await sync.publish('config/state', { up: true })
    await sync.publish('config/old', 1)
    await sync.publish('config/old', undefined)
    await watcher.until(4)
    await store.loseEverything()
    while ((await store.get(`${root}config/state`)) === undefined) await new Promise(setImmediate)
    assert.deepEqual(await store.list(root), [{ key: `${root}config/state`, value: '{"up":true}' }])
    const last = await watcher.until(watcher.told.length)
    assert.ok(watcher.told.some((told) => JSON.stringify(told) === '{}') && last !== undefined)
    await agent.stop()
  })

  test('a handler that fails makes its plugin degraded, and is resynchronised until it succeeds', async () => {
    const store = memory.newPlugin()
    const watcher = new Watcher(newSync(store))
    const agent = await running(watcher)
    await watcher.until(1)
    watcher.failing = true
    await store.put(`${root}config/a`, '1')
    await watcher.until(3)
    await new Promise(setImmediate)
    const reason = agent.health().plugins.find(({ name }) => name === 'watcher')?.reason
    assert.equal(reason, 'watcher config: cannot apply')
    watcher.failing = false
    assert.deepEqual(await watcher.until(4), { 'config/a': 1 })
    await new Promise(setImmediate)
    assert.equal(agent.health().ready, true)
    await agent.stop()
  })

  test('a resync requested before the first contact with the store reports nothing, rather than an empty store', async () => {
    const store = new UnreachableStore()
    const sync = newSync(store)
    const watcher = new Watcher(sync)
    const agent = await running(watcher)
    await sync.deps.resync.resync()
    await sync.deps.resync.resync()
    assert.deepEqual(watcher.told, [])
    await agent.stop()
  })

  test('a value that is not JSON is reported and left out', async () => {
    const store = memory.newPlugin()
    await store.put(`${root}config/broken`, '{')
    await store.put(`${root}config/whole`, '1')
    const watcher = new Watcher(newSync(store))
    const agent = await running(watcher)
    assert.deepEqual(await watcher.until(1), { 'config/whole': 1 })
    await agent.stop()
  })

  test('two watchers of one name are refused, not one of them forgotten', async () => {
    const sync = newSync(memory.newPlugin())
    const other = Object.assign(new Watcher(sync), { name: 'other' })
    const agent = new Agent(allPlugins(new Watcher(sync), other), quitSignals())
    await assert.rejects(agent.start(), {
      code: 'agent/start-failed',
      message: /other failed .*has a watcher .*already/,
    })
  })

  test('data published to several stores and deleted in one of them is gone from all', async () => {
    for (const [here, there] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const stores = ['a', 'b'].map((name) => memory.newPlugin(memory.useName(name))) as [memory.Memory, memory.Memory]
      const syncs = stores.map(newSync)
      const watcher = new Watcher(new DataWatchers(syncs))
      const agent = await running(watcher)
      await watcher.until(2)
      const publishers = new DataPublishers([new DataPublishers(syncs)])
      const overruled: string[] = []
      publishers.onOverruled(() => {
        throw new Error('cannot be told')
      })
      publishers.onOverruled((key) => overruled.push(key))
      await publishers.publish('config/x', 1)
      await publishers.publish('config/y', 1)
      await watcher.until(4)
      await stores[here].delete(`${root}config/x`)
      assert.deepEqual(await watcher.until(5), [{ key: 'config/x', value: undefined, previous: 1 }])
      for (const store of [stores[here], stores[there]])
        assert.deepEqual(await store.list(root), [{ key: `${root}config/y`, value: '1' }])
      assert.deepEqual(overruled, ['config/x'])
      await agent.stop()
    }
  })

  test('in a shared file: others’ data stays, and an emptied file is filled again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-kvdbsync-'))
    const [store, others] = ['a', 'b'].map((name) =>
      sqlite.newPlugin(sqlite.useName(name), sqlite.useSettings({ path: join(folder, 'data.db'), pollMs: 5 })),
    ) as [sqlite.Sqlite, sqlite.Sqlite]
    const sync = newSync(store)
    const givenUp = Promise.withResolvers<string>()
    sync.onOverruled(givenUp.resolve)
    const agent = new Agent(allPlugins(sync, others), quitSignals())
    await agent.start()
    for (const key of ['a', 'b']) await sync.publish(key, 1)
    await others.delete(`${root}a`)
    assert.equal(await givenUp.promise, 'a')
    await others.commit((await others.list('')).map(({ key }): Change => ({ type: 'delete', key })))
    while ((await others.list(root)).length === 0) await new Promise(setImmediate)
    assert.deepEqual(await others.list(root), [{ key: `${root}b`, value: '1' }])
    await agent.stop()
    rmSync(folder, { recursive: true })
  })

  test('nothing can be published before the start or after the end', async () => {
    const sync = newSync(memory.newPlugin())
    await assert.rejects(sync.publish('a', 1), { code: 'infra/not-initialised' })
    const agent = new Agent(allPlugins(sync), quitSignals())
    await agent.start()
    await sync.publish('a', 1)
    await agent.stop()
    await assert.rejects(sync.publish('a', 3), { code: 'infra/not-initialised' })
  })

  test('several instances with different stores, used as one', async () => {
    const stores = ['a', 'b'].map((name) => memory.newPlugin(memory.useName(name)))
    const syncs = stores.map(newSync)
    const watcher = new Watcher(new DataWatchers(syncs))
    const agent = await running(watcher)
    assert.deepEqual(
      agent.plan().filter((name) => /^(a|b|kvdbsync.*|watcher)$/.test(name)),
      ['a', 'kvdbsync-a', 'b', 'kvdbsync-b', 'watcher'],
    )
    await watcher.until(2)
    await new DataPublishers(syncs).publish('config/x', 1)
    for (const store of stores) assert.equal(await store.get(`${root}config/x`), '1')
    await watcher.until(3)
    await stores[1]?.put(`${root}config/x`, '2')
    assert.deepEqual(await watcher.until(4), [{ key: 'config/x', value: 2, previous: 1 }])
    // The key belongs to another program now, so the copy that was published beside it is withdrawn.
    while ((await stores[0]?.get(`${root}config/x`)) !== undefined) await new Promise(setImmediate)
    await stores[0]?.put(`${root}config/x`, '3')
    await new Promise(setImmediate)
    await stores[1]?.delete(`${root}config/x`)
    assert.deepEqual(await watcher.until(5), [{ key: 'config/x', value: 3, previous: 2 }])
    await agent.stop()
  })
})
