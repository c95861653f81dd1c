import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ExternalStateRequest, type ValueMap, valueMap } from '@slipway/model'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { FakeEngine } from '../testing/fake-engine.ts'
import { fakeTypeDefinition } from '../testing/fake-types.ts'
import { foundByKey, type VerdictContext } from './doubt/doubt-verdict.ts'

type Find = (spec: ValueMap, id: string) => boolean

/** The result of `foundByKey` for a provider that finds things by this test. */
async function asked(isFound: Find): Promise<unknown> {
  const engine = new FakeEngine()
  await engine.up({ resources: { one: { spec: { zone: 'k1' } } } })
  const [record] = (await engine.state())?.resources ?? []
  assert.ok(record)
  const externalState = ({ spec, resourceId }: ExternalStateRequest): Promise<ValueMap | undefined> =>
    Promise.try(() => (isFound(spec, resourceId) ? valueMap(Object.entries(spec)) : undefined))
  const settler = { calls: { externalState }, instanceId: '', instanceName: '', unusedId: () => 'nobody' }
  const context = { definition: fakeTypeDefinition(record.type), settler } as unknown as VerdictContext
  return await foundByKey(record, context)
}

/** The result for a provider that refuses to look without its computed value. */
async function failing(pluginErrorCode: 'BAD_INPUT' | 'UNEXPECTED'): Promise<unknown> {
  return await asked((spec) => {
    if (spec['echo'] === undefined) throw fakeFailure({ pluginErrorCode, reasons: ['what is its id?'] })
    return true
  })
}

test('a key belongs to the resource found by it', async () => {
  assert.equal(((await asked((spec) => spec['zone'] === 'k1')) as ValueMap)['zone'], 'k1')
})

test('a provider that finds whatever is claimed does not search by key', async () => {
  assert.equal(await asked((spec) => spec['echo'] !== undefined), 'byComputed')
})

test('a provider that needs computed values to search does not search by key, and other failures prove nothing', async () => {
  assert.equal(await failing('BAD_INPUT'), 'onlyWithComputed')
  assert.equal(((await failing('UNEXPECTED')) as ValueMap)['zone'], 'k1')
})

test('a provider that refuses once is asked again', async () => {
  let questions = 0
  const found = await asked((spec) => {
    if (++questions === 2) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['the answer is 403'] })
    return spec['zone'] === 'k1'
  })
  assert.equal((found as ValueMap)['zone'], 'k1')
  questions = 0
  await assert.rejects(
    asked(() => {
      if (++questions > 1) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['the answer is 403'] })
      return true
    }),
    { pluginErrorCode: 'BAD_INPUT' },
  )
})

test('a provider that searches by resource id is recognised, and so is one that finds nothing', async () => {
  assert.equal(await asked((_, id) => id !== 'nobody'), 'byId')
  assert.equal(await asked(() => false), undefined)
})
