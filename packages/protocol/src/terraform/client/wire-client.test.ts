import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { encode } from '../../wire/codec/message.ts'
import { connectChannel } from '../../wire/rpc/client.ts'
import type { Route } from '../../wire/rpc/route.ts'
import { route, RpcServer } from '../../wire/rpc/server.ts'
import { CtyNumber } from '../cty/number.ts'
import { ctyMap, unknown } from '../cty/value.ts'
import { toMsgpack } from '../convert/to-msgpack.ts'
import type { GetProviderSchemaResponse, PlanResourceChangeRequest } from '../gen/tfplugin.ts'
import * as v5 from '../gen/tfplugin5.ts'
import * as v6 from '../gen/tfplugin6.ts'
import type { TypeSchema } from '../schema/schema.ts'
import type { SchemaPart, SchemaStore, StoredSchemas } from '../schema/store.ts'
import { channelOfVersion5 } from './methods.ts'
import { TerraformWireClient } from './wire-client.ts'

async function served(t: TestContext, routes: readonly Route[]): Promise<RpcChannel> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-terraform-'))
  const server = new RpcServer(routes)
  const socketPath = join(folder, 'socket')
  await server.listen({ socketPath })
  const channel = connectChannel({ socketPath })
  t.after(async () => {
    channel.close()
    await server.close()
    rmSync(folder, { recursive: true })
  })
  return channel
}

const text = (type: unknown): Uint8Array => Buffer.from(JSON.stringify(type))

const sizeSchema = { name: 'size', type: text('number'), optional: true, computed: true }

function schemasOf(schema: Uint8Array): Partial<GetProviderSchemaResponse> {
  return { provider: schema, resourceSchemas: { box_crate: schema, broken: Buffer.from([1]) } }
}

describe('a provider of Terraform', () => {
  test('is called by the names of version 6', async (t) => {
    const schema = encode(v6.Schema, {
      version: 2,
      block: {
        attributes: [
          { ...sizeSchema, writeOnly: true, deprecationMessage: 'too small' },
          { name: 'parts', optional: true, nestedType: { nesting: 2, attributes: [sizeSchema] } },
        ],
        blockTypes: [{ typeName: 'label', nesting: 3, block: { attributes: [sizeSchema] }, maxItems: 1 }],
      },
    })
    const channel = await served(t, [
      route(v6.Provider.GetProviderSchema, () => schemasOf(schema)),
      route(v6.Provider.StopProvider, () => ({ Error: 'cannot' })),
    ])
    const client = new TerraformWireClient(channel, () => 6)
    const { resources, diagnostics } = await client.schemas()
    assert.deepEqual([resources.names, diagnostics], [['box_crate', 'broken'], []])
    const type = resources.get('box_crate')
    assert.equal(type?.version, 2)
    assert.deepEqual(type?.block.attributes['size'], {
      type: 'number',
      required: false,
      optional: true,
      computed: true,
      sensitive: false,
      writeOnly: true,
      description: '',
      deprecated: 'too small',
    })
    const size = { kind: 'object', attributes: Object.assign(Object.create(null), { size: 'number' }) }
    assert.deepEqual(type?.type.attributes['parts'], { kind: 'list', element: size })
    assert.deepEqual(type?.block.attributes['parts']?.nested?.nesting, 'list')
    assert.deepEqual(type?.type.attributes['label'], { kind: 'set', element: size })
    assert.equal(type?.block.blocks['label']?.maxItems, 1)
    assert.throws(() => resources.get('broken'), {
      code: 'protocol/bad-message',
      message: /the schema of broken is not valid/,
    })
    assert.equal(resources.get('other'), undefined)
    assert.equal(await client.stop(), 'cannot')
  })

  test('of version 5 is called by its own names, and its schemas are read by its own numbers', async (t) => {
    const schema = encode(v5.Schema, {
      block: { attributes: [{ ...sizeSchema, writeOnly: true, deprecationMessage: 'too small' }] },
    })
    const channel = await served(t, [
      route(v5.Provider.GetSchema, () => schemasOf(schema)),
      route(v5.Provider.PrepareProviderConfig, () => ({
        diagnostics: [{ severity: 2, summary: 'old', attribute: { steps: [{ attributeName: 'size' }] } }],
      })),
    ])
    const client = new TerraformWireClient(channelOfVersion5(channel), () => 5)
    const { provider } = await client.schemas()
    const { writeOnly, deprecated } = provider.block.attributes['size'] ?? {}
    assert.deepEqual([writeOnly, deprecated], [true, 'too small'])
    const { diagnostics } = await client.validateProvider(provider, ctyMap([['size', null]]))
    assert.deepEqual(diagnostics, [{ severity: 'warning', summary: 'old', detail: '', path: [{ attribute: 'size' }] }])
  })
})

const crate: TypeSchema = {
  name: 'box_crate',
  version: 0,
  block: { attributes: {}, blocks: {}, description: '' },
  type: { kind: 'object', attributes: { size: 'number' } },
}

