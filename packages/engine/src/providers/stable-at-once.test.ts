import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Provider, type ResourceTypeDefinition, valueMap } from '@slipway/model'
import type { Ports } from '../ports.ts'
import { defaultDeadlines } from '../defaults.ts'
import { ProviderCalls } from './calls/provider-calls.ts'

const definition = { type: 'acme/r', unstableWith: ['slow'] } as unknown as ResourceTypeDefinition

test('a provider is asked about stability only for types that take time', async () => {
  const asked: unknown[] = []
  const provider: Partial<Provider> = {
    hasStabilised: async ({ spec }) => {
      asked.push(spec['slow'])
      return { stabilised: false, computed: {} }
    },
  }
  const catalog = { provider: async () => provider, context: () => ({ config: {}, variables: {} }) }
  const calls = new ProviderCalls({
    ports: { catalog, clock: { now: () => 0, monotonic: () => 0 } } as unknown as Ports,
    providers: { byNamespace: new Map(), type: () => definition, link: () => undefined },
    deadlines: defaultDeadlines,
    events: () => {},
  })
  const request = { type: 'acme/r', resourceId: 'r-1', resourceName: 'r', instanceId: 'i-1', instanceName: 'i' }
  const of = (spec: Readonly<Record<string, boolean>>) =>
    calls.hasStabilised({ ...request, spec: valueMap(Object.entries(spec)) })

  assert.deepEqual(await of({ quick: true }), { stabilised: true, computed: {} })
  assert.deepEqual(asked, [])
  assert.deepEqual(await of({ slow: false }), { stabilised: false, computed: {} })
  assert.deepEqual(asked, [false])
})
