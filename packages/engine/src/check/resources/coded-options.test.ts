import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionNames, type Value, valueMap } from '@slipway/model'
import { testDefinitions } from '../../testing/definitions.ts'
import { checkCodedResource } from './coded-resource.ts'

/** Returns what is wrong with the options of a resource of code, each with its hint. */
function refusals(options: Value, removalPolicy?: string): readonly string[] {
  const asked = { name: 'web', type: 'test/file', spec: { path: 'p', content: 'c' }, dependsOn: [] }
  const { resource, diagnostics } = checkCodedResource(
    { ...asked, options, removalPolicy },
    { definitions: testDefinitions, names: new Map<string, boolean>() },
  )
  assert.equal(resource === undefined, diagnostics.length > 0)
  return diagnostics.map(({ code, message, hint = '' }) => `${code}: ${message}; ${hint}`)
}

test('an option that code misspells is refused with the near one, in the words of a blueprint', () => {
  for (const [given, expected] of [
    [{ protcet: true }, 'resources.web.options has no key "protcet"; did you mean "protect"?'],
    [{ ignoreChange: ['*'] }, 'resources.web.options has no key "ignoreChange"; did you mean "ignoreChanges"?'],
    [{ dependOn: null }, 'resources.web.options has no key "dependOn"; did you mean "dependsOn"?'],
    [{ removalPolcy: 'retain' }, 'resources.web.options has no key "removalPolcy"; did you mean "removalPolicy"?'],
    [{ lables: null }, 'resources.web.options has no key "lables"; did you mean "labels"?'],
  ] satisfies readonly (readonly [Value, string])[])
    assert.deepEqual(refusals(given), [`blueprint/unknown-key: ${expected}`])
})

test('an option that is near none is refused with a list of all', () => {
  const [refusal = '', ...others] = refusals({ parent: 'x' })
  assert.deepEqual(others, [])
  const [, listed = ''] = refusal.split('there are: ')
  const beside = ['dependsOn', 'removalPolicy', 'labels', 'linkSelector', 'displayName', 'description', 'annotations']
  assert.deepEqual(listed.split(', ').sort(), [...optionNames(), ...beside, 'custom'].sort())
})

test('an option that only blueprints have is refused with what code does instead', () => {
  for (const [key, expected] of [
    ['preconditions', /only blueprints have it: throw an error before you ask for the resource/],
    ['postconditions', /only blueprints have it: use check, which warns/],
    ['replaceTriggeredBy', /only blueprints have it: use replaceOnChanges/],
    ['condition', /write an "if"/],
    ['each', /ask for the resources in a loop/],
    ['options', /give the options themselves/],
  ] satisfies readonly (readonly [string, RegExp])[]) {
    const [refusal = '', ...others] = refusals({ [key]: null })
    assert.deepEqual(others, [])
    assert.match(refusal, expected)
    assert.ok(refusal.startsWith(`blueprint/unknown-key: resources.web.options has no key "${key}"; `), refusal)
  }
})

test('options of code that are no map are refused, and none are needed', () => {
  assert.deepEqual(refusals('protect'), [
    'blueprint/wrong-shape: resources.web.options must be a map, but this is the string "protect"; ',
  ])
  assert.deepEqual(refusals(['protect']), [
    'blueprint/wrong-shape: resources.web.options must be a map, but this is a list; ',
  ])
  assert.deepEqual([refusals(null), refusals(valueMap())], [[], []])
})

test('a removal policy of code is one of the words of a blueprint', () => {
  const cannotBe = 'blueprint/unknown-word: resources.web.removalPolicy cannot be'
  assert.deepEqual(refusals(null, 'Retain'), [`${cannotBe} "Retain"; did you mean "retain"?`])
  assert.deepEqual(refusals(null, 'keep'), [`${cannotBe} "keep"; there are: delete, retain`])
  assert.deepEqual([refusals(null, 'retain'), refusals(null, 'delete')], [[], []])
})
