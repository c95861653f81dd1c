import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import type { DocumentMap, LinkGraph, Transformer, TransformerDefinition, TransformRequest } from '@slipway/model'

import { Transformer as Methods } from '../gen/transformerserverv1.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { connectChannel } from '../../wire/rpc/client.ts'
import { RpcServer } from '../../wire/rpc/server.ts'
import { TransformerClient } from './client.ts'
import { transformerRoutes } from './server.ts'

const definition: TransformerDefinition = {
  pluginId: 'acme/fleet',
  pluginVersion: '1.2.3',
  transformName: 'fleet-2026',
  config: { fields: { harbour: { type: 'string', default: 'Kiel' } }, allowAdditionalFields: false },
  abstractResourceTypeNames: ['fleet/ship', 'fleet/crew'],
  abstractResourceTypes: {
    'fleet/ship': {
      type: 'fleet/ship',
      label: 'A ship',
      description: 'Floats',
      schema: { type: 'object', required: ['name'], attributes: { name: { type: 'string' } } },
      idField: 'name',
      destroyBeforeCreate: false,
      settlement: 'ask',
      stabilisedDependencies: [],
      canLinkTo: ['fleet/crew'],
      examples: ['type: fleet/ship'],
    },
  },
  abstractLinkTypeNames: ['fleet/ship::fleet/crew', 'fleet/crew::fleet/ship'],
  abstractLinkTypes: {
    'fleet/ship::fleet/crew': {
      type: 'fleet/ship::fleet/crew',
      description: 'Sails with',
      kind: 'soft',
      annotations: {
        'fleet/ship::fleet.<resourceName>.watch': {
          name: 'fleet.<resourceName>.watch',
          type: 'string',
          default: 'day',
          allowedValues: ['day', 'night'],
          appliesTo: 'a',
        },
      },
      cardinality: { a: { min: 1, max: 2 }, b: { min: 0, max: 1 } },
      provides: [],
      requires: [],
    },
  },
}

const blueprint: DocumentMap = {
  kind: 'map',
  entries: [
    { key: 'version', value: { kind: 'scalar', value: '2025-11-02' } },
    {
      key: 'resources',
      value: {
        kind: 'map',
        entries: [
          {
            key: 'ship',
            place: { line: 3, column: 3 },
            value: {
              kind: 'map',
              place: { line: 3, column: 3 },
              entries: [
                { key: 'type', value: { kind: 'scalar', value: 'fleet/ship' } },
                {
                  key: 'spec',
                  value: {
                    kind: 'map',
                    entries: [{ key: 'name', value: { kind: 'scalar', value: 'Gorch Fock' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
}
const graph: LinkGraph = {
  links: [{ from: 'ship', to: 'crew', fromType: 'fleet/ship', toType: 'fleet/crew', labels: ['app=fleet'] }],
  resources: { ship: 'abstract', crew: 'concrete' },
}
const context = { config: { harbour: 'Kiel' }, variables: { environment: 'test' } }

describe('a transformer over the wire', () => {
  const seen: unknown[] = []
  let transform: Transformer['transform']
  const transformer: Transformer = {
    define: async () => definition,
    validateResource: async (request) => {
      seen.push(request)
      return [{ severity: 'error', message: 'sinks', place: { line: 4, column: 5, endLine: 4, endColumn: 9 } }]
    },
    validateLinks: async (request) => {
      seen.push(request)
      return [{ severity: 'warning', message: 'no crew', path: 'resources.ship' }]
    },
    transform: (request) => transform(request),
  }
  let server: RpcServer
  let channel: RpcChannel
  let client: TransformerClient

  before(async () => {
    server = new RpcServer(transformerRoutes(transformer, () => 'h-1'))
    channel = connectChannel(await server.listen())
    client = new TransformerClient(channel, { hostId: 'h-1', pluginId: 'acme/fleet', pluginVersion: '1.2.3' })
  })
  after(async () => {
    channel.close()
    await server.close()
  })

  test('answers every method of the service', () => {
    const paths = new Set(transformerRoutes(transformer, () => 'h-1').map((route) => route.path))
    assert.equal(paths.size, 17)
    for (const method of Object.values(Methods)) assert.ok(paths.has(method.path), method.path)
  })

  test('describes itself as it was defined', async () => {
    const asked = {
      abstractResourceTypes: ['fleet/ship', 'fleet/submarine'],
      abstractLinkTypes: ['fleet/ship::fleet/crew', 'fleet/ship::fleet/submarine'],
    }
    assert.deepEqual(plain(await client.define(asked)), {
      ...definition,
      abstractResourceTypes: {
        'fleet/ship': { ...definition.abstractResourceTypes['fleet/ship'] },
      },
    })
  })

  test('gets a resource, links and a blueprint, and names the places of problems', async () => {
    const ship = { kind: 'map', entries: [{ key: 'type', value: { kind: 'scalar', value: 'fleet/ship' } }] } as const
    const asked = { type: 'fleet/ship', resourceName: 'ship', resource: ship, context }
    assert.deepEqual(await client.validateResource(asked), [
      { severity: 'error', message: 'sinks', place: { line: 4, column: 5, endLine: 4, endColumn: 9 } },
    ])
    assert.deepEqual(plain(seen.pop()), {
      ...asked,
      resourceName: '',
      resource: { kind: 'map', entries: [...ship.entries, { key: 'spec', value: { kind: 'map', entries: [] } }] },
    })
    assert.deepEqual(await client.validateLinks({ blueprint, graph, context }), [
      { severity: 'warning', message: 'no crew', path: 'resources.ship' },
    ])
    assert.deepEqual(plain(seen.pop()), { blueprint, graph, context })
  })

  test('returns another blueprint with its places, and its failures with their codes', async () => {
    let got: TransformRequest | undefined
    transform = async (request) => {
      got = request
      return { blueprint: request.blueprint, diagnostics: [{ severity: 'info', message: 'nothing to do' }] }
    }
    const { blueprint: transformed, diagnostics } = await client.transform({ blueprint, graph, context })
    assert.deepEqual([plain(transformed), plain(got?.graph)], [blueprint, graph])
    assert.deepEqual(diagnostics, [{ severity: 'info', message: 'nothing to do' }])
    transform = async () => {
      throw new Error('rot')
    }
    await assert.rejects(client.transform({ blueprint, graph, context }), {
      code: 'protocol/plugin-error',
      message: 'rot',
      method: 'transformer.Transform',
    })
  })

  test('refuses another host', async () => {
    for (const method of Object.values(Methods)) {
      const answer: { errorResponse?: { message: string } } = await channel.call(method as never, { hostId: 'h-2' })
      assert.equal(answer.errorResponse?.message, 'invalid host ID "h-2"', method.path)
    }
  })
})

/** Copies a value without the null prototypes of maps, which deepEqual counts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}
