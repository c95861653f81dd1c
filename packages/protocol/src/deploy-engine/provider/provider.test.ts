import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import {
  type DeployRequest,
  type FunctionCallRequest,
  PluginFailure,
  type PropertySchema,
  type Provider,
  type ProviderDefinition,
  secret,
  Unknown,
  valueMap,
} from '@slipway/model'

import { Provider as Methods } from '../gen/providerserverv1.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { connectChannel } from '../../wire/rpc/client.ts'
import { RpcServer } from '../../wire/rpc/server.ts'
import { ProviderClient } from './client.ts'
import { providerRoutes } from './server.ts'

const definition: ProviderDefinition = {
  pluginId: 'acme/boats',
  pluginVersion: '1.2.3',
  namespace: 'boats',
  config: {
    fields: { harbour: { type: 'string', required: true }, berths: { type: 'integer', default: 0, isTuning: true } },
    allowAdditionalFields: false,
  },
  retryPolicy: { maxRetries: 3, firstDelayMs: 1500, maxDelayMs: 60_000, factor: 2, jitter: true },
  resourceTypeNames: ['boats/boat', 'boats/crew'],
  dataSourceTypeNames: ['boats/tide'],
  functionNames: ['knots'],
  variableTypeNames: ['boats/rig'],
  variableTypes: {
    'boats/rig': {
      type: 'boats/rig',
      label: 'A rig',
      description: 'How many masts.',
      options: { cutter: { value: 1, label: 'Cutter', description: 'One.' }, yawl: { value: 2, label: 'Yawl' } },
      examples: ['type: boats/rig'],
    },
  },
  resourceTypes: {
    'boats/boat': {
      type: 'boats/boat',
      label: 'A boat',
      description: 'Floats',
      schema: {
        type: 'object',
        required: ['name'],
        attributes: {
          name: { type: 'string', minLength: 1, mustRecreate: true },
          length: { type: 'float', minimum: 0, default: 7 },
          sails: { type: 'array', items: { type: 'object', attributes: { area: { type: 'float' } } } },
          anchored: { type: 'boolean', default: false },
          id: { type: 'string', computed: true },
        },
      },
      idField: 'id',
      destroyBeforeCreate: true,
      settlement: 'find',
      settlesWithinMs: 0,
      identity: { fields: ['name', 'length'], scope: 'afloat' },
      liesInFolder: true,
      unstableWith: ['anchored'],
      stabilisedDependencies: ['boats/crew'],
      canLinkTo: ['boats/crew'],
      isCommonTerminal: true,
      examples: ['type: boats/boat\nspec:\n  name: Gorch Fock'],
    },
  },
  dataSourceTypes: {
    'boats/tide': {
      type: 'boats/tide',
      label: 'The tide',
      fields: { height: { type: 'float' }, times: { type: 'array', items: { type: 'string' } } },
      filterFields: { port: { type: 'string', supportedOperators: ['=', 'in'], conflictsWith: ['lake'] } },
      examples: ['filter: …'],
    },
  },
  functions: {
    knots: {
      name: 'knots',
      summary: 'Kilometres an hour in knots',
      parameters: [
        { name: 'speed', type: 'float' },
        { name: 'more', type: 'any', variadic: true },
      ],
      returns: 'float',
    },
  },
}

const context = { config: { harbour: 'Kiel', berths: 3 }, variables: { environment: 'test' } }
const identity = {
  type: 'boats/boat',
  resourceId: 'r-1',
  resourceName: 'boat',
  instanceId: 'i-1',
  instanceName: 'fleet',
}
const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: ['spec.id'] }

