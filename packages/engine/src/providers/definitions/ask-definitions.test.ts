import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { renderDiagnostic } from '@slipway/source'
import { checkBlueprint } from '../../expand/check-blueprint.ts'
import { blueprintOf, testProvider } from '../../testing/definitions.ts'
import type { ProviderCatalog } from '../../ports.ts'
import { askDefinitions } from './ask-definitions.ts'

/** A catalog in which `test` and `other` have the functions of the fixture, and `mute` never starts. `asked` lists the namespaces that were asked. */
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

  test('of a missing function are requested from all other providers, even if one does not answer', async () => {
    const plugins = catalog()
    const definitions = await askDefinitions(blueprintOf(call('shout')), plugins)
    assert.deepEqual(plugins.asked, ['mute', 'other', 'test'])
    assert.deepEqual([...definitions.keys()], ['other', 'test'])
  })

  test('of a function with the name of its provider are requested from that one alone', async () => {
    const plugins = catalog()
    const blueprint = blueprintOf(resource + call('other::shout'))
    const definitions = await askDefinitions(blueprint, plugins)
    assert.deepEqual(plugins.asked, ['test', 'other'])
    const { checked, diagnostics } = checkBlueprint(blueprint, definitions, new Map())
    assert.deepEqual(diagnostics, [])
    assert.equal(checked?.functions?.get('other::shout')?.namespace, 'other')
  })

  test('say whose function is meant, if several providers have it', async () => {
    assert.match(await said('shout'), /of several providers: test and other.*\n +hint: say whose: test::shout\(…\)/)
    assert.match(await said('test::shot'), /there is no function "test::shot".*\n +hint: did you mean "test::shout"/)
    assert.match(await said('aws::shout'), /there is no function "aws::shout"/)
  })

  test('that could not be loaded are named if a function is missing', async () => {
    const blueprint = blueprintOf(call('zzzzzzzz'))
    const plugins = catalog()
    const { diagnostics } = checkBlueprint(blueprint, await askDefinitions(blueprint, plugins), new Map(), {
      installed: plugins.namespaces(),
    })
    assert.match(diagnostics.map((one) => renderDiagnostic(one)).join(), /Slipway could not ask every provider: mute/)
  })

  test('of a provider that the project names are to be installed, even if its name is like another', async () => {
    const blueprint = blueprintOf('resources: { a: { type: tftest/file } }')
    const hintWith = (how: string | undefined): string =>
      checkBlueprint(blueprint, new Map(), new Map(), { installed: ['test'], howToInstall: () => how })
        .diagnostics.map((one) => renderDiagnostic(one))
        .join()
    assert.match(hintWith('install tftest'), /hint: install tftest$/)
    assert.match(hintWith(undefined), /did you mean "test"\?/)
  })

  test('of a used provider fail the command if they cannot be loaded', async () => {
    const blueprint = blueprintOf('resources: { a: { type: mute/thing } }')
    await assert.rejects(askDefinitions(blueprint, catalog()), /never registers/)
  })
})

/** The problems of a blueprint with two providers that calls this function. */
async function said(name: string): Promise<string> {
  const blueprint = blueprintOf('resources: { a: { type: test/file }, b: { type: other/file } }\n' + call(name))
  const { diagnostics } = checkBlueprint(blueprint, await askDefinitions(blueprint, catalog()), new Map())
  return diagnostics.map((one) => renderDiagnostic(one)).join('\n')
}
