import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ExternalStateRequest, type ValueMap, valueMap } from '@slipway/model'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { FakeEngine } from '../testing/fake-engine.ts'
import { fakeTypeDefinition } from '../testing/fake-types.ts'
import { foundByKey, type VerdictContext } from './doubt-verdict.ts'

type Find = (spec: ValueMap, id: string) => boolean

/** The message about a resource whose provider finds things like this. */
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

/** A provider that refuses to look without what it has computed. */
async function failing(pluginErrorCode: 'BAD_INPUT' | 'UNEXPECTED'): Promise<unknown> {
  return await asked((spec) => {
    if (spec['echo'] === undefined) throw fakeFailure({ pluginErrorCode, reasons: ['what is its id?'] })
    return true
  })
}

test('a key belongs to the thing found by it', async () => {
  assert.equal(((await asked((spec) => spec['zone'] === 'k1')) as ValueMap)['zone'], 'k1')
})

test('a provider that finds every claimed thing does not go by a key', async () => {
  assert.equal(await asked((spec) => spec['echo'] !== undefined), 'byComputed')
})

test('a provider that needs its computed values to look does not go by a key; other failures say nothing', async () => {
  assert.equal(await failing('BAD_INPUT'), 'onlyWithComputed')
  assert.equal(((await failing('UNEXPECTED')) as ValueMap)['zone'], 'k1')
})

test('a provider that refuses once, as a busy service may, is asked again', async () => {
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

test('a provider that finds things by resource id is recognised, and so is one that finds nothing', async () => {
  assert.equal(await asked((_, id) => id !== 'nobody'), 'byId')
  assert.equal(await asked(() => false), undefined)
})
