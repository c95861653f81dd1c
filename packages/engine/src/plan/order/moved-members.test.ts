import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { upComposed } from '../../testing/composed.ts'
import { type BlueprintDraft, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, type UpOptions } from '../../testing/fake-engine.ts'

const exclusive = 'fake/exclusive'
const isProtected = { code: 'engine/protected' }

/** A container that is destroyed before another container with the same spec is made. */
const vat: ResourceDraft = { type: exclusive, spec: { pinned: 'vat' } }

/** An engine whose containers take along everything that was made in them or moved into them. Members name their container in `zone`. */
function engineWithVats(): FakeEngine {
  const engine = new FakeEngine()
  const { cloud } = engine
  cloud.interfere = ({ method, resourceId = '', effect }) => {
    const going = method === 'Destroy' && !effect ? cloud.things.get(resourceId) : undefined
    if (going === undefined) return
    for (const [id, thing] of cloud.things) if (thing.spec['zone'] === going.spec['id']) cloud.things.delete(id)
  }
  return engine
}

/** Runs an `up`, and returns its calls that change something. */
async function up(engine: FakeEngine, draft: BlueprintDraft, options: UpOptions = {}): Promise<readonly string[]> {
  engine.cloud.calls.length = 0
  engine.clock.time += 1000
  await engine.up(draft, options)
  return engine.cloud.calls.filter((each) => /^(Deploy|Destroy) /.test(each))
}

/** Checks that everything that is wanted exists, and that nothing is left to do. */
async function isWell(engine: FakeEngine, draft: BlueprintDraft): Promise<void> {
  assert.deepEqual(engine.cloud.names(), Object.keys(draft.resources ?? {}).toSorted())
  assert.deepEqual(await up(engine, draft), [])
}

function inside(container: string, spec: ResourceDraft['spec'] = {}, protect = false): ResourceDraft {
  return {
    options: { deletedWith: container, ...(protect && { protect }) },
    spec: { zone: ref(`${container}.spec.id`), ...spec },
  }
}

/** A member that cannot move out of its container. */
function pinnedIn(container: string): ResourceDraft {
  return inside(container, { pinned: ref(`${container}.spec.id`) })
}

/** A member that gets no value from its container. */
const plain: ResourceDraft = { options: { deletedWith: 'c' }, spec: { value: 'm' } }

function guardedIn(container: string): ResourceDraft {
  return { ...plain, options: { deletedWith: container, protect: true } }
}

/** A blueprint with a container, and a protected member in it. */
function boxed(pinned: string): BlueprintDraft {
  return { resources: { c: { spec: { pinned } }, m: inside('c', {}, true) } }
}

describe('a member whose container is destroyed first', () => {
  test('is created again in the container that takes the place under another name', async () => {
    const engine = engineWithVats()
    await up(engine, { resources: { c: vat, m: inside('c') } })
    const renamed = { resources: { d: vat, m: inside('d') } }
    assert.deepEqual(await up(engine, renamed), ['Destroy c', 'Deploy d', 'Deploy m'])
    await isWell(engine, renamed)
  })

  test('is created again even if it was to be replaced', async () => {
    const engine = engineWithVats()
    await up(engine, { resources: { c: vat, m: pinnedIn('c') } })
    const renamed = { resources: { d: vat, m: pinnedIn('d') } }
    assert.deepEqual(await up(engine, renamed), ['Destroy c', 'Deploy d', 'Deploy m'])
    await isWell(engine, renamed)
  })

  test('refuses the removal if it is protected', async () => {
    const engine = engineWithVats()
    await up(engine, { resources: { c: vat, m: inside('c', {}, true) } })
    await assert.rejects(up(engine, { resources: { d: vat, m: inside('d', {}, true) } }), isProtected)
    assert.deepEqual(engine.cloud.names(), ['c', 'm'])
  })

  test('is removed with it even if the container’s successor needs it, since it cannot be created before', async () => {
    const engine = engineWithVats()
    const { interfere } = engine.cloud
    await up(engine, { resources: { c: vat, m: pinnedIn('c') } })
    const other = { type: exclusive, spec: { pinned: 'jar', value: ref('m.spec.id') } }
    const renamed = { resources: { d: vat, m: pinnedIn('d'), c: other } }
    engine.cloud.interfere = async (call) => {
      await interfere(call)
      if (call.method === 'Deploy') throw fakeFailure({ message: 'locked' })
    }
    await up(engine, renamed)
    assert.equal(
      (await engine.state())?.resources.find(({ name }) => name === 'm'),
      undefined,
    )
    engine.cloud.interfere = interfere
    assert.deepEqual(await up(engine, renamed), ['Deploy d', 'Deploy m', 'Deploy c'])
    await isWell(engine, renamed)
  })

  test('moves out first', async () => {
    const engine = engineWithVats()
    await up(engine, { resources: { c: vat, m: inside('c') } })
    const out = { resources: { c: { ...vat, spec: { pinned: 'other' } }, m: { spec: { zone: 'free' } } } }
    assert.deepEqual(await up(engine, out), ['Deploy m', 'Destroy c', 'Deploy c'])
    await isWell(engine, out)
  })

  test('moves out first, even if its container is removed with another one', async () => {
    for (const shelf of [{ shelf: inside('c') }, {}]) {
      const engine = engineWithVats()
      await up(engine, { resources: { c: vat, shelf: inside('c'), m: inside('shelf') } })
      const out = { resources: { c: { ...vat, spec: { pinned: 'other' } }, ...shelf, m: { spec: { zone: 'free' } } } }
      assert.deepEqual((await up(engine, out)).slice(0, 3), ['Deploy m', 'Destroy c', 'Deploy c'])
      await isWell(engine, out)
    }
  })

  test('moves to another container first', async () => {
    const engine = engineWithVats()
    const e: ResourceDraft = { spec: { value: 'e' } }
    await up(engine, { resources: { c: vat, e, m: inside('c') } })
    const over = { resources: { c: { ...vat, spec: { pinned: 'other' } }, e, m: inside('e') } }
    assert.deepEqual(await up(engine, over), ['Deploy m', 'Destroy c', 'Deploy c'])
    await isWell(engine, over)
  })
})