describe('a provider over the wire', () => {
  const seen: { name: string; request: unknown }[] = []
  let deploy: Provider['deploy']
  const provider: Provider = {
    define: async () => definition,
    validateResource: async (request) => {
      seen.push({ name: 'validateResource', request })
      return [{ severity: 'warning', message: 'leaks', path: 'spec.name', hint: 'caulk it' }]
    },
    deploy: (request, control) => {
      seen.push({ name: 'deploy', request })
      return deploy(request, control)
    },
    hasStabilised: async ({ resourceName }) => ({
      stabilised: true,
      computed: { 'spec.id': `${resourceName}-1`, 'spec.crew': [] },
    }),
    externalState: async ({ resourceId }) => (resourceId === 'gone' ? undefined : valueMap()),
    destroy: async (request) => {
      seen.push({ name: 'destroy', request })
    },
    validateDataSource: async (request) => {
      seen.push({ name: 'validateDataSource', request })
      return [{ severity: 'error', message: 'no such port', path: 'filter' }]
    },
    // The keys are the names of the exports, not of the fields.
    fetch: async ({ filters, metadata, exports }) => {
      const said = [1.5, 2, filters[0]?.search[0] ?? null, metadata?.annotations?.['unit'] ?? null]
      return valueMap(Object.keys(exports).map((name) => [name, name === 'height' ? 3 : said] as const))
    },
    callFunction: async (request) => {
      seen.push({ name: 'callFunction', request })
      return request.args
    },
  }
  let hostId: string | undefined = 'h-1'
  let server: RpcServer
  let channel: RpcChannel
  let client: ProviderClient

  before(async () => {
    server = new RpcServer(providerRoutes(provider, () => hostId))
    channel = connectChannel(await server.listen())
    client = new ProviderClient(channel, { hostId: 'h-1', pluginId: 'acme/boats', pluginVersion: '1.2.3' })
  })
  after(async () => {
    channel.close()
    await server.close()
  })

  test('describes itself as it was defined', async () => {
    const defined = await client.define({
      resourceTypes: ['boats/boat', 'boats/submarine'],
      dataSourceTypes: ['boats/tide'],
      functions: ['knots'],
      variableTypes: ['boats/rig', 'boats/submarine'],
    })
    assert.deepEqual(plain(defined), definition)
  })

  test('answers every method of the service', () => {
    const paths = new Set(providerRoutes(provider, () => hostId).map((route) => route.path))
    // Three of the methods are our own: SlipwayDiffResource, SlipwayListResources and SlipwayUpgradeResource.
    assert.equal(paths.size, 48)
    for (const method of Object.values(Methods)) assert.ok(paths.has(method.path), method.path)
  })

  test('gets a deploy unchanged, except for fields that the wire lacks', async () => {
    deploy = async () => ({ 'spec.id': 'b-1', 'spec.size': 12n ** 15n })
    const current = {
      spec: valueMap([['name', 'Old']]),
      status: 'create-failed' as const,
      dependsOn: ['crew'],
      lastDeployed: 1_760_000_000,
    }
    const computed = await client.deploy({
      ...wanting({
        name: secret('Hidden'),
        length: 3,
        sails: [{ area: 4 }],
        crew: 2n ** 62n,
        nothing: null,
        later: new Unknown('resources.x'),
        empty: [],
      }),
      metadata: { displayName: 'Boat', labels: { app: 'fleet' }, annotations: valueMap([['a', 1]]) },
      description: 'a boat',
      current,
      changes: { ...changes, modified: [{ path: 'spec.length', previous: 2, next: 3 }] },
    })
    assert.deepEqual(plain(computed), { 'spec.id': 'b-1', 'spec.size': 12n ** 15n })
    const got = seen.at(-1)?.request as DeployRequest
    assert.deepEqual(plain(got), {
      ...identity,
      spec: { name: 'Hidden', length: 3, sails: [{ area: 4 }], crew: 2n ** 62n, nothing: null },
      metadata: { displayName: 'Boat', labels: { app: 'fleet' }, annotations: { a: 1 } },
      description: 'a boat',
      current: plain(current),
      changes: { ...changes, modified: [{ path: 'spec.length', previous: 2, next: 3 }] },
      context,
    })
  })

  test('fails with its code and its reasons', async () => {
    deploy = async () => {
      throw new PluginFailure('sdk/bad-input', 'the boat sinks', {
        pluginId: 'acme/boats',
        method: '',
        pluginErrorCode: 'BAD_INPUT',
        reasons: ['too heavy', 'too old'],
      })
    }
    await assert.rejects(client.deploy(wanting({ name: 'x' })), {
      code: 'protocol/plugin-error',
      message: 'the boat sinks',
      method: 'provider.Resource.Deploy',
      pluginErrorCode: 'BAD_INPUT',
      reasons: ['too heavy', 'too old'],
      inDoubt: false,
    })
    deploy = async () => {
      throw new Error('rot')
    }
    await assert.rejects(client.deploy(wanting({ name: 'x' })), { pluginErrorCode: 'UNEXPECTED', reasons: ['rot'] })
  })

  test('guarantees that nothing was made only by saying so, and not by a code', async () => {
    deploy = async () => {
      const details = { pluginId: 'acme/boats', method: '', pluginErrorCode: 'UNEXPECTED', refused: true } as const
      throw new PluginFailure('sdk/unexpected', 'no such harbour', details)
    }
    await assert.rejects(client.deploy(wanting({ name: 'x' })), { message: 'no such harbour', refused: true })
    deploy = async () => {
      throw new PluginFailure('sdk/bad-input', 'x', { pluginId: '', method: '', pluginErrorCode: 'BAD_INPUT' })
    }
    await assert.rejects(client.deploy(wanting({ name: 'x' })), { pluginErrorCode: 'BAD_INPUT', refused: false })
  })

  test('has seen nothing of an unsent call', async () => {
    const unsent = { inDoubt: false, refused: true }
    const { spec, ...tooLong } = wanting({ name: 2n ** 64n })
    const failure = { ...unsent, name: 'PluginFailure', code: 'protocol/bad-message' }
    await assert.rejects(client.deploy({ ...tooLong, spec }), failure)
    const current = { spec, status: 'created', dependsOn: [], lastDeployed: 0 } as const
    await assert.rejects(client.destroy({ ...identity, current, context }), failure)
    const tooLarge = wanting({ name: 'x'.repeat(5 << 20) })
    await assert.rejects(client.deploy(tooLarge), { ...unsent, code: 'protocol/message-too-large' })
    const cancelled = AbortSignal.abort()
    await assert.rejects(client.deploy(wanting({ name: 'x' }), { signal: cancelled }), unsent)
    const nowhere = connectChannel({ socketPath: '/nonexistent/socket' })
    const unreachable = new ProviderClient(nowhere, { hostId: 'h-1', pluginId: 'acme/boats', pluginVersion: '1.2.3' })
    await assert.rejects(unreachable.deploy(wanting({ name: 'x' })), { ...unsent, code: 'protocol/not-reachable' })
    nowhere.close()
  })

  test('is in doubt when a deploy runs out of time, and the handler is told', async (t) => {
    const begun = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    deploy = async (_, control) => {
      control?.signal?.addEventListener('abort', () => aborted.resolve())
      begun.resolve()
      return await new Promise(() => {})
    }
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const late = assert.rejects(client.deploy(wanting({ name: 'x' }), { deadlineMs: 20 }), {
      code: 'protocol/deadline-exceeded',
      inDoubt: true,
      refused: false,
    })
    await begun.promise
    t.mock.timers.tick(20)
    await late
    await aborted.promise
  })

  test('asks for states, data and functions', async () => {
    const asked = { ...identity, spec: valueMap(), context }
    assert.deepEqual(plain(await client.externalState(asked)), {})
    assert.equal(await client.externalState({ ...asked, resourceId: 'gone' }), undefined)
    assert.deepEqual(plain(await client.hasStabilised(asked)), {
      stabilised: true,
      computed: { 'spec.id': 'boat-1', 'spec.crew': null },
    })
    const data = await client.fetch({
      type: 'boats/tide',
      dataSourceName: 'tide',
      filters: [{ field: 'port', operator: '=', search: ['Kiel'] }],
      metadata: { displayName: 'The tide', annotations: valueMap([['unit', 'm']]), custom: [1] },
      exports: { heights: { type: 'array' } },
      context,
    })
    assert.deepEqual(plain(data), { heights: [1.5, 2, 'Kiel', 'm'] })
    const args = [1, 2n ** 70n, 'text', [], valueMap([['__proto__', 1]])]
    assert.deepEqual(plain(await client.callFunction({ name: 'knots', args, context })), plain(args))
    const called = seen.find(({ name }) => name === 'callFunction')?.request as FunctionCallRequest
    assert.deepEqual(plain(called.context), context, 'a function gets the settings, too')
    assert.deepEqual(
      await client.validateResource({ type: 'boats/boat', resourceName: 'boat', spec: valueMap(), context }),
      [{ severity: 'warning', message: 'leaks', path: 'spec.name', hint: 'caulk it' }],
    )
  })

  test('gives fields by their exported names, and all of them if none is named', async () => {
    const exports = { height: { type: 'array', aliasFor: 'times' }, now: { type: 'float', aliasFor: 'height' } }
    const asked = { type: 'boats/tide', dataSourceName: 'tide', filters: [], exports, context }
    const answer = await channel.call(Methods.FetchDataSource, {
      dataSourceType: { type: 'boats/tide' },
      dataSourceWithResolvedSubs: { exports: { now: { type: 'float', aliasFor: { stringValue: 'height' } } } },
      hostId: 'h-1',
    })
    assert.deepEqual(
      Object.keys(answer.completeResponse?.data ?? {}),
      ['height'],
      'on the wire fields have their names',
    )
    assert.deepEqual(plain(await client.fetch(asked)), { height: 3, now: [1.5, 2, null, null] })
    const all = await channel.call(Methods.FetchDataSource, { dataSourceType: { type: 'boats/tide' }, hostId: 'h-1' })
    assert.deepEqual(Object.keys(all.completeResponse?.data ?? {}), ['height', 'times'])
  })

  test('has a data source checked before it is fetched', async () => {
    const filters = [{ field: 'port', operator: 'in', search: ['Kiel', 7, secret('hidden')] }]
    const exports = { now: { type: 'float', aliasFor: 'height' } }
    const asked = { type: 'boats/tide', dataSourceName: 'tide', filters, exports, context }
    assert.deepEqual(await client.validateDataSource(asked), [
      { severity: 'error', message: 'no such port', path: 'filter' },
    ])
    const got = seen.find(({ name }) => name === 'validateDataSource')?.request
    const search = ['Kiel', '7', 'hidden']
    assert.deepEqual(plain(got), { ...asked, dataSourceName: '', filters: [{ ...filters[0], search }] })
  })

  test('asks once for a schema that it was not given', async () => {
    const called: string[] = []
    const recorded: RpcChannel = {
      closed: channel.closed,
      close: () => channel.close(),
      stream: (...asked) => channel.stream(...asked),
      call: (method, request, control) => {
        called.push(method.name)
        return channel.call(method, request, control)
      },
    }
    const calls = async (knownSchema?: (type: string) => PropertySchema): Promise<readonly string[]> => {
      called.length = 0
      const asking = new ProviderClient(recorded, {
        hostId: 'h-1',
        pluginId: 'acme/boats',
        pluginVersion: '1.2.3',
        ...(knownSchema && { knownSchema }),
      })
      await asking.hasStabilised({ ...identity, spec: valueMap(), context })
      await asking.hasStabilised({ ...identity, spec: valueMap(), context })
      return [...called]
    }
    const twice = ['ResourceHasStabilised', 'ResourceHasStabilised']
    assert.deepEqual(await calls(), ['GetResourceSpecDefinition', ...twice])
    assert.deepEqual(await calls(() => ({ type: 'object', attributes: {} })), twice)
  })

  test('waits for a plugin that does not know its host yet', async () => {
    hostId = undefined
    // It knows it once it has refused a call.
    const refusing: RpcChannel = {
      closed: channel.closed,
      close: () => channel.close(),
      stream: (...asked) => channel.stream(...asked),
      call: (...asked) => channel.call(...asked).finally(() => (hostId = 'h-1')),
    }
    const young = new ProviderClient(refusing, { hostId: 'h-1', pluginId: 'acme/boats', pluginVersion: '1.2.3' })
    const defined = await young.define({ resourceTypes: [], dataSourceTypes: [], functions: [] })
    assert.equal(defined.namespace, 'boats')
  })

  test('refuses another host for good once it has known one', async () => {
    hostId = 'h-2'
    await assert.rejects(client.hasStabilised({ ...identity, spec: valueMap(), context }), {
      message: 'invalid host ID "h-1"',
    })
    const refusal = { message: 'invalid host ID "h-1"', inDoubt: false, refused: true }
    await assert.rejects(client.deploy(wanting({ name: 'x' })), refusal)
    hostId = 'h-1'
  })
})

function wanting(spec: Record<string, unknown>): DeployRequest {
  return { ...identity, spec: spec as DeployRequest['spec'], changes, context }
}

/** Copies a value without the null prototypes of maps, which deepEqual counts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}
