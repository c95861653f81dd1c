/** A plugin cannot fill the memory with its answers. Many small answers are not a plugin's fault. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Provider, valueMap } from '@slipway/model'
import type { Ports } from '../../ports.ts'
import { defaultDeadlines } from '../../defaults.ts'
import { ProviderCalls } from './provider-calls.ts'

const megabyte = 2 ** 20
const filter = { dataSourceName: 'd', type: 'acme/d', filters: [], exports: {} }
const stabilised = {
  type: 'acme/r',
  resourceId: 'r-1',
  resourceName: 'r',
  instanceId: 'i-1',
  instanceName: 'i',
  spec: valueMap(),
}

function callsOf(provider: Partial<Provider>): ProviderCalls {
  const catalog = { provider: async () => provider, context: () => ({ config: {}, variables: {} }) }
  const ports = { catalog, clock: { now: () => 0, monotonic: () => 0 } } as unknown as Ports
  return new ProviderCalls({
    ports,
    providers: { byNamespace: new Map(), type: () => undefined, link: () => undefined },
    deadlines: defaultDeadlines,
    events: () => {},
  })
}

async function answers(count: number, size: number): Promise<number> {
  let asked = 0
  const calls = callsOf({
    fetch: async () => {
      asked++
      return valueMap([['text', 'x'.repeat(size)]])
    },
  })
  for (let n = 0; n < count; n++) await calls.fetch(filter)
  return asked
}

describe('large answers of plugins', () => {
  test('are accepted now and then, and small ones without limit', async () => {
    assert.equal(await answers(40, megabyte), 40)
    assert.equal(await answers(2000, 60_000), 2000)
  })

  test('that exceed the total stop further questions, and the plugin is named', async () => {
    const refused = {
      code: 'engine/answers-too-large',
      refused: true,
      message: /more than 48 MB .* acme gets no more calls for d/,
    }
    await assert.rejects(answers(100, megabyte), refused)
  })

  test('that are not kept do not count, such as a repeated “wait”', async () => {
    let asked = 0
    const computed = { 'spec.text': 'x'.repeat(megabyte) }
    const calls = callsOf({ hasStabilised: async () => ({ stabilised: ++asked > 100, computed }) })
    for (let n = 0; n <= 100; n++) await calls.hasStabilised(stabilised)
    assert.equal(asked, 101)
  })
})
