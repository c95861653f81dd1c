import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import { viewOfParts, viewOfPrograms } from './policy-view.ts'

const about = { name: 'web:pet', instance: 'site', dependsOn: [] }
const provider = 'urn:pulumi:site::slipway::pulumi:providers:random::eu'
const known = () => ({
  wishes: {
    of: () => ({
      ignoreChanges: ['length'],
      replaceOnChanges: [],
      replaceBecause: [],
      deleteBeforeReplace: true,
      additionalSecretOutputs: [],
      hideDiffs: [],
      timeouts: { create: 90 },
      importId: undefined,
      hooks: {},
      readId: undefined,
    }),
  },
  connections: {
    settings: (reference: string) =>
      reference === `${provider}::1` ? { config: valueMap([['region', 'eu-1']]) } : undefined,
  },
})
const parts = viewOfParts(known)

test('policies see a part of a component with the type and inputs that its plugin names', () => {
  const inputs = valueMap([['length', 2]])
  const urn = 'urn:pulumi:site::slipway::acme:index:Web$random:index/randomPet:RandomPet::pet'
  const properties = valueMap(
    Object.entries({
      urn,
      inputs,
      parent: 'urn:pulumi:site::slipway::acme:index:Web::web',
      provider: `${provider}::1`,
      dependencies: ['urn:x'],
      propertyDependencies: valueMap([['length', ['urn:x']]]),
    }),
  )
  const part = { ...about, type: 'component:random:index/randomPet:RandomPet', properties, options: { protect: true } }
  const seen = parts.of(part)
  assert.equal(seen.type, 'random:index/randomPet:RandomPet')
  assert.deepEqual(seen.properties, inputs)
  assert.deepEqual(seen.identity, {
    urn,
    parent: 'urn:pulumi:site::slipway::acme:index:Web::web',
    dependencies: ['urn:x'],
    propertyDependencies: { length: ['urn:x'] },
  })
  assert.deepEqual(seen.provider, { urn: provider, name: 'eu', properties: valueMap([['region', 'eu-1']]) })
  const timeouts = { create: 90_000, update: 0, destroy: 0, read: 0 }
  assert.deepEqual(seen.options, { protect: true, ignoreChanges: ['length'], destroyFirst: true, timeouts })
  const right = valueMap([['length', 3]])
  assert.deepEqual(parts.withProperties(part, right)['inputs'], right)
})

test('and everything else of the blueprint as it is recorded', () => {
  const properties = valueMap([['urn', 'urn:pulumi:site::slipway::acme:index:Web::web']])
  const whole = { ...about, type: 'acme:index:Web', properties }
  assert.equal(parts.of(whole), whole)
  assert.equal(parts.withProperties(whole, properties), properties)
})

test('a component of a program has the program’s type, and no provider', () => {
  const urn = 'urn:pulumi:dev::shop::shop:index:Shelf::shelf'
  const properties = valueMap(Object.entries({ urn, inputs: valueMap(), outputs: valueMap([['page', 2]]) }))
  const seen = viewOfPrograms(known).of({ ...about, type: 'pulumi:pulumi:Component', properties })
  assert.deepEqual([seen.type, { ...seen.properties }], ['shop:index:Shelf', { page: 2 }])
  assert.ok('provider' in seen && seen.provider === undefined)
})
