/** A plugin's definition is bounded, however few bytes it takes on the wire. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { describe, test } from '../../../../../test/cases.ts'

import type { PropertySchema, Provider, ProviderDefinition, RetryPolicy } from '@slipway/model'

import { connectChannel } from '../../wire/rpc/client.ts'
import { RpcServer } from '../../wire/rpc/server.ts'
import { ProviderClient } from './client.ts'
import { providerRoutes } from './server.ts'

const types = Array.from({ length: 20 }, (_, n) => `talker/t${n}`)

function definition(properties: number, functionNames: readonly string[] = []): ProviderDefinition {
  const attributes: Record<string, PropertySchema> = {}
  for (let n = 0; n < properties; n++) attributes[`p${n}`] = { type: 'string' }
  const resourceType = (type: string) => ({
    type,
    label: type,
    schema: { type: 'object', attributes } as const,
    destroyBeforeCreate: false,
    settlement: 'ask' as const,
    stabilisedDependencies: [],
  })
  return {
    pluginId: 'acme/talker',
    pluginVersion: '1.0.0',
    namespace: 'talker',
    config: { fields: {}, allowAdditionalFields: true },
    resourceTypeNames: types,
    dataSourceTypeNames: [],
    functionNames,
    resourceTypes: Object.fromEntries(types.map((type) => [type, resourceType(type)])),
    dataSourceTypes: {},
    functions: {},
  }
}

/** Makes a client of a plugin that has this definition and serves nothing else. */
async function talker(context: TestContext, said: ProviderDefinition): Promise<ProviderClient> {
  const provider = { define: async () => said } as unknown as Provider
  const server = new RpcServer(providerRoutes(provider, () => 'h'))
  const channel = connectChannel(await server.listen())
  context.after(async () => {
    channel.close()
    await server.close()
  })
  return new ProviderClient(channel, { hostId: 'h', pluginId: 'acme/talker', pluginVersion: '1.0.0' })
}

function asked(count: number) {
  return { resourceTypes: types.slice(0, count), dataSourceTypes: [], functions: [] }
}

const tooMuch = {
  code: 'protocol/definition-too-large',
  message: /^the definitions of the types and functions of acme\/talker /,
}

describe('a plugin’s definition', () => {
  test('may be long in one type or in a few', async (context) => {
    const client = await talker(context, definition(20_000))
    const defined = await client.define(asked(2))
    assert.equal(Object.keys(defined.resourceTypes['talker/t1']?.schema.attributes ?? {}).length, 20_000)
  })

  test('is refused when it is too large over all types', async (context) => {
    const client = await talker(context, definition(20_000))
    await assert.rejects(client.define(asked(20)), tooMuch)
    await client.define(asked(1))
  })

  test('is refused when the names alone are too many', async (context) => {
    const names = Array.from({ length: 1_200_000 }, () => '')
    const client = await talker(context, definition(1, names))
    await assert.rejects(client.define(asked(0)), tooMuch)
  })

  test('cannot make anybody try for ever, or wait for years', async (context) => {
    const retryPolicy: RetryPolicy = {
      maxRetries: 2_000_000_000,
      firstDelayMs: 1e30,
      maxDelayMs: Number.POSITIVE_INFINITY,
      factor: 2,
      jitter: false,
    }
    const client = await talker(context, { ...definition(1), retryPolicy })
    const heard = (await client.define(asked(0))).retryPolicy
    assert.deepEqual(heard, { ...retryPolicy, maxRetries: 100, firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 })
  })
})
