import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { renderDiagnostic } from '@slipway/source'
import { checkBlueprint } from '../expand/check-blueprint.ts'
import { blueprintOf, testProvider } from '../testing/definitions.ts'
import type { ProviderCatalog } from '../ports.ts'
import { askDefinitions } from './ask-definitions.ts'

/** `test` and `other` have the functions of the fixture; `mute` never starts. Notes who was asked. */
function catalog(): ProviderCatalog & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    namespaces: () => ['mute', 'other', 'test'],
    async define(namespace) {
      asked.push(namespace)
      if (namespace === 'mute') throw new Error('it never registers')
      return namespace === 'aws' ? undefined : { ...testProvider, namespace }
    },
    provider: () => assert.fail('nothing is called'),
    context: () => assert.fail('nothing is called'),
  }
}

const call = (name: string) => `values: { v: { type: string, value: "\${${name}(1)}" } }\n`
const resource = 'resources: { a: { type: test/file, spec: { path: p, content: c } } }\n'

describe('definitions', () => {
  test('are requested only from the providers whose types are used', async () => {
    const plugins = catalog()
    const definitions = await askDefinitions(blueprintOf(resource + call('shout')), plugins)
    assert.deepEqual(plugins.asked, ['test'])
    assert.deepEqual([...definitions.keys()], ['test'])
  })

  test('of a missing function are requested from all others; one that does not answer holds up nobody', async () => {
    const plugins = catalog()
    const definitions = await askDefinitions(blueprintOf(call('shout')), plugins)
    assert.deepEqual(plugins.asked, ['mute', 'other', 'test'])
    assert.deepEqual([...definitions.keys()], ['other', 'test'])
  })

  test('that could not be loaded are named when a function is missing', async () => {
    const blueprint = blueprintOf(call('zzzzzzzz'))
    const plugins = catalog()
    const { diagnostics } = checkBlueprint(blueprint, await askDefinitions(blueprint, plugins), new Map(), {
      installed: plugins.namespaces(),
    })
    assert.match(diagnostics.map((one) => renderDiagnostic(one)).join(), /could not be asked: mute/)
  })

  test('of a used provider that cannot be loaded are a failure', async () => {
    const blueprint = blueprintOf('resources: { a: { type: mute/thing } }')
    await assert.rejects(askDefinitions(blueprint, catalog()), /never registers/)
  })
})
