import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { callOptions, configuredNow, isElsewhere } from './configured-now.ts'

/** A resource of a provider that is configured under this name. */
const resource = (provider?: string, recordId?: string): CheckedResource =>
  ({
    name: 'web',
    ...(provider !== undefined && { options: { provider } }),
    ...(recordId !== undefined && { configuredBy: { recordId, settings: undefined } }),
  }) as unknown as CheckedResource

const record = (provider?: string, reads: readonly string[] = [], isOfAnyProvider?: true): ResourceRecord =>
  ({ name: 'web', reads, options: { provider, isOfAnyProvider } }) as unknown as ResourceRecord

describe('the configuration of a provider', () => {
  test('that names a resource uses the resource’s current settings', () => {
    const asked: string[] = []
    const find = (name: string) => {
      asked.push(name)
      return { recordId: 'id-east', view: { spec: { region: 'east' } } }
    }
    const now = configuredNow(resource('resources.east'), find)
    assert.deepEqual([now.configuredBy, asked], [{ recordId: 'id-east', settings: { region: 'east' } }, ['east']])
    assert.deepEqual(callOptions(now), { provider: 'resources.east', settings: { region: 'east' } })
    const unmade = configuredNow(resource('resources.east'), () => ({ recordId: undefined, view: undefined }))
    assert.deepEqual(unmade.configuredBy, { recordId: undefined, settings: undefined })
  })

  test('that names no resource comes from Slipway’s own settings', () => {
    for (const provider of [undefined, 'east']) {
      const plain = resource(provider)
      assert.equal(
        configuredNow(plain, () => assert.fail('nobody configures it')),
        plain,
      )
      assert.equal(callOptions(plain), plain.options)
    }
  })
})

describe('a resource made under another provider configuration', () => {
  const cases: readonly (readonly [string, ResourceRecord, CheckedResource, boolean])[] = [
    ['none then, none now', record(), resource(), false],
    ['the same name', record('east'), resource('east'), false],
    ['another name', record('east'), resource('west'), true],
    ['none then, one now', record(), resource('east'), true],
    ['one then, none now', record('east'), resource(), true],
    ['a name then, a resource now', record('east', ['id-east']), resource('resources.east', 'id-east'), true],
    ['a resource then, a name now', record('resources.east', ['id-east']), resource('east'), true],
    ['the same resource', record('resources.east', ['id-east']), resource('resources.east', 'id-east'), false],
    ['a resource that was renamed', record('resources.old', ['id-east']), resource('resources.new', 'id-east'), false],
    ['another resource', record('resources.east', ['id-east']), resource('resources.east', 'id-west'), true],
    ['a resource that is not made yet', record('resources.east', ['id-east']), resource('resources.east'), true],
    ['what may be of any provider', record('east', [], true), resource('west'), false],
  ]
  for (const [what, before, now, expected] of cases) {
    test(`lies elsewhere: ${what}: ${expected}`, () => assert.equal(isElsewhere(before, now), expected))
  }
})
