import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'

type Resources = NonNullable<BlueprintDraft['resources']>

/** A directory. Another directory in its place can only be made when this one is gone. */
const folder = (pinned: string, value = 'v') => ({ type: 'fake/folder', spec: { pinned, value } })
/** A file inside another resource. */
const inside = (name: string, zone: string) => ({ type: 'fake/paper', spec: { zone, value: ref(`${name}.spec.id`) } })
/** A resource outside the directory that reads another resource. */
const reading = (name: string) => ({ spec: { value: ref(`${name}.spec.id`) } })

async function engineWith(resources: Resources): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up({ resources })
  engine.cloud.calls.length = 0
  return engine
}

const changes = ({ cloud }: FakeEngine): readonly string[] =>
  cloud.calls.filter((call) => /^(Deploy|Destroy)/.test(call))

describe('an unwanted reader of a resource that is destroyed first', () => {
  test('is destroyed before it, in the usual order', async () => {
    const before = { dir: folder('p'), part: inside('dir', 'p/a'), file: inside('part', 'p/a/b') }
    const engine = await engineWith(before)
    const { plan, result } = await engine.up({ resources: { dir: folder('q') } })
    assert.equal(result?.outcome, 'succeeded')
    assert.deepEqual(changes(engine), ['Destroy file', 'Destroy part', 'Destroy dir', 'Deploy dir'])
    assert.deepEqual(
      plan.steps.flatMap(({ name, reason }) => (reason === undefined ? [] : [`${name}: ${reason}`])).toSorted(),
      ['file: not in the blueprint, makes room for dir', 'part: not in the blueprint, makes room for dir'],
    )
  })

  test('is destroyed first, too, if another name takes the place', async () => {
    const engine = await engineWith({ dir: folder('p'), file: inside('dir', 'p/a') })
    const { result } = await engine.up({ resources: { other: { type: 'fake/link', spec: { pinned: 'p' } } } })
    assert.equal(result?.outcome, 'succeeded')
    assert.deepEqual(changes(engine), ['Destroy file', 'Destroy other', 'Deploy other'])
  })

  test('is destroyed last if a remaining resource reads it', async () => {
    const engine = await engineWith({ dir: folder('p'), file: inside('dir', 'p/a'), user: reading('file') })
    const { result } = await engine.up({ resources: { dir: folder('q'), user: { spec: { value: 'alone' } } } })
    assert.equal(result?.outcome, 'succeeded')
    assert.deepEqual(changes(engine).slice(-1), ['Destroy file'])
  })

  test('is destroyed first even if an unwanted resource elsewhere reads it', async () => {
    const engine = await engineWith({ dir: folder('p'), file: inside('dir', 'p/a'), server: reading('file') })
    const { result } = await engine.up({ resources: { dir: folder('q') } })
    assert.equal(result?.outcome, 'succeeded')
    assert.deepEqual(changes(engine), ['Destroy file', 'Destroy dir', 'Deploy dir', 'Destroy server'])
  })

  test('is destroyed last if it is elsewhere', async () => {
    const engine = await engineWith({ dir: folder('p'), user: reading('dir') })
    const { result } = await engine.up({ resources: { dir: folder('q') } })
    assert.equal(result?.outcome, 'succeeded')
    assert.deepEqual(changes(engine), ['Destroy dir', 'Deploy dir', 'Destroy user'])
  })

  test('is kept with it if the new resource cannot be created', async () => {
    const engine = await engineWith({ source: { spec: { value: 'a' } }, dir: folder('p'), file: inside('dir', 'p/a') })
    engine.cloud.interfere = ({ method, name }) => {
      if (method === 'Deploy' && name === 'source') throw fakeFailure({ message: 'no' })
    }
    const then = { type: 'fake/folder', spec: { pinned: ref('source.spec.echo'), value: 'v' } }
    const { result } = await engine.up({ resources: { source: { spec: { value: 'b' } }, dir: then } })
    assert.equal(result?.outcome, 'failed')
    assert.deepEqual(changes(engine), ['Deploy source'])
  })
})