describe('a plan', () => {
  test('carries values both ways', async (t) => {
    let asked: PlanResourceChangeRequest | undefined
    const planned = toMsgpack(crate.type, ctyMap([['size', unknown]]))
    const channel = await served(t, [
      route(v6.Provider.PlanResourceChange, (request) => {
        asked = request
        return {
          plannedState: { msgpack: planned },
          plannedPrivate: Uint8Array.of(1, 2),
          requiresReplace: [{ steps: [{ attributeName: 'parts' }, { elementKeyInt: 1 }, { elementKeyString: 'a b' }] }],
          legacyTypeSystem: true,
          deferred: { reason: 3 },
        }
      }),
    ])
    const config = ctyMap([['size', CtyNumber.of('0.1')]])
    const result = await new TerraformWireClient(channel, () => 6).plan(crate, {
      prior: null,
      proposed: config,
      config,
      private: new Uint8Array(),
    })
    assert.equal(Buffer.from(asked?.priorState?.msgpack ?? []).toString('hex'), 'c0')
    assert.equal(asked?.clientCapabilities?.writeOnlyAttributesAllowed, true)
    assert.deepEqual(result, {
      planned: ctyMap([['size', unknown]]),
      requiresReplace: [[{ attribute: 'parts' }, { index: 1 }, { key: 'a b' }]],
      private: Uint8Array.of(1, 2),
      isLegacy: true,
      diagnostics: [],
      deferred: 'absent-prerequisite',
    })
  })

  test('that answers something of another type has been delivered', async (t) => {
    const channel = await served(t, [
      route(v6.Provider.PlanResourceChange, () => ({ plannedState: { msgpack: Uint8Array.of(0xc3) } })),
    ])
    const client = new TerraformWireClient(channel, () => 6, { pluginId: 'acme/box' })
    const request = { prior: null, proposed: null, config: null, private: new Uint8Array() }
    await assert.rejects(client.plan(crate, request), {
      code: 'protocol/bad-message',
      delivered: true,
      message:
        'acme/box was asked for PlanResourceChange, and its answer is not valid: a bool stands where the type is object',
    })
    await assert.rejects(client.plan(crate, { ...request, config: 'a' }), {
      code: 'protocol/bad-message',
      delivered: false,
    })
  })
})

test('a provider is asked for its schemas once, unless it wants to be asked each time', async (t) => {
  let asked = 0
  let isOptional = true
  const channel = await served(t, [
    route(v6.Provider.GetProviderSchema, () => {
      asked++
      return {
        serverCapabilities: { getProviderSchemaOptional: isOptional },
        resourceSchemas: { box_crate: new Uint8Array() },
      }
    }),
  ])
  const parts = new Map<SchemaPart, StoredSchemas>()
  const store: SchemaStore = {
    read: (part) => parts.get(part),
    write: (part, schemas) => void parts.set(part, schemas),
  }
  const client = (): TerraformWireClient => new TerraformWireClient(channel, () => 6, { store })
  for (const _ of [1, 2]) {
    assert.deepEqual((await client().schemas()).resources.names, ['box_crate'])
    // The second client already knows that the provider is older than identities.
    assert.deepEqual((await client().identitySchemas()).identities.names, [])
  }
  assert.equal(asked, 1)
  assert.deepEqual([...parts.keys()], ['schemas', 'identities'])
  parts.clear()
  isOptional = false
  for (const _ of [1, 2]) await client().schemas()
  assert.deepEqual([asked, [...parts.keys()]], [3, []])
})

test('warnings of an answer are reported with the type', async (t) => {
  const channel = await served(t, [
    route(v6.Provider.ReadResource, () => ({
      diagnostics: [
        { severity: 2, summary: 'It is old' },
        { severity: 1, summary: 'It is broken' },
      ],
    })),
  ])
  const warnings: string[] = []
  const client = new TerraformWireClient(channel, () => 6, {
    warned: ({ summary }, type) => void warnings.push(`${type}: ${summary}`),
  })
  const { diagnostics } = await client.read(crate, { state: null, private: new Uint8Array() })
  assert.equal(diagnostics.length, 2)
  assert.deepEqual(warnings, ['box_crate: It is old'])
})

test('warnings about the settings of a provider, such as deprecated ones, are reported', async (t) => {
  const channel = await served(t, [
    route(v6.Provider.ValidateProviderConfig, () => ({ diagnostics: [{ severity: 2, summary: 'It is deprecated' }] })),
    route(v6.Provider.ConfigureProvider, () => ({ diagnostics: [{ severity: 2, summary: 'It is slow' }] })),
  ])
  const warnings: string[] = []
  const client = new TerraformWireClient(channel, () => 6, {
    warned: ({ summary }, type) => void warnings.push(`${type}: ${summary}`),
  })
  await client.validateProvider(crate, null)
  await client.configure(crate, null)
  assert.deepEqual(warnings, [': It is deprecated', ': It is slow'])
})
