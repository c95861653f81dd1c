import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import { viewOfParts } from './policy-view.ts'

const about = { name: 'web:pet', instance: 'site', dependsOn: [] }

test('policies see a part of a component by the type and the inputs that its plugin says', () => {
  const inputs = valueMap([['length', 2]])
  const properties = valueMap([
    ['urn', 'urn:pulumi:site::slipway::acme:index:Web$random:index/randomPet:RandomPet::pet'],
    ['inputs', inputs],
  ])
  const part = { ...about, type: 'component:random:index/randomPet:RandomPet', properties }
  const seen = viewOfParts.of(part)
  assert.equal(seen.type, 'random:index/randomPet:RandomPet')
  assert.deepEqual(seen.properties, inputs)
  const right = valueMap([['length', 3]])
  assert.deepEqual(viewOfParts.withProperties(part, right)['inputs'], right)
})

test('and anything else of the blueprint as it is recorded', () => {
  const properties = valueMap([['urn', 'urn:pulumi:site::slipway::acme:index:Web::web']])
  const whole = { ...about, type: 'acme:index:Web', properties }
  assert.equal(viewOfParts.of(whole), whole)
  assert.equal(viewOfParts.withProperties(whole, properties), properties)
})
