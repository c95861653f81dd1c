import assert from 'node:assert/strict'
import { test } from 'node:test'
import { descriptorText } from '@slipway/installer'
import { descriptorOfId, notInId } from './descriptor-of-id.ts'

test('ids of plugins are descriptors, except for those that come with Slipway', () => {
  const texts = [
    'acme/sqlite',
    'registry.example.com/acme/sqlite',
    'pulumi/random',
    'pulumi/language-yaml',
    'slipway/local',
    '',
  ]
  assert.deepEqual(
    texts.map((id) => {
      const descriptor = descriptorOfId(id)
      return descriptor && descriptorText(descriptor)
    }),
    ['acme/sqlite', 'registry.example.com/acme/sqlite', 'pulumi:random', 'pulumi:language/yaml', undefined, undefined],
  )
})

test('facts in the id are not recorded again', () => {
  assert.deepEqual(notInId('acme/sqlite', 'acme/sqlite'), {})
  assert.deepEqual(notInId('pulumi/random', 'pulumi:random'), {})
  assert.deepEqual(notInId('acme/sqlite', undefined), {})
  assert.deepEqual(notInId('acme/sqlite', 'github:acme/sqlite'), { pluginDescriptor: 'github:acme/sqlite' })
  assert.deepEqual(notInId('pulumi/random', 'pulumi:random server=https://host/a'), {
    pluginDescriptor: 'pulumi:random server=https://host/a',
  })
})