describe('a member that presumably moved into its container', () => {
  const e: ResourceDraft = { spec: { value: 'e' } }

  async function movedIn(): Promise<FakeEngine> {
    const engine = engineWithVats()
    await up(engine, { resources: { c: vat, e, m: inside('e') } })
    assert.deepEqual(await up(engine, { resources: { c: vat, e, m: inside('c') } }), ['Deploy m'])
    return engine
  }

  test('moves out before the container goes', async () => {
    const engine = await movedIn()
    const over = { resources: { c: { ...vat, spec: { pinned: 'other' } }, e, m: inside('e') } }
    assert.deepEqual(await up(engine, over), ['Deploy m', 'Destroy c', 'Deploy c'])
    await isWell(engine, over)
  })

  test('is created again if it cannot move in time', async () => {
    const engine = await movedIn()
    const renamed = { resources: { d: vat, e, m: inside('d') } }
    const done = await up(engine, renamed)
    assert.deepEqual(done.slice(0, 3), ['Destroy c', 'Deploy d', 'Deploy m'])
    await isWell(engine, renamed)
  })

  test('is created again if its next container cannot be changed in time', async () => {
    const engine = await movedIn()
    // A blueprint in which a value from `e` is known only when `d` exists, and `c` makes room for `d`.
    const waiting = {
      resources: { d: vat, e: { spec: { value: ref('d.spec.id') } }, m: inside('e', { value: ref('e.spec.value') }) },
    }
    assert.deepEqual((await up(engine, waiting)).slice(0, 4), ['Destroy c', 'Deploy d', 'Deploy e', 'Deploy m'])
    const made = (await engine.state())?.resources.find(({ name, replaced }) => name === 'm' && !replaced)
    assert.equal(made?.status, 'created')
    await isWell(engine, waiting)
  })
})

describe('a member whose container is new', () => {
  test('is replaced, since it cannot be in it yet', async () => {
    const engine = new FakeEngine()
    await up(engine, { resources: { c: {}, m: plain } })
    const renamed = { resources: { d: {}, m: { ...plain, options: { deletedWith: 'd' } } } }
    assert.deepEqual(await up(engine, renamed), ['Deploy d', 'Deploy m', 'Destroy m', 'Destroy c'])
    await isWell(engine, renamed)
  })

  test('is not replaced if it is protected, even if the old name stays in use', async () => {
    const engine = new FakeEngine()
    await up(engine, { resources: { c: {}, m: guardedIn('c') } })
    const swapped = { resources: { d: {}, c: { type: 'fake/repeatable' }, m: guardedIn('d') } }
    await assert.rejects(up(engine, swapped), isProtected)
    assert.deepEqual(engine.cloud.names(), ['c', 'm'])
  })
})

test('a member moves in the next run if the first one was cut off', async () => {
  const engine = engineWithVats()
  await up(engine, boxed('1'))
  const { interfere } = engine.cloud
  engine.cloud.interfere = ({ method, name, effect }) => {
    if (method === 'Deploy' && name === 'm' && !effect)
      throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
  }
  await up(engine, boxed('2'))
  engine.cloud.interfere = interfere
  assert.deepEqual(await up(engine, boxed('2')), ['Deploy m', 'Destroy c'])
  await isWell(engine, boxed('2'))
})

test('a member is removed with a vanished container, no matter how that was noticed', async () => {
  const engine = new FakeEngine()
  const draft: BlueprintDraft = { resources: { c: {}, m: { options: { deletedWith: 'c' }, spec: { value: 'm' } } } }
  await up(engine, draft)
  for (const [id, { name }] of engine.cloud.things) if (name === 'c') engine.cloud.things.delete(id)
  assert.deepEqual(await up(engine, draft, { gather: { refresh: true } }), ['Deploy c', 'Deploy m', 'Destroy m'])
  await isWell(engine, draft)
})

test('a container is not replaced while a component is inside', async () => {
  const k: ResourceDraft = { type: 'fake/whole', options: { deletedWith: 'c' }, spec: { value: 'ab', pinned: '1' } }
  for (const type of ['fake/find', exclusive]) {
    const engine = new FakeEngine()
    await upComposed(engine, { c: { type, spec: { pinned: '1' } }, k })
    const other = { c: { type, spec: { pinned: '2' } }, k }
    await assert.rejects(upComposed(engine, other), /the parts of the component k cannot follow it/)
    assert.deepEqual(engine.cloud.names(), ['c', 'k:a', 'k:b'])
  }
})
