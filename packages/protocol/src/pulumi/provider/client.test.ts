import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type CurrentResource,
  equalValues,
  isSecret,
  PluginFailure,
  type PropertySchema,
  secret,
  Unknown,
  type ValueMap,
} from '@slipway/model'
import { encode } from '../../wire/codec/message.ts'
import { RpcFailure } from '../../wire/rpc/channel.ts'
import { Status as GrpcStatus } from '../../wire/rpc/status.ts'
import { structFromWire, structToWire } from '../convert/struct.ts'
import { ConfigureErrorMissingKeys, ErrorResourceInitFailed, Status } from '../gen/errors.ts'
import { DiffChanges } from '../gen/provider.ts'
import { context, deployed, identity, made, plugin, type } from './testing.ts'

async function failureOf(call: Promise<unknown>): Promise<PluginFailure> {
  const failure: unknown = await call.then(
    () => 'it went well',
    (error: unknown) => error,
  )
  assert.ok(failure instanceof PluginFailure, String(failure))
  return failure
}

function status(code: number, statusDetails?: Uint8Array): RpcFailure {
  const details = statusDetails === undefined ? {} : { statusDetails }
  return new RpcFailure('protocol/refused', 'Create failed', { status: code, delivered: true, ended: true, ...details })
}

const spec = { id: 'a1', kind: 'ape' }
const read = (answer: object) => plugin({ Read: () => answer }).provider.externalState({ ...identity, spec, context })

