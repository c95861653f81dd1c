import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ExternalStateRequest, type ValueMap, valueMap } from '@slipway/model'
import type { ProviderCalls } from '../../providers/calls/provider-calls.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { fakeDefinition } from '../../testing/fake-types.ts'
import { whetherThere } from './whether-there.ts'

const importable = { idField: 'zone', importedBy: 'zone' }

/** The message about a resource that a plan creates, if its provider answers like this. */
async function said(
  type: string,
  answer: (request: ExternalStateRequest) => ValueMap | undefined,
  more: object = {},
  spec: Record<string, string> = { zone: 'k1' },
) {
  const engine = new FakeEngine()
  const { plan, gathered, blueprint } = await engine.plan({ resources: { one: { type, spec } } })
  const known = fakeDefinition.resourceTypes?.[type]
  const providers = { ...gathered.providers, type: () => known && { ...known, ...more } }
  const externalState = (request: ExternalStateRequest) => Promise.try(() => answer(request))
  return await whetherThere(plan, {
    gathered: { ...gathered, providers },
    calls: { externalState } as unknown as ProviderCalls,
    wanted: blueprint?.resources ?? new Map(),
    newId: () => 'nobody',
    now: 0,
    parallelism: 2,
  })
}

function notAsked(): never {
  assert.fail('is not asked')
}

function failing(): never {
  throw fakeFailure()
}

const found = valueMap([['zone', 'k1']])

function byImport({ importedAs }: ExternalStateRequest): ValueMap | undefined {
  return importedAs === 'k1' ? found : undefined
}

test('a resource exists exactly if it is found by its identity', async () => {
  assert.deepEqual(await said('fake/keyed', () => found), [{ name: 'one', kind: 'there' }])
  assert.deepEqual(await said('fake/keyed', () => undefined), [{ name: 'one', kind: 'absent' }])
})

test('"not found" by a resource id proves nothing, unless the provider can import', async () => {
  assert.deepEqual(await said('fake/paper', () => undefined), [{ name: 'one', kind: 'unknown' }])
  assert.deepEqual(await said('fake/paper', byImport, importable), [{ name: 'one', kind: 'there', importId: 'k1' }])
  assert.deepEqual(await said('fake/paper', () => undefined, importable), [{ name: 'one', kind: 'absent' }])
})

test('whether a resource exists is unknown without an identity, without its value, or without an answer', async () => {
  assert.deepEqual(await said('fake/ask', notAsked), [{ name: 'one', kind: 'unknown' }])
  assert.deepEqual(await said('fake/keyed', notAsked, {}, { value: 'a' }), [{ name: 'one', kind: 'unknown' }])
  assert.deepEqual(await said('fake/keyed', failing), [{ name: 'one', kind: 'unknown' }])
})
