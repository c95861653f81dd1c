import assert from 'node:assert/strict'
import { createCipheriv, pbkdf2Sync } from 'node:crypto'
import { describe, test } from 'node:test'
import { containsSecret, equalValues, isSecret, type Value, valueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import { type Deployment, readDeployment, seemsDeployment } from './deployment.ts'
import { fromDeployment } from '../from-pulumi/from-deployment.ts'
import { secretOpener } from '../from-pulumi/open-secret.ts'
import { toldOfPackages } from '../from-pulumi/read-packages.ts'
import { toDeployment } from '../to-pulumi/to-deployment.ts'

const key = '4dabf18193072939515e22adb298388d'
const sealed = '1b47061264138c4ac30d75fd1eb44270'
const urn = (type: string, name: string): string => `urn:pulumi:prod::shop::${type}::${name}`
const provider = `${urn('pulumi:providers:random', 'default_4_21_2')}::0815`

const deployment: Deployment = {
  manifest: { time: '', magic: '', version: '3.260.0' },
  resources: [
    {
      urn: urn('pulumi:pulumi:Stack', 'shop-prod'),
      custom: false,
      type: 'pulumi:pulumi:Stack',
      outputs: { name: 'x', pin: { [key]: sealed, plaintext: '"4711"' } },
    },
    {
      urn: urn('pulumi:providers:random', 'default_4_21_2'),
      custom: true,
      id: '0815',
      type: 'pulumi:providers:random',
      inputs: { version: '4.21.2' },
    },
    {
      urn: urn('random:index/randomPet:RandomPet', 'pet.one'),
      custom: true,
      id: 'big-cat',
      type: 'random:index/randomPet:RandomPet',
      inputs: { length: 2, __defaults: ['separator'], separator: '-' },
      outputs: { id: 'big-cat', length: 2, separator: '-', __meta: '{"schema_version":"1"}', prefix: null },
      provider,
      created: '2026-01-02T03:04:05.000Z',
      modified: '2026-01-02T03:04:06.000Z',
    },
    {
      urn: urn('random:index/randomPassword:RandomPassword', 'word'),
      custom: true,
      id: 'none',
      type: 'random:index/randomPassword:RandomPassword',
      inputs: { length: 4, keepers: { pet: 'big-cat' } },
      outputs: { id: 'none', length: 4, keepers: { pet: 'big-cat' }, result: { [key]: sealed, plaintext: '"sesame"' } },
      dependencies: [urn('random:index/randomPet:RandomPet', 'pet.one')],
      provider,
      retainOnDelete: true,
    },
    { urn: urn('shop:index:Shelf', 'shelf'), custom: false, type: 'shop:index:Shelf', outputs: {} },
  ],
  pending_operations: [
    {
      type: 'creating',
      resource: {
        urn: urn('random:index/randomPet:RandomPet', 'lost'),
        custom: true,
        type: 'random:index/randomPet:RandomPet',
        inputs: { length: 9 },
      },
    },
  ],
}

function recorded(from: Deployment, env: NodeJS.ProcessEnv = {}): InstanceState {
  let count = 0
  const newId = (): string => `r-${++count}`
  const changes = fromDeployment(from, { instance: 'prod', now: 1000, newId, open: secretOpener(from, env) })
  const [first, ...others] = changes as readonly [StateChange, ...StateChange[]]
  assert.ok(first.kind === 'instance')
  return {
    instance: first.instance,
    resources: others.flatMap((change) => (change.kind === 'resource' ? [change.resource] : [])),
    intents: [],
  }
}

function resource({ resources }: InstanceState, name: string): ResourceRecord {
  const found = resources.find((each) => each.name === name)
  assert.ok(found, name)
  return found
}

const base64 = (words: string): string => Buffer.from(words).toString('base64')

describe('a state of Pulumi', () => {
  test('becomes records: resources, their dependencies, secrets, the outputs of the stack', () => {
    const state = recorded(deployment)
    assert.deepEqual(
      state.resources.map(({ name, status, pluginId }) => `${name} ${status} ${pluginId}`),
      ['pet-one created pulumi/random', 'word created pulumi/random', 'lost create-interrupted pulumi/random'],
    )
    const pet = resource(state, 'pet-one')
    const { __pulumi: kept = null, ...spec } = pet.spec
    assert.deepEqual(spec, { length: 2, separator: '-', id: 'big-cat' })
    assert.ok(!containsSecret(kept))
    assert.ok(
      equalValues(kept, {
        inputs: { length: 2, __defaults: ['separator'], separator: '-' },
        outputs: { __meta: '{"schema_version":"1"}', id: 'big-cat' },
      }),
    )
    assert.equal(pet.pluginVersion, '4.21.2')
    assert.equal(new Date(pet.updatedAt).toISOString(), '2026-01-02T03:04:06.000Z')
    const word = resource(state, 'word')
    assert.ok(isSecret(word.spec['result']) && equalValues(word.spec['result'], 'sesame'))
    assert.deepEqual([word.dependsOn, word.reads, word.removalPolicy], [['pet-one'], [pet.id], 'retain'])
    assert.ok(isSecret(state.instance.exports['pin']))
    assert.deepEqual(resource(state, 'lost').doubtSince, 1000)
  })

  test('keeps the protection of a provider that the program has made', () => {
    const type = 'pulumi:providers:random'
    const own = { urn: urn(type, 'mine'), custom: true, id: 'p-1', type, protect: true, retainOnDelete: true }
    const state = recorded({ ...deployment, resources: [own], pending_operations: [] })
    const { options, removalPolicy } = resource(state, 'mine')
    assert.deepEqual([options, removalPolicy], [{ protect: true }, 'retain'])
    const [back] = toDeployment(state, { project: 'shop', now: 2000 }).deployment.resources?.slice(-1) ?? []
    assert.deepEqual([back?.protect, back?.retainOnDelete], [true, true])
  })

  test('keeps the timeouts of a resource, in both notations', () => {
    const [, made, pet] = deployment.resources ?? []
    assert.ok(made && pet)
    const customTimeouts = { create: 300, delete: 1.5, read: 0 }
    const own = { urn: urn(made.type, 'mine'), custom: true, id: 'p-1', type: made.type, customTimeouts }
    const resources = [made, own, { ...pet, customTimeouts }]
    const state = recorded({ ...deployment, resources, pending_operations: [] })
    const named = (name: string) => resource(state, name).options?.timeouts
    for (const name of ['pet-one', 'mine']) assert.deepEqual(named(name), { create: 300_000, destroy: 1500 })
    const back = toDeployment(state, { project: 'shop', now: 2000 }).deployment.resources ?? []
    const timed = back.flatMap((one) => (one.customTimeouts ? [[one.urn.split('::').at(-1), one.customTimeouts]] : []))
    const written = { create: 300, delete: 1.5 }
    assert.deepEqual(timed, [
      ['mine', written],
      ['pet-one', written],
    ])
  })

  test('keeps deletedWith, and puts its target first', () => {
    const [, made, pet] = deployment.resources ?? []
    assert.ok(made && pet)
    const box = { ...pet, urn: urn(pet.type, 'box') }
    const resources = [made, box, { ...pet, deletedWith: box.urn }]
    const state = recorded({ ...deployment, resources, pending_operations: [] })
    const turned = { ...state, resources: state.resources.toReversed() }
    const back = toDeployment(turned, { project: 'shop', now: 2000 }).deployment.resources ?? []
    const told = back
      .filter(({ type }) => type === pet.type)
      .map((one) => [one.urn.split('::').at(-1), one.deletedWith])
    assert.deepEqual(told, [
      ['box', undefined],
      ['pet-one', back.find(({ urn: one }) => one.endsWith('::box'))?.urn],
    ])
  })

  test('names the packages that its plugins serve, and passes them on', () => {
    const shelf = urn('pulumi:providers:shelf', 'default_3_0_0')
    const parameterized = { name: 'desk', version: '2.0.0', parameterization: base64('oak') }
    const resources: Deployment['resources'] = [
      {
        urn: shelf,
        custom: true,
        id: 's-1',
        type: 'pulumi:providers:shelf',
        inputs: { version: '3.0.0', __internal: parameterized },
      },
      {
        urn: urn('notes:index:Sheet', 'note'),
        custom: true,
        id: 'n-1',
        type: 'notes:index:Sheet',
        inputs: { text: 'x' },
        outputs: { text: 'x' },
        provider: `${shelf}::s-1`,
        extensionRef: 'abc',
      },
    ]
    const extensions = { abc: { name: 'notes', version: '1.0.0', value: base64('red') } }
    const given = { ...deployment, resources, extensions, pending_operations: [] }
    assert.deepEqual(toldOfPackages(given, secretOpener(given, {})), [
      'the package shelf is made by parameters: plugins.packages.shelf: {plugin: pulumi/desk, version: 3.0.0, value: b2Fr} in the settings',
      'the package notes is made by parameters: plugins.packages.notes: {extends: shelf, version: 1.0.0, value: cmVk} in the settings',
    ])
    const { deployment: back } = toDeployment(recorded(given), { project: 'shop', now: 2000 })
    const [, provided, note] = back.resources ?? []
    assert.equal(provided?.urn, shelf)
    assert.equal(JSON.stringify(provided.inputs?.['__internal']).includes(base64('oak')), true)
    assert.deepEqual(Object.values(back.extensions ?? {}), [extensions.abc])
    assert.equal(back.extensions?.[note?.extensionRef ?? ''], Object.values(back.extensions ?? {})[0])
    assert.equal(note?.provider, `${shelf}::${provided.id}`)
  })

  test('goes back unchanged, except for its components and names that Slipway lacks', () => {
    const { deployment: back, leftOut } = toDeployment(recorded(deployment), { project: 'shop', now: 2000 })
    assert.deepEqual(leftOut, [])
    const again = readDeployment(JSON.stringify({ version: 3, deployment: back }))
    const [stack, random, pet, word, ...more] = again.resources ?? []
    assert.deepEqual(more, [])
    assert.ok(pet !== undefined && word !== undefined)
    assert.deepEqual(stack?.outputs, deployment.resources?.[0]?.outputs)
    assert.equal(random?.urn, urn('pulumi:providers:random', 'default_4_21_2'))
    assert.deepEqual(random.inputs, { version: '4.21.2' })
    assert.deepEqual(pet.inputs, deployment.resources?.[2]?.inputs)
    const { prefix: _, ...outputs } = deployment.resources?.[2]?.outputs ?? {}
    assert.deepEqual(pet.outputs, outputs)
    assert.deepEqual(word.outputs, deployment.resources?.[3]?.outputs)
    assert.deepEqual(word.dependencies, [urn('random:index/randomPet:RandomPet', 'pet-one')])
    assert.equal(word.provider, `${random.urn}::${random.id}`)
    assert.equal(word.retainOnDelete, true)
    assert.deepEqual(
      again.pending_operations?.map(({ type, resource: { inputs } }) => [type, inputs]),
      [['creating', { length: 9 }]],
    )
    // The manifest says that nobody has changed its version.
    assert.match(again.manifest.magic, /^[0-9a-f]{64}$/)
    const twice = recorded(again)
    for (const name of ['pet-one', 'word']) {
      const spec: Value = resource(recorded(deployment), name).spec
      assert.ok(equalValues(resource(twice, name).spec, spec), name)
    }
  })

  test('opens with its stack’s passphrase, and with no other', () => {
    const salt = Buffer.from('saltsalt')
    const made = pbkdf2Sync('open', salt, 1_000_000, 32, 'sha256')
    const nonce = Buffer.alloc(12, 7)
    const cipher = createCipheriv('aes-256-gcm', made, nonce)
    const text = Buffer.concat([cipher.update('"sesame"'), cipher.final(), cipher.getAuthTag()])
    const ciphertext = `v1:${nonce.toString('base64')}:${text.toString('base64')}`
    const stack = { urn: urn('a:b:C', 'x'), custom: true, id: '1', type: 'a:b:C' }
    const from: Deployment = {
      manifest: deployment.manifest,
      secrets_providers: { type: 'passphrase', state: { salt: `v1:${salt.toString('base64')}:v1:x:y` } },
      resources: [{ ...stack, inputs: { pin: { [key]: sealed, ciphertext } } }],
    }
    const { pin = null } = resource(recorded(from, { PULUMI_CONFIG_PASSPHRASE: 'open' }), 'x').spec
    assert.ok(isSecret(pin) && equalValues(pin, 'sesame'))
    assert.throws(() => recorded(from, { PULUMI_CONFIG_PASSPHRASE: 'shut' }), { code: 'state/wrong-key' })
    assert.throws(() => recorded(from), { code: 'state/wrong-key' })
  })

  test('is recognised, and anything else is refused', () => {
    const checkpoint = JSON.stringify({ version: 3, checkpoint: { stack: 'prod', latest: deployment } })
    assert.equal(readDeployment(checkpoint).resources?.length, 5)
    assert.ok(seemsDeployment(checkpoint) && !seemsDeployment('{"format": "slipway-state"}'))
    for (const text of ['', '[]', '{}', '{"version": 2}', '{"version": 3, "deployment": {"resources": [{}]}}'])
      assert.throws(() => readDeployment(text), { code: 'state/bad-import' }, text)
  })

  test('has the plugins’ views, errors and hints in fields of their own, both ways', () => {
    const bucket = urn('aws:s3:Bucket', 'site')
    const inner = `${bucket.replace('::site', '')}$aws:s3:Object$aws:s3:Part::body`
    const from = {
      manifest: deployment.manifest,
      resources: [
        {
          urn: bucket,
          custom: true,
          id: 'site',
          type: 'aws:s3:Bucket',
          initErrors: ['slow'],
          refreshBeforeUpdate: true,
        },
        // Pulumi's state may claim a thing of its own here; for us there is none.
        {
          urn: `${bucket.replace('::site', '')}$aws:s3:Object::page`,
          custom: true,
          type: 'aws:s3:Object',
          parent: bucket,
          viewOf: bucket,
          outputs: { size: 4 },
        },
        {
          urn: inner,
          custom: true,
          type: 'aws:s3:Part',
          parent: `${bucket.replace('::site', '')}$aws:s3:Object::page`,
          viewOf: bucket,
        },
      ],
    }
    const state = recorded(from)
    assert.deepEqual(
      state.resources.map(({ name }) => name),
      ['site'],
    )
    const back = toDeployment(state, { project: 'shop', now: 2000 }).deployment.resources ?? []
    const [, , site, page, part, ...more] = back
    assert.deepEqual(more, [])
    assert.deepEqual([site?.initErrors, site?.refreshBeforeUpdate], [['slow'], true])
    assert.deepEqual([page?.urn, page?.viewOf, page?.parent], [from.resources[1]?.urn, bucket, bucket])
    assert.deepEqual([page?.outputs, part?.urn, part?.viewOf], [{ size: 4 }, inner, bucket])
    assert.ok(equalValues(resource(recorded({ ...from, resources: back }), 'site').spec, resource(state, 'site').spec))
  })

  test('has the version of a provider that the program has made, and no other provider beside it', () => {
    const type = 'pulumi:providers:random'
    const inputs = { seed: 'x', version: '4.16.0' }
    const mine = { urn: urn(type, 'mine'), custom: true, id: 'p-1', type, inputs, outputs: inputs }
    const made = { urn: urn('random:index:Pet', 'pet'), custom: true, id: 'cat', type: 'random:index:Pet' }
    const resources = [mine, { ...made, provider: `${mine.urn}::p-1` }]
    const state = recorded({ ...deployment, resources, pending_operations: [] })
    const [, own, pet, ...more] = toDeployment(state, { project: 'shop', now: 2000 }).deployment.resources ?? []
    assert.deepEqual(more, [])
    assert.deepEqual([own?.urn, own?.inputs, own?.outputs], [mine.urn, inputs, inputs])
    assert.deepEqual([pet?.provider, pet?.dependencies], [`${mine.urn}::${own?.id}`, []])
  })

  test('leaves out resources that no plugin of Pulumi has made', () => {
    const state = recorded(deployment)
    const [pet] = state.resources as readonly [ResourceRecord, ...ResourceRecord[]]
    const file = { ...pet, name: 'file', type: 'local/file', spec: valueMap() }
    assert.deepEqual(toDeployment({ ...state, resources: [file] }, { project: 'shop', now: 0 }).leftOut, ['file'])
  })
})

const pet = {
  urn: urn('random:index/randomPet:RandomPet', 'pet'),
  type: 'random:index/randomPet:RandomPet',
  custom: true,
  id: 'brave-cat',
}
const documentOf = (...resources: readonly object[]): string =>
  JSON.stringify({ version: 3, deployment: { resources } })
const taken = (text: string): readonly StateChange[] => {
  const found = readDeployment(text)
  let ids = 0
  return fromDeployment(found, {
    instance: 'shop',
    now: 1,
    newId: () => `id-${++ids}`,
    open: secretOpener(found, {}),
  })
}
const withPin = (plaintext: string) => documentOf({ ...pet, inputs: { pin: { [key]: sealed, plaintext } } })

describe('a handwritten state of Pulumi', () => {
  const refusals: readonly (readonly [string, string, RegExp])[] = [
    ['lists for maps', documentOf({ ...pet, inputs: [1] }), /resources\[0\]\.inputs must be a map/],
    ['numbers for lists', documentOf({ ...pet, dependencies: 5 }), /resources\[0\]\.dependencies must be a list/],
    ['text for lists', documentOf({ ...pet, initErrors: 'x' }), /resources\[0\]\.initErrors must be a list/],
    ['a number for an id', documentOf({ ...pet, id: 5 }), /resources\[0\]\.id must be a string/],
    ['no id', documentOf({ ...pet, id: undefined }), /"[^"]*::pet" has no id$/],
    ['an empty id', documentOf({ ...pet, id: '' }), /"[^"]*::pet" has no id$/],
    ['no name', documentOf({ ...pet, urn: 'x' }), /resources\[0\]\.urn is not a URN/],
    ['no type', documentOf({ ...pet, type: '' }), /resources\[0\]\.type is empty/],
    ['a long name', documentOf({ ...pet, urn: urn('a:b:C', 'n'.repeat(1001)) }), /a name of more than 1000 characters/],
    [
      'nothing pending',
      '{"version":3,"deployment":{"pending_operations":[null]}}',
      /pending_operations\[0\] must be a map/,
    ],
    [
      'depth',
      `{"version":3,"deployment":{"resources":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
      /nested deeper than 100/,
    ],
  ]
  for (const [what, text, words] of refusals)
    test(`is refused with ${what}`, () => {
      assert.throws(() => taken(text), { code: 'state/bad-import', message: words })
    })

  test('is refused without showing its secrets', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    for (const text of [withPin('hush-hush'), withPin(deep), '{"version":3,"deployment":{"pin":hush-hush}}']) {
      assert.throws(
        () => taken(text),
        (error: Error & { code?: string }) => error.code === 'state/bad-import' && !/hush/.test(error.message),
      )
    }
  })

  test('is accepted without the ids of missing or external resources', () => {
    const none = { ...pet, id: '' }
    taken(documentOf({ ...none, external: true }, { ...none, pendingReplacement: true }, { ...none, custom: false }))
    const pending = { pending_operations: [{ resource: none, type: 'creating' }] }
    const changes = taken(JSON.stringify({ version: 3, deployment: pending }))
    assert.deepEqual(
      changes.flatMap((change) => (change.kind === 'resource' ? [change.resource.status] : [])),
      ['create-interrupted'],
    )
  })

  test('is accepted with many resources of one name', () => {
    const changes = taken(documentOf(...Array.from({ length: 20_000 }, () => pet)))
    const names = changes.flatMap((change) => (change.kind === 'resource' ? [change.resource.name] : []))
    assert.deepEqual(names.slice(0, 3), ['pet', 'pet-2', 'pet-3'])
    assert.equal(new Set(names).size, 20_000)
  })
})
