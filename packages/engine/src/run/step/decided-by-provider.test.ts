import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeResource, ref, text } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

const db = (value: string, more: object = {}, type = 'fake/decided') => ({
  resources: { db: { type, spec: { value, ...more } } },
})

const site = (first: string, value: string) => ({
  resources: {
    a: { spec: { value: first } },
    db: { type: 'fake/decided', spec: { value: text(value, ref('a.spec.echo')) } },
  },
})

async function deployed(draft: ReturnType<typeof db>): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(draft)
  engine.cloud.calls.length = 0
  return engine
}

describe('a provider that decides about replacements', () => {
  test('is asked about changed resources, and the plan shows its answer', async () => {
    const engine = await deployed(db('1'))
    assert.deepEqual(actions((await engine.plan(db('2'))).plan), ['update db'])
    const { plan } = await engine.plan(db('!3'))
    assert.deepEqual(actions(plan), ['replace db'])
    assert.deepEqual(plan.steps[0]?.replaceBecause, ['spec.value'])
    const { result } = await engine.up(db('!!4'))
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(
      engine.cloud.calls.filter((call) => call !== 'Diff db' && !call.startsWith('Get')),
      ['Destroy db', 'Deploy db', 'HasStabilised db'],
    )
  })

  test('is not asked about unchanged or new resources', async () => {
    const engine = await deployed(db('1'))
    await engine.plan(db('1'))
    await new FakeEngine(engine.cloud).plan(db('1'))
    assert.deepEqual(engine.cloud.calls, [])
  })

  test('is asked about further changes and partly unknown inputs if it compares', async () => {
    const type = 'fake/compared'
    const engine = await deployed(db('1', {}, type))
    assert.deepEqual(actions((await engine.plan(db('1', {}, type))).plan), [])
    assert.deepEqual(engine.cloud.calls, ['Diff db'])
    const odd = await deployed(db('1?', {}, type))
    const { plan } = await odd.up(db('1?', {}, type))
    assert.deepEqual(actions(plan), ['update db'])
    assert.equal(plan.steps[0]?.reason, 'its provider finds a difference in spec.value')
    assert.deepEqual(
      odd.cloud.calls.filter((call) => !call.startsWith('Get')),
      ['Diff db', 'Deploy db', 'HasStabilised db'],
    )
    const open = (value: string) => ({
      resources: { a: { spec: { value } }, db: { type, spec: { value: text('', ref('a.spec.echo')) } } },
    })
    const both = new FakeEngine()
    await both.up(open('1'))
    both.cloud.calls.length = 0
    await both.plan(open('2'))
    assert.deepEqual(both.cloud.calls, ['Diff db'])
  })

  test('may overrule its schema or add to it', async () => {
    const engine = await deployed(db('1', { pinned: '1' }))
    assert.deepEqual(actions((await engine.plan(db('1', { pinned: '2' }))).plan), ['update db'])
    const type = 'fake/decided-too'
    const other = await deployed(db('1', { pinned: '1' }, type))
    assert.deepEqual(actions((await other.plan(db('1', { pinned: '2' }, type))).plan), ['replace db'])
    assert.deepEqual(actions((await other.plan(db('!1', { pinned: '1' }, type))).plan), ['replace db'])
  })

  test('is asked again once all is known, and more than was planned is refused', async () => {
    const engine = new FakeEngine()
    await engine.up(site('1', ''))
    const { plan, result } = await engine.up(site('2', '!'))
    assert.deepEqual(actions(plan), ['update a', 'update db'])
    assert.deepEqual(
      result.failures.map(({ name, code }) => [name, code]),
      [['db', 'engine/plan-overtaken']],
    )
    assert.deepEqual(actions((await engine.plan(site('2', '!'))).plan), ['replace db'])
  })

  test('prevents the plan if it does not answer', async () => {
    const engine = await deployed(db('1'))
    engine.cloud.interfere = () => {
      throw fakeFailure({ message: 'I am out' })
    }
    await assert.rejects(engine.plan(db('2')), /the change of db \(test\/fake, .*\): I am out/)
  })

  test('is asked about resources of a program, too', async () => {
    const engine = await deployed(db('1'))
    const type = 'fake/decided'
    await engine.program(async (want) => {
      await want(fakeResource('db', { type, spec: { value: '!2' } }))
    })
    assert.deepEqual(
      engine.cloud.calls.filter((call) => /^(Diff|Deploy|Destroy)/.test(call)),
      ['Diff db', 'Deploy db', 'Destroy db'],
    )
  })
})
