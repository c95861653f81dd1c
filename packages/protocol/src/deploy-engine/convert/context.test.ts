import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, encode } from '../../wire/codec/message.ts'
import { ProviderContext } from '../gen/sharedtypesv1.ts'
import { contextToWire } from './context.ts'

const known = { config: { region: 'eu' }, variables: { environment: 'test' } }

const sent = (context: Parameters<typeof contextToWire>[0]) =>
  decode(ProviderContext, encode(ProviderContext, contextToWire(context))).taggingConfig

test('a provider that tags by itself is told to with each call, and only then', () => {
  const tagging = { prefix: 'by_', engineVersion: '1.2.3', pluginId: 'acme/x', pluginVersion: '2.0.0' }
  assert.deepEqual(
    { ...sent({ ...known, tagging }) },
    {
      prefix: 'by_',
      deployEngineVersion: '1.2.3',
      providerPluginId: 'acme/x',
      providerPluginVersion: '2.0.0',
      enabled: true,
    },
  )
  assert.equal(sent(known), undefined)
})
