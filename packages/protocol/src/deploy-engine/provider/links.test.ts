import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import {
  type LinkChanges,
  type LinkProvider,
  type LinkTypeDefinition,
  PluginFailure,
  type Provider,
  type ProviderDefinition,
  secret,
  type StageLinkRequest,
  type UpdateLinkedRequest,
} from '@slipway/model'

import { connectChannel } from '../../wire/rpc/client.ts'
import type { Route } from '../../wire/rpc/route.ts'
import { route, RpcServer } from '../../wire/rpc/server.ts'
import { Provider as OldMethods } from '../gen/providerserver2025.ts'
import { Provider as Methods } from '../gen/providerserverv1.ts'
import { ProviderClient } from './client.ts'
import { providerRoutes } from './server.ts'

const type = 'boats/crew::boats/boat'

const linkType: LinkTypeDefinition = {
  type,
  description: 'Who sails what',
  kind: 'hard',
  priority: 'b',
  annotations: {
    'boats/crew::boats.rank': {
      name: 'boats.rank',
      type: 'string',
      allowedValues: ['mate', 'captain'],
      appliesTo: 'a',
    },
    'boats/boat::boats.<resourceName>.berth': {
      name: 'boats.<resourceName>.berth',
      type: 'integer',
      default: 0,
      required: true,
      appliesTo: 'b',
    },
  },
  cardinality: { a: { min: 1, max: 1 }, b: { min: 0, max: 12 } },
  provides: [{ name: 'boats/manned', end: 'b' }],
  requires: [{ name: 'boats/afloat', end: 'b', mustExist: true }],
}

const definition: ProviderDefinition = {
  pluginId: 'acme/boats',
  pluginVersion: '1.0.0',
  namespace: 'boats',
  config: { fields: {}, allowAdditionalFields: true },
  resourceTypeNames: [],
  dataSourceTypeNames: [],
  functionNames: [],
  linkTypeNames: [type],
  resourceTypes: {},
  dataSourceTypes: {},
  functions: {},
  linkTypes: { [type]: linkType },
}

const changes: LinkChanges = {
  modified: [{ path: 'boat.master', previous: 'ann', next: 'ben' }],
  added: [{ path: 'crew.berth', next: 3 }],
  removed: ['crew.rank'],
  unchanged: ['boat.name'],
  knownOnDeploy: ['boat.id'],
}

const linked = (resourceName: string, resourceType: string) => ({
  type: resourceType,
  resourceId: `id-of-${resourceName}`,
  resourceName,
  instanceId: 'instance-1',
  spec: { name: resourceName, code: secret('s3cret') },
  metadata: { annotations: { 'boats.rank': 'mate' } },
  current: { spec: { name: resourceName, id: 7 }, status: 'created' as const, dependsOn: [], lastDeployed: 5 },
})

const about = {
  type,
  linkId: 'link-1',
  linkName: 'ann::gull',
  instanceId: 'instance-1',
  instanceName: 'harbour',
  current: {
    status: 'create-failed' as const,
    data: { boat: { master: 'ann' } },
    intermediaries: [
      {
        resourceId: 'pass-1',
        type: 'boats/pass',
        status: 'created' as const,
        spec: { gate: 4 },
        failureReasons: ['late'],
      },
    ],
    failureReasons: ['stormy'],
    lastDeployed: 9,
  },
  context: { config: { boats: { harbour: 'north' }, other: { key: 1 } }, variables: { environment: 'test' } },
}

const a = linked('ann', 'boats/crew')
const b = linked('gull', 'boats/boat')
const update: UpdateLinkedRequest = { ...about, end: 'b', action: 'destroy', changes, resource: b, other: a }

/** Makes a client of this provider's server, whose routes may be replaced. */
async function connected(
  t: TestContext,
  provider: Partial<LinkProvider>,
  replaced: readonly Route[] = [],
  missing = '',
) {
  const links = new Proxy(provider as LinkProvider, {
    get: (target, name) =>
      Reflect.get(target, name) ?? (() => Promise.reject(new Error(`${String(name)} was not expected`))),
  })
  const whole = { define: () => Promise.resolve(definition), links } as Partial<Provider> as Provider
  const paths = new Set([...replaced.map(({ path }) => path), missing])
  const routes = providerRoutes(whole, () => 'host-1').filter(({ path }) => !paths.has(path))
  const server = new RpcServer([...routes, ...replaced])
  const channel = connectChannel(await server.listen())
  t.after(async () => {
    channel.close()
    await server.close()
  })
  return new ProviderClient(channel, {
    hostId: 'host-1',
    pluginId: 'acme/boats',
    pluginVersion: '1.0.0',
    knownSchema: () => ({ type: 'object' }),
  })
}

const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? Number(member) : member)))

