import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import type { BlueprintDraft, ResourceDraft } from '../testing/fake-blueprint.ts'
import { FakeEngine, actions, statuses } from '../testing/fake-engine.ts'
const exclusive = 'fake/exclusive'
const inside = (c: string, more: any = {}): ResourceDraft => ({ options: { deletedWith: c, ...more } })
const isProtected = (t: unknown): boolean => t instanceof Failure && t.code === 'engine/protected'
const dump = async (e: FakeEngine) => (await e.state())?.resources.map((r) => `${r.name}${r.replaced ? '(old)' : ''} ${r.id} ${r.status} standsIn=${r.standsIn} with=${r.options?.deletedWith}`)

test('K: protected, text unchanged, container went to another name, then goes', async () => {
  const e = new FakeEngine()
  const app = inside('box', { protect: true })
  await e.up({ resources: { box: {}, app } })
  await e.up({ resources: { cube: { options: { aliases: ['box'] } }, box: {}, app } })
  console.log(await dump(e))
  await assert.rejects(e.plan({ resources: { box: {}, app } }), isProtected)
})
test('K2: same, cube replaced destroy-first', async () => {
  const e = new FakeEngine()
  const app = inside('box', { protect: true })
  await e.up({ resources: { box: { type: exclusive, spec: { pinned: '1' } }, app } })
  await e.up({ resources: { cube: { type: exclusive, spec: { pinned: '1' }, options: { aliases: ['box'] } }, box: {}, app } })
  await assert.rejects(e.plan({ resources: { cube: { type: exclusive, spec: { pinned: '2' } }, box: {}, app } }), isProtected)
})
for (const order of [['app', 'box'], ['box', 'app']])
  test(`G: race with create-first replacement ${order}`, async () => {
    const e = new FakeEngine()
    await e.up({ resources: { box: { spec: { pinned: '1' } } } })
    const all: any = { box: { spec: { pinned: '2' } }, app: inside('box', { protect: true }) }
    await e.up({ resources: Object.fromEntries(order.map((n) => [n, all[n]])) })
    console.log(await dump(e))
    await assert.rejects(e.plan(undefined, { plan: { operation: 'destroy', targets: ['box'] } as any }), isProtected)
  })
test('J: create-first replacement with protected member that stays', async () => {
  const e = new FakeEngine()
  const app = inside('box', { protect: true })
  await e.up({ resources: { box: { spec: { pinned: '1' } }, app } })
  e.cloud.interfere = ({ method }) => { if (method === 'Destroy') throw new Error('no') }
  try { const r = await e.up({ resources: { box: { spec: { pinned: '2' } }, app } }); console.log('up2', r.result.failures) } catch (t) { console.log('up2 refused', String(t)) }
  e.cloud.interfere = () => {}
  console.log(await dump(e))
  try { const r = await e.up({ resources: { box: { spec: { pinned: '2' } }, app } }); console.log('up3', actions(r.plan)) } catch (t) { console.log('up3 refused', String(t)) }
})
test('A: swap, dependsOn for another reason, unrelated update', async () => {
  const e = new FakeEngine()
  const app = (value: string): ResourceDraft => ({ ...inside('box'), dependsOn: ['box'], spec: { value } })
  await e.up({ resources: { box: {}, app: app('1') } })
  await e.up({ resources: { cube: { options: { aliases: ['box'] } }, box: {}, app: app('2') } })
  console.log(await dump(e))
})
test('C: failed move into a box', async () => {
  const { fakeFailure } = await import('../testing/fake-cloud.ts')
  const e = new FakeEngine()
  await e.up({ resources: { box: {} } })
  e.clock.time += 1000
  await e.up({ resources: { box: {}, app: { spec: { value: '1' } } } })
  e.cloud.interfere = ({ method, name }) => { if (method === 'Deploy' && name === 'app') throw fakeFailure({ pluginErrorCode: 'UNEXPECTED' }) }
  const r = await e.up({ resources: { box: {}, app: { ...inside('box'), spec: { value: '2' } } } })
  console.log(r.result.failures.map(String))
  e.cloud.interfere = () => {}
  console.log(await dump(e))
  e.cloud.calls.length = 0
  await e.up({ resources: {} })
  console.log(e.cloud.calls, e.cloud.names())
  assert.deepEqual(e.cloud.names(), [])
})
test('M: protected moves out, update fails, box goes in the same run', async () => {
  const { fakeFailure } = await import('../testing/fake-cloud.ts')
  const e = new FakeEngine()
  await e.up({ resources: { box: {}, app: { ...inside('box', { protect: true }), spec: { value: '1' } } } })
  e.cloud.interfere = ({ method, name }) => { if (method === 'Deploy' && name === 'app') throw fakeFailure({ pluginErrorCode: 'UNEXPECTED' }) }
  const r = await e.up({ resources: { app: { options: { protect: true }, spec: { value: '2' } } } })
  console.log(r.result.failures.map(String), e.cloud.names(), e.cloud.calls)
  console.log(await dump(e))
})
