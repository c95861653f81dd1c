import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Unknown } from '@slipway/model'
import { testDefinitions } from '../../testing/definitions.ts'
import { checkCodedResource, type CodeAround, type CodedResource } from './coded-resource.ts'

function checked(coded: Partial<CodedResource>, around: Partial<CodeAround> = {}) {
  return checkCodedResource(
    { name: 'web', type: 'test/file', spec: { path: 'p', content: 'c' }, dependsOn: [], ...coded },
    { definitions: testDefinitions, names: new Map<string, boolean>(), ...around },
  )
}

const complaints = (coded: Partial<CodedResource>): readonly string[] =>
  checked(coded).diagnostics.map(({ code, path = '', message }) => `${code} ${path}: ${message}`)

describe('a resource requested by code', () => {
  test('is checked like one of a blueprint', () => {
    const { resource, diagnostics } = checked({
      dependsOn: ['db'],
      labels: { app: 'web' },
      displayName: 'Web',
      description: 'a file',
      annotations: { a: 'b' },
      custom: { c: [1] },
    })
    assert.deepEqual(diagnostics, [])
    assert.ok(resource)
    const { name, type, dependsOn, removalPolicy, labels, definition, spec } = resource
    assert.deepEqual(
      [name, type, dependsOn, removalPolicy, labels],
      ['web', 'test/file', ['db'], 'delete', { app: 'web' }],
    )
    assert.equal(definition.type, 'test/file')
    assert.deepEqual(spec.kind === 'map' && spec.entries.map(([key]) => key), ['path', 'content'])
    const literals = [resource.metadata.displayName, resource.description].map(
      (one) => one?.kind === 'literal' && one.value,
    )
    assert.deepEqual(literals, ['Web', 'a file'])
    assert.deepEqual([resource.metadata.annotations?.kind, resource.metadata.custom?.kind], ['map', 'map'])
    const plain = checked({ removalPolicy: 'retain' }).resource
    assert.deepEqual([plain?.removalPolicy, plain?.labels], ['retain', {}])
    for (const part of ['displayName', 'description', 'annotations', 'custom', 'options'])
      assert.equal(plain !== undefined && part in plain, false, part)
  })

  test('may have unknown values', () => {
    const { resource, diagnostics } = checked({ spec: { path: new Unknown('resources.db.spec.id'), content: 'c' } })
    assert.deepEqual([resource?.name, diagnostics], ['web', []])
  })

  const wrong: readonly (readonly [Partial<CodedResource>, readonly RegExp[]])[] = [
    [{ name: '1 no' }, [/^blueprint\/bad-name : "1 no" cannot be a name of a resource$/]],
    [{ type: 'test/fiel' }, [/blueprint\/unknown-type : acme\/test has no resource type test\/fiel/]],
    [{ type: 'other/file' }, [/other/]],
    [{ spec: { path: 'p' } }, [/resources\.web\.spec.*content/]],
    [{ spec: { path: 1, content: [] } }, [/resources\.web\.spec\.content/]],
    [{ spec: { path: 'p', content: 'c', mode: '9' } }, [/resources\.web\.spec\.mode/]],
    [{ spec: { path: 'p', content: 'c', colour: 'red' } }, [/resources\.web\.spec.*colour/]],
    [{ displayName: [] }, [/resources\.web\.metadata\.displayName/]],
    [{ description: [] }, [/resources\.web\.description/]],
    [{ annotations: { a: [] } }, [/resources\.web\.metadata\.annotations/]],
    [{ options: { protect: 'maybe' } }, [/protect/]],
  ]
  for (const [coded, expected] of wrong) {
    test(`is refused with ${JSON.stringify(coded)}`, () => {
      const said = complaints(coded)
      for (const each of expected)
        assert.ok(
          said.some((line) => each.test(line)),
          said.join('\n'),
        )
      assert.equal(checked(coded).resource, undefined)
      for (const diagnostic of checked(coded).diagnostics)
        assert.equal('range' in diagnostic || 'file' in diagnostic, false)
    })
  }

  test('names a configuration of the settings, and no resource that would be one', () => {
    const names = new Map([['shelf', true]])
    const [problem] = checked({ options: { provider: 'resources.shelf' } }, { names }).diagnostics
    assert.equal(problem?.message, 'only in a blueprint can a resource configure a provider')
    assert.match(problem.hint ?? '', /into slipway\.config\.yaml, and name it: \{ provider: 'shelf' \}$/)
  })

  test('gets tags only if its type has them', () => {
    const { resource } = checked({}, { tags: { 'slipway:instance': 'site' } })
    assert.deepEqual(resource?.spec.kind === 'map' && resource.spec.entries.map(([key]) => key), ['path', 'content'])
  })
})
