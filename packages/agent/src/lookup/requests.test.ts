import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Agent } from '../agent.ts'
import { capability, hard, optional, soft } from '../dependency.ts'
import { allPlugins, plugins } from '../options.ts'
import type { Plugin, PluginContext } from '../plugin.ts'

interface Store {
  get(key: string): string
}

const store = capability<Store>('store')

class MemoryStore implements Plugin, Store {
  readonly name: string
  readonly provides = [store]
  readonly deps: Record<string, unknown> = {}
  constructor(name = 'memory') {
    this.name = name
  }
  get(key: string): string {
    return `${this.name}:${key}`
  }
  init(): void {}
  close(): void {}
}

class User implements Plugin {
  readonly name = 'user'
  readonly deps: Record<string, unknown>
  used: unknown
  readonly #init: (context: PluginContext) => unknown
  constructor(deps: Record<string, unknown>, init: (context: PluginContext) => unknown = () => undefined) {
    this.deps = deps
    this.#init = init
  }
  init(context: PluginContext): void {
    this.used = this.#init(context)
  }
  close(): void {}
}

const other: Plugin = { name: 'other', init() {}, close() {} }

describe('dependencies by capability and class', () => {
  test('come before their user and are reached by use, typed', async () => {
    for (const target of [store, hard(store), hard(MemoryStore)]) {
      const user = new User({ target }, (context) => context.use(store).get('a') + context.use(MemoryStore).get('b'))
      const agent = new Agent(allPlugins(user, new MemoryStore()))
      assert.deepEqual(agent.plan(), ['memory', 'user'])
      assert.equal(agent.why('memory', 'user').rule, 'dependency')
      await agent.start()
      await agent.stop()
      assert.equal(user.used, 'memory:amemory:b')
    }
  })

  test('a hard one that is missing or ambiguous is named with its place', () => {
    assert.throws(() => new Agent(allPlugins(new User({ store }))), {
      code: 'agent/missing-dependency',
      message: 'user.deps.store asks for capability store, which no plugin of the agent has',
    })
    assert.throws(() => new Agent(allPlugins(new User({ store }), new MemoryStore('a'), new MemoryStore('b'))), {
      code: 'agent/ambiguous-capability',
      message: 'user.deps.store asks for capability store, which a, b have',
      details: [],
    })
  })

  test('a provider of a capability may ask for the same from another', () => {
    const cache = new MemoryStore('cache')
    cache.deps['behind'] = store
    assert.deepEqual(new Agent(allPlugins(cache, new MemoryStore('disk'))).plan(), ['disk', 'cache'])
  })
})

describe('optional and soft dependencies', () => {
  test('order the plugins that exist and add nothing', async () => {
    for (const wish of [optional(store), soft(store), optional(MemoryStore)]) {
      assert.deepEqual(new Agent(allPlugins(new User({ wish }), new MemoryStore())).plan(), ['memory', 'user'])
      assert.deepEqual(new Agent(allPlugins(new User({ wish }))).plan(), ['user'])
    }
    assert.deepEqual(new Agent(allPlugins(new User({ wish: soft(other) }))).plan(), ['user'])
    assert.deepEqual(new Agent(allPlugins(new User({ wish: optional(other) }), other)).plan(), ['other', 'user'])
  })

  test('an optional one that is missing is undefined', async () => {
    const user = new User({}, (context) => context.use(optional(store)))
    const agent = new Agent(plugins(user))
    await agent.start()
    await agent.stop()
    assert.equal(user.used, undefined)
  })

  test('yield to an opposite hard dependency', () => {
    const memory = new MemoryStore()
    const user = new User({ memory })
    memory.deps['after'] = soft(User)
    assert.deepEqual(new Agent(allPlugins(memory, user)).plan(), ['memory', 'user'])
    assert.deepEqual(new Agent(allPlugins(user)).plan(), ['memory', 'user'])
  })

  test('a soft one comes after every match', () => {
    const stores = [new MemoryStore('a'), new MemoryStore('b')]
    assert.deepEqual(new Agent(allPlugins(new User({ wish: soft(store) }), stores)).plan(), ['a', 'b', 'user'])
  })
})
