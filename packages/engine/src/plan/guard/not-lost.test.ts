import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, call, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { type CloudCall, fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses, type UpOptions } from '../../testing/fake-engine.ts'

const exclusive = 'fake/exclusive'
const find = 'fake/find'
const isProtected = { code: 'engine/protected' }
const inside = { deletedWith: 'box' }
const guarded = { ...inside, protect: true }
const app: ResourceDraft = { options: inside, spec: { value: 'a' } }

/**
 * A blueprint with the container `box`.
 *
 * @param pinned with another value, another box is made, and the old box has to make room for it
 */
function boxed(
  pinned: string,
  more: Readonly<Record<string, ResourceDraft>> = { app },
  type = exclusive,
): BlueprintDraft {
  return { resources: { box: { type, spec: { pinned } }, ...more } }
}

/** Runs an `up`, and returns its calls that change something. */
async function up(engine: FakeEngine, draft: BlueprintDraft, options: UpOptions = {}): Promise<readonly string[]> {
  engine.cloud.calls.length = 0
  engine.clock.time += 1000
  await engine.up(draft, options)
  return engine.cloud.calls.filter((each) => /^(Deploy|Destroy) /.test(each))
}

function refusing(method: string, name: string): (asked: CloudCall) => void {
  return (asked) => {
    if (asked.method === method && asked.name === name && !asked.effect)
      throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
  }
}

/** Checks that after two more runs everything that is wanted exists, and that a third run finds nothing to do. */
async function comesToRest(engine: FakeEngine, draft: BlueprintDraft): Promise<void> {
  engine.cloud.interfere = () => undefined
  await up(engine, draft)
  await up(engine, draft)
  const { resources = [] } = (await engine.state()) ?? {}
  // The names come from the records: the fake cloud keeps a thing that went with its container and has no record any more.
  const there = resources.filter(({ id }) => engine.cloud.things.has(id)).map(({ name }) => name)
  assert.deepEqual(there.toSorted(), Object.keys(draft.resources ?? {}).toSorted())
  const places = new Set(resources.map(({ id }) => id))
  assert.ok(resources.flatMap(({ standsIn = [] }) => standsIn.slice(-1)).every((id) => places.has(id)))
  assert.deepEqual(await up(engine, draft), [])
}

function beside(pinned: string, value: string, protect: boolean): BlueprintDraft {
  const other: ResourceDraft = { options: { ...inside, protect }, spec: { value: ref('src.spec.echo') } }
  return boxed(pinned, { src: { spec: { value } }, app: other }, find)
}

function given(pinned: string, value: string): BlueprintDraft {
  const box: ResourceDraft = { spec: { pinned, value: 'x' } }
  return { resources: { box, app: { ...app, spec: { value, password: ref('box.spec.echo') } } } }
}

function undecided(type: string, pinned: string, options: ResourceDraft['options'] = inside): BlueprintDraft {
  const box: ResourceDraft = { type, spec: { pinned }, condition: call('contains', ref('src.spec.echo'), 'yes') }
  return { resources: { src: { spec: { value: `yes ${pinned}` } }, box, app: { options } } }
}

function shelved(pinned: string): BlueprintDraft {
  return boxed(pinned, { shelf: { options: inside }, cup: { options: { deletedWith: 'shelf' } } })
}

function conditional(condition: boolean): BlueprintDraft {
  return { resources: { box: { condition }, app } }
}

function bothUndecided(value: string): BlueprintDraft {
  const condition = call('contains', ref('src.spec.echo'), 'yes')
  return { resources: { src: { spec: { value } }, box: { condition }, app: { ...app, condition } } }
}

/** A resource that was called `box` before. */
function cube(type: string): ResourceDraft {
  return { type, spec: { pinned: '2' }, options: { aliases: ['box'] } }
}