describe('links over the wire', () => {
  test('a link type describes itself fully', async (t) => {
    const client = await connected(t, {})
    const said = await client.define({
      resourceTypes: [],
      dataSourceTypes: [],
      functions: [],
      linkTypes: [type, 'x::y'],
    })
    assert.deepEqual(said.linkTypeNames, [type])
    assert.deepEqual(bare(said.linkTypes), bare({ [type]: linkType }))
  })

  test('requests arrive whole, with secrets in plain text, and answers come back', async (t) => {
    const seen: unknown[] = []
    const client = await connected(t, {
      stage: async (request) => (seen.push(request), changes),
      updateResource: async (request) => (
        seen.push(request),
        { data: { boat: { free: true } }, mappings: { 'gull::spec.x': 'boat.free' } }
      ),
      updateIntermediaries: async (request) => (
        seen.push(request),
        { data: { n: 1 }, mappings: {}, intermediaries: about.current.intermediaries }
      ),
      intermediaryStates: async (request) => (seen.push(request), { 'pass-1': { gate: 5 }, 'pass-2': undefined }),
      validate: async (request) => (seen.push(request), [{ severity: 'warning', message: 'it will rain' }]),
    })
    const none = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
    const stage: StageLinkRequest = { ...about, a, b, changes: { a: none, b: { ...none, mustRecreate: true } } }
    assert.deepEqual(bare(await client.links.stage(stage)), bare(changes))
    const answer = await client.links.updateResource(update)
    assert.deepEqual(bare(answer), { data: { boat: { free: true } }, mappings: { 'gull::spec.x': 'boat.free' } })
    const made = await client.links.updateIntermediaries({ ...about, action: 'create', changes, a, b })
    assert.deepEqual(bare(made.intermediaries), bare(about.current.intermediaries))
    assert.deepEqual(bare(await client.links.intermediaryStates({ ...about, a, b })), { 'pass-1': { gate: 5 } })
    const ends = {
      a: { resourceName: 'ann', type: 'boats/crew', spec: {} },
      b: { resourceName: 'gull', type: 'boats/boat', spec: {} },
    }
    const [diagnostic] = await client.links.validate({
      type,
      ...ends,
      annotations: { 'boats/crew::boats.rank': 'mate' },
      context: about.context,
    })
    assert.equal(diagnostic?.message, 'it will rain')
    const plain = (resource: typeof a) => ({ ...resource, spec: { name: resource.resourceName, code: 's3cret' } })
    const [staged, updated] = bare(seen) as [object, object]
    // The name of the instance does not travel with what is staged.
    assert.deepEqual(staged, bare({ ...stage, instanceName: '', a: plain(a), b: plain(b) }))
    assert.deepEqual(updated, bare({ ...update, resource: plain(b), other: plain(a) }))
  })

  test('a plugin on the SDK of mid-2025 is addressed with the numbers of its time', async (t) => {
    const seen: Record<string, unknown>[] = []
    const old = [
      route({ ...OldMethods.UpdateLinkResourceA, path: Methods.UpdateLinkResourceA.path }, (request) => {
        seen.push({ ...request })
        return { completeResponse: {} }
      }),
      route(
        { ...OldMethods.UpdateLinkIntermediaryResources, path: Methods.UpdateLinkIntermediaryResources.path },
        (request) => {
          seen.push({ ...request })
          return {
            completeResponse: { intermediaryResourceStates: [{ resourceId: 'pass-1', instanceId: 'i', status: 2 }] },
          }
        },
      ),
    ]
    const client = await connected(t, {}, old, Methods.GetLinkCardinality.path)
    await client.links.updateResource({ ...update, end: 'a', resource: a, other: b })
    const { intermediaries } = await client.links.updateIntermediaries({ ...about, action: 'create', changes, a, b })
    assert.deepEqual(bare(intermediaries), [{ resourceId: 'pass-1', type: '', status: 'created', spec: {} }])
    for (const request of seen) {
      assert.equal(request['instanceName'], 'harbour')
      const { contextVariables } = request['context'] as { contextVariables: Record<string, { stringValue?: string }> }
      assert.equal(contextVariables['environment']?.stringValue, 'test')
    }
  })

  test('a failure belongs to the failed method, and one without an answer is in doubt', async (t) => {
    const client = await connected(t, { updateResource: async () => Promise.reject(new Error('the anchor is stuck')) })
    await assert.rejects(client.links.updateResource(update), (error: PluginFailure) => {
      assert.equal(error.method, 'provider.Link.UpdateResourceB')
      assert.deepEqual(error.reasons, ['the anchor is stuck'])
      return !error.inDoubt
    })
    let isSilent = false
    const begun = Promise.withResolvers<void>()
    const silent = await connected(t, {
      updateResource: async () => {
        if (!isSilent) return { data: {}, mappings: {} }
        begun.resolve()
        return new Promise(() => {})
      },
    })
    await silent.links.updateResource(update)
    isSilent = true
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const late = silent.links.updateResource(update, { deadlineMs: 20 })
    const isInDoubt = assert.rejects(late, (error: PluginFailure) => error.inDoubt)
    await begun.promise
    t.mock.timers.tick(20)
    await isInDoubt
  })
})
