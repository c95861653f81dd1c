import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Provider } from '@slipway/model'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses } from '../../testing/fake-engine.ts'

/** A provider that finds any thing in a zone, and does not make a second thing there. */
function byZone(engine: FakeEngine): Provider {
  const provider = engine.cloud.provider()
  const inZone = (zone: unknown) => [...engine.cloud.things.values()].find(({ spec }) => spec['zone'] === zone)
  return {
    ...provider,
    deploy: async (request) => {
      if (inZone(request.spec['zone']) === undefined) await provider.deploy(request)
      throw fakeFailure({ inDoubt: true })
    },
    externalState: ({ spec }) => Promise.resolve(inZone(spec['zone'])?.spec),
  }
}

test('two creates without an answer do not both match the one resource that is found', async () => {
  const engine = new FakeEngine()
  const { catalog, ...ports } = engine.ports()
  const finding = { ...ports, catalog: { ...catalog, provider: () => Promise.resolve(byZone(engine)) } }
  const resource = { type: 'fake/ask', spec: { zone: 'north' } }
  const draft = { resources: { one: resource, two: resource, other: { type: 'fake/ask', spec: { zone: 'south' } } } }
  const { result } = await engine.up(draft, { run: { ports: finding } })
  assert.deepEqual(await statuses(engine), { one: 'created', two: 'create-interrupted', other: 'created' })
  const told = result.failures.find(({ name }) => name === 'two')
  assert.match(told?.hint ?? '', /--settle two=/)
})

test('two indistinguishable resources in doubt exist if the user confirms each by name', async () => {
  const engine = new FakeEngine()
  const { catalog, ...ports } = engine.ports()
  const provider = byZone(engine)
  const nameless = async (...asked: Parameters<Provider['externalState']>) =>
    (await provider.externalState(...asked)) && { zone: asked[0].spec['zone'] ?? null }
  const finding = {
    ...ports,
    catalog: { ...catalog, provider: () => Promise.resolve({ ...provider, externalState: nameless }) },
  }
  const draft = {
    resources: {
      one: { type: 'fake/ask', spec: { zone: 'north' } },
      two: { type: 'fake/ask', spec: { zone: 'south' } },
    },
  }
  const asking = { gather: { ports: finding }, run: { ports: finding } }
  await engine.up(draft, asking)
  const open = 'create-interrupted'
  assert.deepEqual(await statuses(engine), { one: open, two: open })
  const settle = new Map([
    ['one', 'exists'],
    ['two', 'exists'],
  ] as const)
  await engine.up(draft, { ...asking, gather: { ...asking.gather, settle } })
  assert.deepEqual(await statuses(engine), { one: 'created', two: 'created' })
})
