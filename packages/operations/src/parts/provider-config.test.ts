import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Settings } from '../settings/settings.ts'
import { misnamedSettings } from './provider-config.ts'

test('settings of a plugin of Pulumi without its colon are told to be read by nobody', () => {
  const given = { path: ['providers', 'acme', 'region'], value: 'eu', origin: 'slipway.config.yaml:1' }
  const settings = new Settings([[given]], { env: {}, cwd: '/' })
  const said = (name: string, namespaces: readonly string[]): readonly string[] =>
    misnamedSettings({ group: 'providers', name }, settings, namespaces)
  assert.deepEqual(said('acme:', ['acme:']), [
    'warning: nobody reads the settings providers.acme: those of the Pulumi plugin acme are called providers."acme:"',
  ])
  assert.deepEqual(said('acme:', ['acme', 'acme:']), [], 'they are those of another plugin')
  assert.deepEqual(said('aws:', ['aws:']), [])
  assert.deepEqual(said('acme', ['acme']), [])
})
