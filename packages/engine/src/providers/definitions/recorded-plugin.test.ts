import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderDefinition } from '@slipway/model'
import { recordedPlugin } from './recorded-plugin.ts'

function provider(pluginId: string, pluginDescriptor?: string): ProviderDefinition {
  return {
    pluginId,
    pluginVersion: '2.0.0',
    ...(pluginDescriptor !== undefined && { pluginDescriptor }),
    namespace: 'signal',
    config: { fields: {}, allowAdditionalFields: false },
    resourceTypeNames: [],
    dataSourceTypeNames: [],
    functionNames: [],
    resourceTypes: {},
    dataSourceTypes: {},
    functions: {},
  }
}

const before = { pluginId: 'acme/signal', pluginVersion: '1.0.0', pluginDescriptor: 'github:acme/signal' }

test('a record keeps the descriptor that installed its plugin', () => {
  assert.deepEqual(recordedPlugin(provider('acme/signal', 'oci:ghcr.io/acme/signal'), before), {
    pluginId: 'acme/signal',
    pluginVersion: '2.0.0',
    pluginDescriptor: 'oci:ghcr.io/acme/signal',
  })
})

test('a record keeps its descriptor if the plugin was placed by hand', () => {
  assert.deepEqual(recordedPlugin(provider('acme/signal'), before), { ...before, pluginVersion: '2.0.0' })
})

test('a record drops the descriptor of another plugin', () => {
  assert.deepEqual(recordedPlugin(provider('other/signal'), before), {
    pluginId: 'other/signal',
    pluginVersion: '2.0.0',
  })
})

test('a record without a provider stays as it is', () => {
  assert.deepEqual(recordedPlugin(undefined, before), before)
  assert.deepEqual(recordedPlugin(undefined), { pluginId: '', pluginVersion: '' })
})
