import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type ExternalStateRequest, type MutableValueMap, type ValueMap, valueMap } from '@slipway/model'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses, type Up } from '../../testing/fake-engine.ts'
import type { Ports } from '../../ports.ts'

/** A service, and the way in which its provider reads it. `read` returns `undefined` when there is no thing. */
interface Service {
  readonly make: (spec: ValueMap) => Record<string, string>
  readonly read: (asked: ValueMap, request: ExternalStateRequest) => ValueMap | undefined
  /** How long a deploy takes. */
  readonly until?: (spec: ValueMap) => Promise<void>
}

class World {
  readonly engine = new FakeEngine()
  /** Paths, or ids, of the things in the destroy requests. */
  readonly destroyed: unknown[] = []
  readonly ports: Partial<Ports>

  constructor({ make, read, until }: Service) {
    const own = this.engine.cloud.provider()
    const provider = {
      ...own,
      deploy: async ({ spec }: { spec: ValueMap }) => {
        await until?.(spec)
        return Object.fromEntries(Object.entries(make(spec)).map(([name, value]) => [`spec.${name}`, value]))
      },
      externalState: async (request: ExternalStateRequest) => read(request.spec, request),
      destroy: async ({ current }: { current: { spec: ValueMap } }) => void this.destroyed.push(current.spec['pinned']),
    }
    const { catalog } = this.engine.ports()
    this.ports = {
      catalog: {
        ...catalog,
        provider: () => Promise.resolve(provider as never),
      },
    }
  }

  async up(specs: Readonly<Record<string, Record<string, string>>> | undefined, operation?: 'destroy'): Promise<Up> {
    this.engine.clock.time += 1000
    const ports = this.engine.ports(this.ports)
    const draft = specs && {
      resources: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, { type: 'fake/ask', spec }])),
    }
    const plan = operation === undefined ? {} : { plan: { operation } }
    return await this.engine.up(draft, { gather: { ports }, run: { ports }, ...plan })
  }
}

const both = { a: { pinned: 'one' }, b: { pinned: 'two' } }

/**
 * A service that cannot tell its things apart, such as passwords: they are kept only in the state, and reading gives back the values of the
 * question.
 */
function passwords(): World {
  let count = 0
  return new World({
    make: () => ({ id: 'none', echo: `password ${++count}` }),
    read: (asked) => asked,
  })
}

/** A service with files. A file is found by its path, and its id is the hash of its content. */
function files(): World {
  const paths = new Set<unknown>()
  return new World({
    make({ pinned = '' }) {
      paths.add(pinned)
      return { id: 'hash of it' }
    },
    read: (asked) => (paths.has(asked['pinned']) && asked['id'] === 'hash of it' ? asked : undefined),
  })
}

/**
 * A service with a single thing, which always has the values of the last request, and a new etag each time. `isEcho`: the service reads nothing, and
 * only repeats the question.
 */
function oneThing({ isEcho = false } = {}): World {
  let changes = 0
  let thing: MutableValueMap | undefined
  return new World({
    make(spec) {
      thing = valueMap([...Object.entries(spec), ['id', 'one'], ['seen', `v${++changes}`]])
      return { id: 'one', seen: `v${changes}` }
    },
    read: (asked) => (isEcho ? asked : asked['id'] === 'one' ? thing : undefined),
  })
}

