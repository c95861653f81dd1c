import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { equalValues, isSecret, type ValueMap, valueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { readDeployment } from '../deployments/deployment.ts'
import { fromDeployment } from './from-deployment.ts'
import { secretOpener } from './open-secret.ts'
import { programDeployment } from '../to-pulumi/program-deployment.ts'
import { programRecords } from './program-records.ts'
import { readProviderInputs, writeProviderInputs } from '../deployments/provider-inputs.ts'
import { whatIsThere } from './what-is-there.ts'

const urn = (type: string, name: string): string => `urn:pulumi:dev::shop::${type}::${name}`
const bucket = 'aws:s3/bucket:Bucket'
const provider = urn('pulumi:providers:aws', 'default_7_0_0')
const by = { provider: `${provider}::p-1` }
const made = (name: string, id: string, more: object = {}) => ({
  urn: urn(bucket, name),
  type: bucket,
  custom: true,
  id,
  inputs: { name },
  outputs: { name, arn: id },
  ...by,
  ...more,
})
const documentOf = (deployment: object, more: object = { version: 3 }): string =>
  JSON.stringify({ ...more, deployment })
const providerResource = {
  urn: provider,
  type: 'pulumi:providers:aws',
  custom: true,
  id: 'p-1',
  inputs: { version: '7.0.0', __internal: { pluginDownloadURL: 'https://acme.test' } },
  outputs: { version: '7.0.0' },
}

function recorded(text: string): InstanceState {
  let ids = 0
  const deployment = readDeployment(text)
  const about = { project: 'shop', stack: 'dev', file: '/shop/Pulumi.yaml', version: '0.1.0', now: 1000 }
  const how = { newId: () => `r-${++ids}`, open: secretOpener(deployment, {}) }
  const changes = programRecords(deployment, { ...about, ...how })
  const [first] = changes
  assert.ok(first?.kind === 'instance')
  return {
    instance: first.instance,
    resources: changes.flatMap((change) => (change.kind === 'resource' ? [change.resource] : [])),
    intents: [],
  }
}

function named({ resources }: InstanceState, name: string, replaced = false): ResourceRecord {
  const found = resources.find((each) => each.name === name && each.replaced === replaced)
  assert.ok(found, name)
  return found
}

describe('a stack of Pulumi for its program', () => {
  test('has records by URN, with their dependencies, even on later entries', () => {
    const state = recorded(
      documentOf({
        resources: [
          providerResource,
          made('b', 'b-1', { dependencies: [urn(bucket, 'a')], deletedWith: urn(bucket, 'a') }),
          made('a', 'a-2', { protect: true, resourceHooks: { BeforeDelete: ['ask'] }, replacementTrigger: { n: 1 } }),
          made('a', 'a-1', { delete: true }),
          { ...made('a', 'x-1'), urn: urn('aws:sns/topic:Topic', 'a'), type: 'aws:sns/topic:Topic' },
        ],
      }),
    )
    assert.deepEqual(
      state.resources.map(({ name, type, replaced }) => [name, type, replaced]),
      [
        ['default_7_0_0', 'pulumi:providers:aws', false],
        ['b', bucket, false],
        ['a', bucket, false],
        ['a', bucket, true],
        ['a (Topic)', 'aws:sns/topic:Topic', false],
      ],
    )
    const b = named(state, 'b')
    assert.deepEqual(b.dependsOn.toSorted(), ['a', 'default_7_0_0'])
    assert.deepEqual(b.reads.toSorted(), [named(state, 'a').id, named(state, 'default_7_0_0').id].toSorted())
    assert.deepEqual([b.options, named(state, 'a').options], [{ deletedWith: 'a' }, { protect: true }])
    assert.ok(equalValues(named(state, 'a').spec['hooks'] ?? null, { before_delete: ['ask'] }))
    assert.ok(equalValues(named(state, 'default_7_0_0').spec['package'] ?? null, { server: 'https://acme.test' }))
    const back = programDeployment(state, 2000).resources ?? []
    const first = back.find(({ type }) => type === 'pulumi:providers:aws')
    assert.deepEqual(first?.inputs, providerResource.inputs)
    const again = back.find(({ urn: each, delete: old }) => each === urn(bucket, 'a') && old !== true)
    assert.deepEqual(again?.resourceHooks, { BeforeDelete: ['ask'] })
    assert.deepEqual(again?.replacementTrigger, { n: 1 })
    assert.equal(back.find(({ urn: each }) => each === urn(bucket, 'b'))?.deletedWith, urn(bucket, 'a'))
  })

  test('names pending operations: successors, updates and deletes without a known end', () => {
    const pending = [
      { type: 'creating', resource: { ...made('a', ''), id: undefined } },
      { type: 'updating', resource: made('b', 'b-1') },
      { type: 'deleting', resource: made('c', 'c-1') },
      { type: 'reading', resource: made('d', 'd-1') },
    ]
    const resources = [providerResource, made('a', 'a-1'), made('b', 'b-1'), made('c', 'c-1')]
    const state = recorded(documentOf({ resources, pending_operations: pending }))
    assert.deepEqual(
      state.resources.map(({ name, status, replaced }) => `${name} ${status} ${replaced}`),
      [
        'default_7_0_0 created false',
        'a created false',
        'b update-interrupted false',
        'c destroy-interrupted false',
        'a create-interrupted true',
      ],
    )
    const { pending_operations: back = [], resources: there = [] } = programDeployment(state, 2000)
    assert.deepEqual(back.map(({ type }) => type).toSorted(), ['creating', 'deleting', 'updating'])
    assert.equal(there.length, 4)
  })

  test('omits a refused create, and ties views to their resources', () => {
    const view = { ...made('part', ''), viewOf: urn(bucket, 'a'), parent: urn(bucket, 'a') }
    const resources = [providerResource, made('a', 'a-1'), view]
    const state = recorded(documentOf({ resources }, { version: 4, features: ['views'] }))
    assert.deepEqual(
      state.resources.map(({ name }) => name),
      ['default_7_0_0', 'a'],
    )
    const views = named(state, 'a').spec['views']
    assert.ok(
      equalValues(views ?? null, [
        valueMap([
          ['type', bucket],
          ['name', 'part'],
          ['inputs', { name: 'part' }],
          ['outputs', { name: 'part', arn: '' }],
        ]),
      ]),
    )
    const { deployedAt: _, ...refused } = { ...named(state, 'a'), status: 'create-failed' as const }
    assert.deepEqual(programDeployment({ ...state, resources: [refused] }, 1).resources, [])
  })

  test('is refused if it belongs to another stack, or has unknown parts', () => {
    const foreign = { ...made('a', 'a-1'), urn: `urn:pulumi:prod::shop::${bucket}::a` }
    const stack = {
      code: 'state/bad-import',
      message: /prod/,
      hint: /^import the state without .* slipway stack rename prod dev$/,
    }
    assert.throws(() => recorded(documentOf({ resources: [foreign] })), stack)
    const project = { message: /other/, hint: 'import the state in the folder with the Pulumi.yaml of other' }
    const others = { ...foreign, urn: `urn:pulumi:dev::other::${bucket}::a` }
    assert.throws(() => recorded(documentOf({ resources: [others] })), project)
    assert.throws(() => recorded(documentOf({}, { version: 4, features: ['teleport'] })), { message: /teleport/ })
  })

  test('is refused if nobody could take it down again, and says why', () => {
    const [a, b, c] = [urn(bucket, 'a'), urn(bucket, 'b'), urn(bucket, 'c')]
    const refused = (why: RegExp, ...resources: readonly object[]): void =>
      assert.throws(() => recorded(documentOf({ resources })), { code: 'state/bad-import', message: why })
    const needing = (name: string, ...dependencies: readonly string[]) => made(name, `${name}-1`, { dependencies })
    refused(
      /they need each other in a circle: b -> c -> b$/,
      providerResource,
      needing('a', b),
      needing('b', c),
      needing('c', b),
    )
    refused(
      /in a circle: a -> b -> a$/,
      providerResource,
      made('a', 'a-1', { parent: b }),
      made('b', 'b-1', { parent: a }),
    )
    refused(/in a circle: default_7_0_0 -> a -> default/, { ...providerResource, dependencies: [a] }, made('a', 'a-1'))
    refused(/"[^"]*::a" has no id$/, providerResource, made('a', ''), made('b', 'b-1'))
    refused(/it has "[^"]*::a" twice$/, providerResource, made('a', 'a-1'), made('a', 'a-2'))
    refused(
      /"[^"]*::a" belongs to the provider "[^"]*::default_7_0_0", which the state does not have$/,
      made('a', 'a-1'),
    )
    refused(/"[^"]*::b" is a part of "[^"]*::a", which the state does not have$/, made('b', 'b-1', { viewOf: a }))
    refused(/"[^"]*::a" is a part of "[^"]*::a", which the state does not have$/, made('a', 'a-1', { viewOf: a }))
    // Pulumi leaves such states behind.
    const state = recorded(
      documentOf({
        resources: [
          providerResource,
          made('a', 'a-1'),
          made('a', 'a-2', { delete: true, dependencies: [b] }),
          needing('b', a),
        ],
      }),
    )
    assert.equal(state.resources.length, 4)
    const chain = Array.from({ length: 20_000 }, (_, at) => needing(`r${at}`, urn(bucket, `r${at + 1}`)))
    assert.equal(recorded(documentOf({ resources: [providerResource, ...chain] })).resources.length, 20_001)
  })
})

describe('a stack of Pulumi for a blueprint', () => {
  test('omits read-only resources, views, and deleted resources', () => {
    const deployment = readDeployment(
      documentOf({
        resources: [
          made('mine', 'm-1', { protect: true }),
          made('seen', 's-1', { external: true }),
          made('half', 'h-1', { pendingReplacement: true }),
          made('part', '', { viewOf: urn(bucket, 'mine') }),
          made('bad', 'b-1', { taint: true }),
        ],
      }),
    )
    const open = secretOpener(deployment, {})
    const changes = fromDeployment(deployment, { instance: 'x', now: 1, newId: () => String(Math.random()), open })
    const records = changes.flatMap((change) => (change.kind === 'resource' ? [change.resource] : []))
    assert.deepEqual(
      records.map(({ name, options }) => [name, options]),
      [
        ['mine', { protect: true, isOfAnyProvider: true }],
        ['bad', { isOfAnyProvider: true }],
      ],
    )
    assert.deepEqual(
      whatIsThere(deployment).told.map((sentence) => sentence.replace(/^.*::/, '').split(' ').slice(0, 3).join(' ')),
      ['half was destroyed', 'bad is tainted:'],
    )
  })

  test('has names that a blueprint can have', () => {
    const names = ['1st', 'Ünï', 'a.b', 'n'.repeat(900)]
    const deployment = readDeployment(documentOf({ resources: names.map((name) => made(name, `${name}-1`)) }))
    const open = secretOpener(deployment, {})
    const changes = fromDeployment(deployment, { instance: 'x', now: 1, newId: () => String(Math.random()), open })
    assert.deepEqual(
      changes.flatMap((change) => (change.kind === 'resource' ? [change.resource.name] : [])),
      ['_1st', '_n-', 'a-b', 'n'.repeat(190)],
    )
  })

  test('opens secrets without Pulumi’s key', () => {
    const open = secretOpener({ secrets_providers: { type: 'b64', state: {} } }, {})
    assert.equal(open({ ciphertext: Buffer.from('"sesame"').toString('base64') }), 'sesame')
    const cloud = secretOpener({ secrets_providers: { type: 'service', state: {} } }, {})
    assert.throws(() => cloud({ ciphertext: 'x' }), { code: 'state/wrong-key', message: /Pulumi Cloud/ })
  })
})

test('a parameterized package goes to Pulumi and back', () => {
  const inputs: ValueMap = valueMap(
    Object.entries({
      version: '3.6.0',
      region: 'eu',
      __internal: valueMap(
        Object.entries({
          name: 'terraform-provider',
          version: '0.9.0',
          parameterization: 'aGk=',
          envVarMappings: valueMap([['OURS', 'THEIRS']]),
        }),
      ),
    }),
  )
  const read = readProviderInputs(inputs, 'random')
  assert.deepEqual(
    { ...read.package },
    {
      plugin: 'terraform-provider',
      version: '0.9.0',
      parameterName: 'random',
      parameterVersion: '3.6.0',
      parameterValue: 'aGk=',
      variables: valueMap([['THEIRS', 'OURS']]),
    },
  )
  assert.deepEqual(Object.keys(read.inputs), ['version', 'region'])
  assert.ok(equalValues(writeProviderInputs(read), inputs))
  assert.ok(!isSecret(read.inputs))
})
