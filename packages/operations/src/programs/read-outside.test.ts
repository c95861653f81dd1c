import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderCatalog } from '@slipway/engine'
import { PassedOn, type Value } from '@slipway/model'
import { outside } from './read-outside.ts'

/** Reads `vault/pass`, whose field `token` has this value. */
function reading(token: Value) {
  const definition = { type: 'vault/pass', fields: { token: { type: 'string' } }, filterFields: {} }
  const catalog = {
    define: () => Promise.resolve({ dataSourceTypes: { 'vault/pass': definition } }),
    provider: () => Promise.resolve({ fetch: () => Promise.resolve({ token }) }),
    context: () => ({}),
    namespaces: () => ['vault'],
  }
  const read = outside({
    catalog: catalog as unknown as ProviderCatalog,
    stop: new AbortController().signal,
    deadlines: { fetch: 1000, callFunction: 1000 },
    namePlugin: () => undefined,
    learn: () => undefined,
  })
  return read({ kind: 'data', type: 'vault/pass', filter: {}, fields: [] }, undefined)
}

test('a stack cannot read an ephemeral value, since it could be recorded', async () => {
  await assert.rejects(reading(new PassedOn('hush')), {
    code: 'blueprint/ephemeral-value',
    message: 'a stack cannot read vault/pass: its values are ephemeral, and a value in a stack may be recorded',
  })
  assert.deepEqual({ ...((await reading('open')) as object) }, { token: 'open' })
})