describe('a member of a container is kept', () => {
  test('if an unrelated value is unknown', async () => {
    const engine = new FakeEngine()
    await engine.up(beside('1', 'a', true))
    await assert.rejects(engine.plan(beside('2', 'b', true)), isProtected)
    await engine.up(beside('1', 'a', false))
    const { plan } = await engine.plan(beside('2', 'b', false))
    assert.equal(plan.steps.find(({ name }) => name === 'app')?.action, 'replace')
  })

  test('in the old container, which waits for it, if the new container gives the same value', async () => {
    const engine = new FakeEngine()
    await engine.up(given('1', 'a'))
    assert.deepEqual(await up(engine, given('2', 'b')), ['Deploy box', 'Deploy app'])
    assert.deepEqual(await up(engine, given('2', 'b')), ['Deploy app', 'Destroy app', 'Destroy box'])
  })

  for (const type of [exclusive, find])
    test(`if it is unknown whether the container is wanted (${type})`, async () => {
      const engine = new FakeEngine()
      await engine.up(undecided(type, '1', guarded))
      await assert.rejects(engine.plan(undecided(type, '2', guarded)), isProtected)
      await engine.up(undecided(type, '1', { ...guarded, protect: false }))
      await up(engine, undecided(type, '2'))
      await comesToRest(engine, undecided(type, '2'))
    })

  for (const type of [exclusive, find])
    test(`if another resource takes the container’s name (${type})`, async () => {
      const engine = new FakeEngine()
      await engine.up(boxed('1', { app }, type))
      const draft = boxed('3', { cube: cube(type), app }, type)
      const { plan } = await engine.plan(draft)
      assert.equal(plan.steps.find(({ name }) => name === 'app')?.action, 'replace')
      await comesToRest(engine, draft)
    })

  test('if the renamed container is destroyed first and cannot be created', async () => {
    const engine = new FakeEngine()
    await engine.up(boxed('1'))
    const draft = { resources: { cube: cube(exclusive), app: { ...app, options: { deletedWith: 'cube' } } } }
    engine.cloud.interfere = refusing('Deploy', 'app')
    assert.deepEqual(await up(engine, draft), ['Destroy cube', 'Deploy cube', 'Deploy app'])
    await comesToRest(engine, draft)
  })

  test('if its own state cannot be read', async () => {
    const engine = new FakeEngine()
    await engine.up(boxed('1'))
    engine.cloud.interfere = refusing('GetExternalState', 'app')
    await up(engine, boxed('2'), { gather: { refresh: true } })
    assert.deepEqual(await statuses(engine), { box: 'created' })
    await comesToRest(engine, boxed('2'))
  })

  test('if a plan leaves out a container in between', async () => {
    const engine = new FakeEngine()
    await engine.up(shelved('1'))
    const part = { plan: { exclude: ['shelf'] } }
    const { plan } = await engine.plan(shelved('2'), part)
    assert.deepEqual(
      plan.steps.map(({ name, action }) => `${action} ${name}`),
      ['replace box', 'delete shelf', 'delete cup'],
    )
    await up(engine, shelved('2'), part)
    await comesToRest(engine, shelved('2'))
  })

  test('if its container was never recorded', async () => {
    for (const part of [{ targets: ['box'] }, {}]) {
      const engine = new FakeEngine()
      await engine.up(boxed('1', { app }, find))
      const lease = await engine.lease()
      for (const { standsIn: _, ...resource } of (await engine.state())?.resources ?? [])
        await engine.store.commit(lease, [{ kind: 'resource', resource }])
      engine.cloud.interfere = refusing('Deploy', 'app')
      assert.ok(!(await up(engine, boxed('2', { app }, find), { plan: part })).includes('Destroy box'))
      await comesToRest(engine, boxed('2', { app }, find))
    }
  })

  test('if its container is no longer wanted', async () => {
    const engine = new FakeEngine()
    await engine.up(conditional(true))
    assert.deepEqual(await up(engine, conditional(false)), ['Deploy app', 'Destroy app', 'Destroy box'])
    await up(engine, conditional(true))
    assert.deepEqual(engine.cloud.names(), ['app', 'box'])
  })

  test('until it is removed before its container, if the run finds both unwanted', async () => {
    const engine = new FakeEngine()
    await engine.up(bothUndecided('yes'))
    assert.deepEqual(await up(engine, bothUndecided('no')), ['Deploy src', 'Destroy app', 'Destroy box'])
    await comesToRest(engine, { resources: { src: { spec: { value: 'no' } } } })
  })

  test('in the plan as removed along with its container, if only the container is destroyed', async () => {
    const engine = new FakeEngine()
    await engine.up(shelved('1'))
    const options = { plan: { operation: 'destroy', targets: ['box'] } } as const
    const { plan } = await engine.plan(undefined, options)
    assert.deepEqual(
      plan.steps.map(({ name, goesWith }) => [name, goesWith]),
      [
        ['cup', 'box'],
        ['shelf', 'box'],
        ['box', undefined],
      ],
    )
  })

  test('if names were swapped before its own replacement', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { a: {}, b: { type: exclusive }, app: { options: { deletedWith: 'b' } } } })
    const other: ResourceDraft = { options: { deletedWith: 'a' }, spec: { pinned: 'x' } }
    const draft = { resources: { a: { type: exclusive }, b: {}, app: other } }
    engine.cloud.interfere = refusing('Deploy', 'b')
    const done = await up(engine, draft)
    assert.deepEqual(done, ['Destroy a', 'Deploy b', 'Deploy a', 'Deploy app', 'Destroy app'])
    assert.deepEqual(await statuses(engine), { a: 'created', app: 'created', b: 'created' })
    assert.deepEqual(engine.cloud.names(), ['a', 'app', 'b'])
    await comesToRest(engine, draft)
  })
})
