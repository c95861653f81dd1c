import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, encode } from '../../../wire/codec/message.ts'
import { DeployResourceRequest } from '../../gen/sharedtypesv1.ts'
import { contextToWire } from './context.ts'

const known = { config: { region: 'eu' }, variables: { environment: 'test' } }

const tagged = (context: Parameters<typeof contextToWire>[0]) => received(context)?.taggingConfig

const received = (context: Parameters<typeof contextToWire>[0]) =>
  decode(DeployResourceRequest, encode(DeployResourceRequest, { context: contextToWire(context) })).context

test('a provider that tags by itself is told to with each call, and only then', () => {
  const tagging = { prefix: 'by_', engineVersion: '1.2.3', pluginId: 'acme/x', pluginVersion: '2.0.0' }
  assert.deepEqual(
    { ...tagged({ ...known, tagging }) },
    {
      prefix: 'by_',
      deployEngineVersion: '1.2.3',
      providerPluginId: 'acme/x',
      providerPluginVersion: '2.0.0',
      enabled: true,
    },
  )
  assert.equal(tagged(known), undefined)
})

test('a call carries its own context, not the one before it', () => {
  const { variables } = known
  const regions = [known, { config: { region: 'us' }, variables }, known].map(
    (context) => received(context)?.providerConfigVariables['region']?.stringValue,
  )
  assert.deepEqual(regions, ['eu', 'us', 'eu'])
})