describe('two records with the same id', () => {
  test('are both destroyed if they differ in a constant value', async () => {
    for (const world of [passwords(), passwords()]) {
      await world.up({ a: { pinned: 'one' }, b: { pinned: 'one' } })
      await world.up({ a: { pinned: 'one' } })
      assert.equal(world.destroyed.length, 1)
      const { result } = await world.up(undefined, 'destroy')
      assert.deepEqual([result.outcome, world.destroyed.length], ['succeeded', 2])
    }
    const atOnce = passwords()
    await atOnce.up({ a: { pinned: 'one' }, b: { pinned: 'one' } })
    await atOnce.up(undefined, 'destroy')
    assert.equal(atOnce.destroyed.length, 2)
  })

  test('are both destroyed if the older resource is still as it was created', async () => {
    const world = files()
    await world.up(both)
    await world.up({ b: { pinned: 'two' } })
    assert.deepEqual(world.destroyed, ['one'])
    await world.up({})
    assert.deepEqual(world.destroyed, ['one', 'two'])
  })

  test('end with the older one forgotten if it has become the newer one', async () => {
    const world = oneThing()
    await world.up({ a: { pinned: 'one' } })
    const { result, events } = await world.up({ a: { pinned: 'two' } })
    assert.deepEqual([result.outcome, world.destroyed], ['succeeded', []])
    const told = events.flatMap((event) => (event.type === 'step-finished' ? [event.because ?? ''] : []))
    assert.ok(told.includes('a is the same thing'), told.join())
    assert.deepEqual(await statuses(world.engine), { a: 'created' })
  })

  test('end with the older one forgotten, and named with a command that destroys it, if nothing tells them apart', async () => {
    const world = oneThing()
    await world.up({ a: { pinned: 'one' } })
    await world.up({ a: { pinned: 'one' }, b: { pinned: 'one' } })
    const { result, events } = await world.up({ b: { pinned: 'one' } })
    assert.deepEqual([result.outcome, world.destroyed], ['succeeded', []])
    const told = events.flatMap((event) => (event.type === 'step-finished' ? [event.because ?? ''] : []))
    assert.match(
      told.join(),
      /may be the same thing as b; if .*: slipway import a one --instance a-left && slipway destroy/,
    )
    assert.deepEqual(await statuses(world.engine), { b: 'created' })
  })

  test('are not told apart by a value that an update has changed, even in later runs', async () => {
    const world = oneThing({ isEcho: true })
    await world.up({ c: { pinned: 'one', value: 'x' } })
    await world.up({ c: { pinned: 'one', value: 'y' } })
    await world.up({})
    assert.equal(world.destroyed.length, 1)
    await world.up({ a: { pinned: 'one' } })
    await world.up({ a: { pinned: 'one' }, b: { pinned: 'one' } })
    await world.up({ b: { pinned: 'one' } })
    assert.equal(world.destroyed.length, 1)
    assert.deepEqual((await world.engine.state())?.instance.unsteady, { 'fake/ask': ['spec.seen'] })
  })

  test('are both left alone if the provider does not answer', async () => {
    let isDown = false
    const world = new World({
      make: () => ({ id: 'none' }),
      read(asked) {
        if (isDown) throw fakeFailure({ message: 'the service is down' })
        return asked
      },
    })
    await world.up(both)
    isDown = true
    const { result } = await world.up({ b: { pinned: 'two' } })
    assert.deepEqual([result.outcome, world.destroyed], ['failed', []])
    assert.deepEqual(await statuses(world.engine), { a: 'created', b: 'created' })
  })

  test('are not asked about while one of them changes: the removal of the other waits for the result', async () => {
    const asked: string[] = []
    let isChanging = false
    const world = new World({
      make: ({ pinned }) => ({ id: 'none', echo: `password ${JSON.stringify(pinned)}` }),
      read(spec) {
        asked.push(isChanging ? 'during the change' : 'else')
        return spec
      },
      async until({ value }) {
        if (value !== 'new') return
        isChanging = true
        for (let turns = 0; turns < 200; turns++) await setImmediate()
        isChanging = false
      },
    })
    await world.up({ a: { pinned: 'one', value: 'old' }, b: { pinned: 'two' } })
    const { result } = await world.up({ a: { pinned: 'one', value: 'new' }, b: { pinned: 'three' } })
    assert.deepEqual([result.outcome, world.destroyed], ['succeeded', ['two']])
    assert.ok(asked.length > 0 && !asked.includes('during the change'), asked.join())
  })
})