describe('a provider of Pulumi', () => {
  test('makes a resource: checked inputs in, computed values out', async () => {
    const { provider, asked } = plugin({
      Check: ({ randomSeed }: { randomSeed: Uint8Array }) => ({
        inputs: structToWire({ kind: 'ape', name: `of ${Buffer.from(randomSeed).toString()}` }),
      }),
      Create: ({ urn, properties }: { urn: string; properties: never }) => {
        assert.equal(urn, 'urn:pulumi:park::slipway::zoo:index:Animal::ape')
        return { id: 'a1', properties: structToWire({ ...structFromWire(properties), cage: 7, secretOfOurs: 1 }) }
      },
    })
    const computed = await provider.deploy(deployed({ kind: 'ape' }))
    const { 'spec.__pulumi': kept, ...others } = computed
    assert.deepEqual(others, { 'spec.name': 'of r-1', 'spec.cage': 7, 'spec.id': 'a1' })
    assert.ok(equalValues(kept ?? null, { outputs: { secretOfOurs: 1 } }))
    assert.deepEqual(asked, ['GetSchema', 'CheckConfig', 'Configure', 'Check', 'Create'])
  })

  test('gets an id back among the properties if it answered one there, and nowhere else', async () => {
    for (const answer of [{ cage: 7, id: 'a1' }, { cage: 7 }]) {
      const seen: ValueMap[] = []
      const see = (properties: never): void => void seen.push(structFromWire(properties))
      const { provider } = plugin({
        Create: () => ({ id: 'a1', properties: structToWire(answer) }),
        Read: ({ properties }: { properties: never }) => {
          see(properties)
          return { id: 'a1', properties: structToWire(answer) }
        },
        Diff: ({ olds }: { olds: never }) => {
          see(olds)
          return { changes: DiffChanges.SOME }
        },
        Update: ({ olds }: { olds: never }) => {
          see(olds)
          return { properties: structToWire(answer) }
        },
        Delete: ({ properties }: { properties: never }) => see(properties),
      })
      const computed = await provider.deploy(deployed({ kind: 'ape' }))
      const kept = computed['spec.__pulumi']
      const recorded = { kind: 'ape', cage: 7, id: 'a1', ...(kept !== undefined && { __pulumi: kept }) }
      const found = await provider.externalState({ ...identity, spec: recorded, context })
      assert.deepEqual(found?.['__pulumi'], kept)
      await provider.deploy(deployed({ kind: 'cat' }, { spec: recorded }))
      await provider.destroy({ ...identity, current: { ...made, spec: recorded }, context })
      assert.deepEqual(
        seen.map((properties) => properties['id']),
        Array.from(seen, () => ('id' in answer ? 'a1' : undefined)),
      )
      assert.equal(seen.length, 5)
    }
  })

  test('has its own names for values that are unknown before a create', async () => {
    const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'
    const { provider } = plugin({
      Configure: () => ({ supportsPreview: true }),
      Create: () => ({ properties: structToWire({ cage: unknown, name: secret(unknown) }, { secrets: true }) }),
    })
    const { 'spec.cage': cage, 'spec.name': name } = (await provider.preview(deployed({ kind: 'ape' }))) ?? {}
    assert.deepEqual(cage, new Unknown('resources.ape.spec.cage'))
    assert.deepEqual(name, secret(new Unknown('resources.ape.spec.name')))
  })

  test('is not asked for a known schema', async () => {
    const known: PropertySchema = {
      type: 'object',
      attributes: { kind: { type: 'string' }, id: { type: 'string', computed: true } },
    }
    const { provider, asked } = plugin({ Create: () => ({ id: 'a1', properties: { fields: {} } }) }, () => known)
    assert.deepEqual(await provider.deploy(deployed({ kind: 'ape' })), { 'spec.id': 'a1' })
    await provider.diff({
      ...identity,
      current: { ...made, spec: { kind: 'ape', id: 'a1' } },
      spec: { kind: 'cat' },
      context,
    })
    assert.deepEqual(asked, ['CheckConfig', 'Configure', 'Check', 'Create', 'Check', 'Diff'])
  })

  test('is configured once for each of its processes', async () => {
    const { provider, asked, relaunch } = plugin({ Create: () => ({ id: 'a1', properties: { fields: {} } }) })
    const configured = () => asked.filter((name) => name === 'Configure').length
    await Promise.all([provider.deploy(deployed({ kind: 'ape' })), provider.deploy(deployed({ kind: 'cat' }))])
    assert.equal(configured(), 1)
    relaunch()
    await provider.deploy(deployed({ kind: 'dog' }))
    assert.equal(configured(), 2)
  })

  test('is not asked for an update without a difference, or with one that no update makes', async () => {
    const recorded = { spec: { kind: 'ape', cage: 7, id: 'a1' } }
    const same = plugin({ Diff: () => ({ changes: DiffChanges.NONE }) })
    assert.deepEqual(
      { ...(await same.provider.deploy(deployed({ kind: 'ape' }, recorded))) },
      { 'spec.cage': 7, 'spec.id': 'a1' },
    )
    const other = plugin({ Diff: () => ({ replaces: ['kind'] }) })
    const failure = await failureOf(other.provider.deploy(deployed({ kind: 'cat' }, recorded)))
    assert.deepEqual([failure.code, failure.refused], ['protocol/unplanned-replacement', true])
  })

  test('decides during planning whether a change needs a new resource', async () => {
    const current: CurrentResource = {
      spec: { kind: 'ape', name: 'x', id: 'a1' },
      status: 'created',
      dependsOn: [],
      lastDeployed: 0,
    }
    const asking = { ...identity, current, context }
    const { provider, asked } = plugin({
      Diff: ({ id, news }: { id: string; news: never }) => {
        assert.equal(id, 'a1')
        const isAnother = structFromWire(news)['kind'] !== 'ape'
        return {
          changes: DiffChanges.SOME,
          ...(isAnother && { replaces: ['kind', 'rules[0].port'], deleteBeforeReplace: true }),
        }
      },
    })
    assert.deepEqual(await provider.diff({ ...asking, spec: { kind: 'ape', name: 'y' } }), {
      replaceBecause: [],
      destroyFirst: false,
      differs: [],
    })
    assert.deepEqual(await provider.diff({ ...asking, spec: { kind: 'cat' } }), {
      replaceBecause: ['spec.kind', 'spec.rules[0].port'],
      destroyFirst: true,
      differs: [],
      removed: ['name'],
    })
    // A schema that asks for a replacement gets one; otherwise the plugin's answer counts.
    assert.deepEqual((await provider.diff({ ...asking, spec: { kind: 'ape', chip: 7 } })).replaceBecause, ['spec.chip'])
    assert.ok(!asked.includes('Update') && !asked.includes('Create'))
    const strict = plugin({ Check: () => ({ failures: [{ property: 'kind', reason: 'no such animal' }] }) })
    assert.deepEqual((await strict.provider.diff({ ...asking, spec: { kind: 'unicorn' } })).replaceBecause, [])
    assert.ok(!strict.asked.includes('Diff'))
  })

  test('reports wrong inputs before anything is made, once all of them are known', async () => {
    const { provider } = plugin({ Check: () => ({ failures: [{ property: 'kind', reason: 'no such animal' }] }) })
    const request = { type, resourceName: 'ape', spec: { kind: 'unicorn' }, context }
    assert.deepEqual(await provider.validateResource(request), [
      { severity: 'error', message: 'kind: no such animal', path: 'spec.kind' },
    ])
    assert.deepEqual(await provider.validateResource({ ...request, isPartial: true }), [])
  })

  test('neither remakes nor forgets a resource whose id is lost', async () => {
    const { provider, asked } = plugin()
    const lost: CurrentResource = { spec: { kind: 'ape' }, status: 'created', dependsOn: [], lastDeployed: 0 }
    assert.equal((await failureOf(provider.deploy(deployed({ kind: 'cat' }, lost)))).code, 'protocol/no-id')
    assert.equal((await failureOf(provider.destroy({ ...identity, current: lost, context }))).code, 'protocol/no-id')
    await provider.destroy({ ...identity, current: { ...lost, status: 'create-failed' }, context })
    assert.equal(await provider.externalState({ ...identity, spec: lost.spec, context }), undefined)
    assert.ok(!asked.includes('Create') && !asked.includes('Delete'))
  })

  test('says whether it has made nothing, or what it has made', async () => {
    const outcome = async (code: number, current?: Partial<CurrentResource>) => {
      const failing = () => Promise.reject(status(code))
      const { provider } = plugin({ Create: failing, Update: failing })
      const { refused, inDoubt } = await failureOf(provider.deploy(deployed({ kind: 'cat' }, current)))
      return { refused, inDoubt }
    }
    const there = { spec: { kind: 'ape', id: 'a1' } }
    for (const code of [
      GrpcStatus.invalidArgument,
      GrpcStatus.notFound,
      GrpcStatus.alreadyExists,
      GrpcStatus.permissionDenied,
      GrpcStatus.resourceExhausted,
      GrpcStatus.failedPrecondition,
      GrpcStatus.unauthenticated,
    ]) {
      assert.deepEqual(await outcome(code), { refused: true, inDoubt: false }, String(code))
      assert.deepEqual(await outcome(code, there), { refused: true, inDoubt: false }, String(code))
    }
    for (const code of [
      GrpcStatus.cancelled,
      GrpcStatus.deadlineExceeded,
      GrpcStatus.internal,
      GrpcStatus.unavailable,
      GrpcStatus.dataLoss,
    ]) {
      assert.deepEqual(await outcome(code), { refused: false, inDoubt: true }, String(code))
      assert.deepEqual(await outcome(code, there), { refused: false, inDoubt: true }, String(code))
    }
    // A plugin's plain error: a failed create may have made something, a failed update leaves the old resource.
    assert.deepEqual(await outcome(2), { refused: false, inDoubt: false })
    assert.deepEqual(await outcome(2, there), { refused: false, inDoubt: false })
    const value = encode(ErrorResourceInitFailed, {
      id: 'a1',
      reasons: ['it bites'],
      properties: structToWire({ kind: 'ape', cage: 9 }),
    })
    const typeUrl = 'type.googleapis.com/pulumirpc.ErrorResourceInitFailed'
    const details = encode(Status, { code: GrpcStatus.unknown, details: [{ typeUrl, value: Buffer.from(value) }] })
    const half = plugin({ Create: () => Promise.reject(status(GrpcStatus.unknown, Buffer.from(details))) })
    const failure = await failureOf(half.provider.deploy(deployed({ kind: 'ape' })))
    assert.deepEqual(failure.reasons.slice(1), ['the resource exists, with the id "a1"', 'it bites'])
    assert.deepEqual([failure.refused, failure.inDoubt], [false, false])
    assert.deepEqual({ ...failure.made }, { 'spec.cage': 9, 'spec.id': 'a1', 'spec.__initErrors': ['it bites'] })
    const unreadable = plugin({ Create: () => Promise.reject(status(GrpcStatus.unknown, Buffer.from([0xff]))) })
    assert.equal((await failureOf(unreadable.provider.deploy(deployed({ kind: 'ape' })))).refused, false)
    const lost = new RpcFailure('protocol/connection-lost', 'it died', {
      status: GrpcStatus.unavailable,
      delivered: true,
    })
    const dying = plugin({ Create: () => Promise.reject(lost) })
    assert.equal((await failureOf(dying.provider.deploy(deployed({ kind: 'ape' })))).inDoubt, true)
  })

  test('that cannot be asked for its checks has made nothing, whatever it says', async () => {
    for (const code of [GrpcStatus.unknown, GrpcStatus.deadlineExceeded, GrpcStatus.internal, GrpcStatus.unavailable]) {
      const { provider } = plugin({
        Check: () => {
          throw status(code)
        },
      })
      const { refused, inDoubt } = await failureOf(provider.deploy(deployed({ kind: 'ape' })))
      assert.deepEqual({ refused, inDoubt }, { refused: true, inDoubt: false }, String(code))
    }
  })

  test('forgets its notes about a resource, and does not any more', async () => {
    const { provider } = plugin({ Update: () => ({ properties: structToWire({ kind: 'ape' }) }) })
    const noted = {
      __pulumi: { inputs: { kind: 'cat', __defaults: [] } },
      __initErrors: ['ill'],
      __refreshBeforeUpdate: true,
    }
    const current = { spec: { kind: 'cat', id: 'a1', ...noted } }
    const changed = await provider.deploy(deployed({ kind: 'ape' }, current))
    assert.deepEqual(
      [
        changed['spec.__initErrors'],
        changed['spec.__refreshBeforeUpdate'],
        { ...(changed['spec.__pulumi'] as object) },
      ],
      [[], false, {}],
    )
  })

  test('reports wrong inputs, and unsendable ones are not sent', async () => {
    const strict = plugin({ Check: () => ({ failures: [{ property: 'kind', reason: 'no such animal' }] }) })
    const failure = await failureOf(strict.provider.deploy(deployed({ kind: 'unicorn' })))
    assert.deepEqual(
      [failure.message, failure.pluginErrorCode, failure.refused],
      ['kind: no such animal', 'BAD_INPUT', true],
    )
    const { provider, asked } = plugin()
    assert.equal((await failureOf(provider.deploy(deployed({ kind: 2n ** 70n })))).refused, true)
    assert.ok(!asked.includes('Check'))
  })

  test('gets its checked and answered values back, even unknown ones', async () => {
    const checked = { kind: 'ape', name: 'Kong', __defaults: ['name'] }
    const { provider } = plugin({
      Check: () => ({ inputs: structToWire(checked) }),
      Create: () => ({ id: 'a1', properties: structToWire({ kind: 'APE', cage: 7, __meta: 'v2' }) }),
      Diff: ({ olds, oldInputs }: { olds: never; oldInputs: never }) => {
        assert.ok(equalValues(structFromWire(olds), { kind: 'APE', cage: 7, __meta: 'v2' }))
        assert.ok(equalValues(structFromWire(oldInputs), checked))
        return { changes: DiffChanges.NONE }
      },
    })
    const computed = await provider.deploy(deployed({ kind: 'ape' }))
    const recorded = { kind: 'ape', cage: 7, id: 'a1', __pulumi: secret(computed['spec.__pulumi'] ?? null) }
    assert.deepEqual({ ...(await provider.deploy(deployed({ kind: 'cat' }, { spec: recorded }))) }['spec.id'], 'a1')
  })

  test('gets marked secrets if it supports them, and plain text if not', async () => {
    for (const acceptSecrets of [true, false]) {
      let sent: ValueMap = {}
      const { provider } = plugin({
        Configure: () => ({ acceptSecrets }),
        Create: ({ properties }: { properties: never }) => {
          sent = structFromWire(properties)
          return { id: 'a1', properties: structToWire({ cage: 1 }) }
        },
      })
      await provider.deploy(deployed({ kind: secret('ape') }))
      assert.equal(isSecret(sent['kind'] ?? null), acceptSecrets)
      assert.ok(equalValues(sent['kind'] ?? null, 'ape'))
    }
  })

  test('has its settings checked, and names missing ones', async () => {
    const wrong = plugin({ CheckConfig: () => ({ failures: [{ property: 'region', reason: 'there is no north' }] }) })
    const refused = await failureOf(wrong.provider.deploy(deployed({ kind: 'ape' })))
    assert.match(refused.message, /region: there is no north/)
    const missing = encode(ConfigureErrorMissingKeys, { missingKeys: [{ name: 'zoo:key', description: 'the gate' }] })
    const typeUrl = 'type.googleapis.com/pulumirpc.ConfigureErrorMissingKeys'
    const details = encode(Status, {
      code: GrpcStatus.invalidArgument,
      details: [{ typeUrl, value: Buffer.from(missing) }],
    })
    const { provider } = plugin({
      Configure: () => Promise.reject(status(GrpcStatus.invalidArgument, Buffer.from(details))),
    })
    const failure = await failureOf(provider.deploy(deployed({ kind: 'ape' })))
    assert.ok(failure.reasons.includes('the setting zoo:key is missing: the gate'))
    const silent = plugin({
      CheckConfig: () =>
        Promise.reject(
          new RpcFailure('protocol/unimplemented', 'no', { status: GrpcStatus.unimplemented, delivered: true }),
        ),
      Create: () => ({ id: 'a1', properties: { fields: {} } }),
    })
    await silent.provider.deploy(deployed({ kind: 'ape' }))
  })

  test('answers data sources and calls with its functions', async () => {
    const { provider } = plugin({
      Invoke: ({ tok, args }: { tok: string; args: never }) => {
        assert.equal(tok, 'zoo:index/findAnimal:findAnimal')
        if (structFromWire(args)['kind'] === 'unicorn') return { failures: [{ property: 'kind', reason: 'no such' }] }
        return { return: structToWire({ ...structFromWire(args), cage: 3 }) }
      },
    })
    const definition = await provider.define({
      resourceTypes: [],
      dataSourceTypes: ['zoo:index/findAnimal:findAnimal'],
      functions: ['zoo_findAnimal'],
    })
    assert.deepEqual(Object.keys(definition.functions), ['zoo_findAnimal'])
    const [source] = Object.values(definition.dataSourceTypes)
    assert.deepEqual(source?.filterFields['kind'], { type: 'string', supportedOperators: ['='] })
    assert.deepEqual(source.fields['cage'], { type: 'integer', nullable: true })
    const request = {
      type: 'zoo:index/findAnimal:findAnimal',
      dataSourceName: 'ape',
      filters: [{ field: 'kind', operator: '=', search: ['ape'] }],
      exports: { where: { type: 'integer', aliasFor: 'cage' } },
      context,
    }
    assert.deepEqual({ ...(await provider.fetch(request)) }, { where: 3 })
    const called = await provider.callFunction({ name: 'zoo_findAnimal', args: [{ kind: 'cat' }], context })
    assert.ok(equalValues(called, { kind: 'cat', cage: 3 }))
    const refused = provider.callFunction({ name: 'zoo_findAnimal', args: [{ kind: 'unicorn' }], context })
    assert.match((await failureOf(refused)).message, /kind: no such/)
  })

  test('with a senseless answer fails, and its possible result is in doubt', async () => {
    const unknown = { fields: { cage: { stringValue: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' } } }
    for (const answer of [{ id: '' }, { id: 'a1', properties: unknown }]) {
      const { provider } = plugin({ Create: () => answer })
      const failure = await failureOf(provider.deploy(deployed({ kind: 'ape' })))
      assert.deepEqual([failure.code, failure.inDoubt, failure.refused], ['protocol/bad-answer', true, false])
    }
  })

  test('answers with the real values, as far as its schema knows them', async () => {
    assert.equal(await read({ id: '' }), undefined)
    const properties = structToWire({ kind: 'cat', cage: 8, name: null, ours: 1 })
    const { __pulumi: kept, ...real } = (await read({ id: 'a1', properties })) ?? {}
    assert.deepEqual(real, { kind: 'cat', cage: 8, id: 'a1' })
    assert.ok(equalValues(kept ?? null, { outputs: { ours: 1 } }))
  })
})
