import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Settings } from '../settings/settings.ts'
import { misnamedSettings, unknownSettings } from './provider-config.ts'

test('settings of a plugin of Pulumi without its colon are reported as unused', () => {
  const given = { path: ['providers', 'acme', 'region'], value: 'eu', origin: 'slipway.config.yaml:1' }
  const settings = new Settings({ user: [], project: [given], stronger: [] }, { env: {}, cwd: '/' })
  const said = (name: string, namespaces: readonly string[]): readonly string[] =>
    misnamedSettings({ group: 'providers', name }, settings, namespaces)
  assert.deepEqual(said('acme:', ['acme:']), [
    'warning: no plugin reads the settings providers.acme: the Pulumi plugin acme reads providers."acme:"',
  ])
  assert.deepEqual(said('acme:', ['acme', 'acme:']), [], 'they are those of another plugin')
  assert.deepEqual(said('aws:', ['aws:']), [])
  assert.deepEqual(said('acme', ['acme']), [])
})

test('unknown settings of a plugin of Pulumi are reported, with the likely name', () => {
  const names = ['regoin', 'token', 'colour', 'version'].map((name) => ['providers', 'acme:', name])
  const paths = [...names, ['configurations', 'acme:', 'us', 'tokne']]
  const all = paths.map((path) => ({ path, value: 'eu', origin: 'slipway.config.yaml:1' }))
  const settings = new Settings({ user: [], project: all, stronger: [] }, { env: {}, cwd: '/' })
  const said = (name: string, configuration?: string, fields: readonly string[] = ['region', 'token']) => {
    const owner = { group: 'providers', name, ...(configuration !== undefined && { configuration }) } as const
    const declared = Object.fromEntries(fields.map((field) => [field, { type: 'string' } as const]))
    return unknownSettings(owner, { config: { fields: declared, allowAdditionalFields: true } }, settings)
  }
  const begin = 'warning: the Pulumi plugin acme declares no setting '
  assert.deepEqual(said('acme:'), [
    `${begin}providers."acme:".colour: there are: region, token`,
    `${begin}providers."acme:".regoin: did you mean "region"?`,
  ])
  assert.equal(said('acme:', 'us').at(-1), `${begin}configurations."acme:".us.tokne: did you mean "token"?`)
  assert.deepEqual(said('acme:', undefined, []), [], 'its schema says nothing')
  assert.deepEqual(said('acme'), [], 'others refuse what they do not declare')
})
