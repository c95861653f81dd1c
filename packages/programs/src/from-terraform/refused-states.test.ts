import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { instance, local, resource, stateText, taken } from './testing.ts'

function refused(text: string): readonly string[] {
  try {
    taken(text)
  } catch (error) {
    assert.ok(error instanceof Failure)
    assert.equal(error.code, 'state/bad-import')
    return [error.message.replace('this is not a state of Terraform that can be imported: ', ''), ...error.details]
  }
  throw new Error('it was not refused')
}

describe('a state is refused whole, by name', () => {
  const cases: readonly (readonly [what: string, text: string, why: RegExp])[] = [
    ['another version', stateText([], { version: 3 }), /^its version is 3, but Slipway knows only 4$/],
    ['a newer version', stateText([], { version: 5 }), /^its version is 5, but Slipway knows only 4$/],
    ['one that is encrypted', '{"serial":1,"lineage":"x","encrypted_data":"…"}', /^it is encrypted$/],
    ['no JSON', '{"version": 4', /^it is not JSON from line 1/],
    ['a field that nobody knows', stateText([], { surprise: 1 }), /^it has "surprise", which Slipway does not know$/],
    [
      'an instance with a field that nobody knows',
      stateText([resource('page', [instance('a', { index_key: 'a b', surprise: 1 })])]),
      /^local_file\.page\["a b"\]: it has "surprise", which Slipway does not know$/,
    ],
    [
      'a resource in the form of Terraform 0.11',
      stateText([resource('page', [{ schema_version: 0, attributes_flat: { id: 'a' } }])]),
      /^local_file\.page: it is recorded in the form of Terraform 0\.11/,
    ],
    [
      'a resource without attributes',
      stateText([resource('page', [{ schema_version: 0 }])]),
      /^local_file\.page: attributes is missing$/,
    ],
    [
      'an unknown status',
      stateText([resource('page', [instance('a', { status: 'planned' })])]),
      /^local_file\.page: status must be "tainted" or absent$/,
    ],
    [
      'an address that is there twice',
      stateText([resource('page', [instance('a'), instance('b')])]),
      /^it has local_file\.page twice$/,
    ],
    [
      'no provider',
      stateText([resource('page', [instance('a')], { provider: 'local' })]),
      /^local_file\.page: local does not name a provider$/,
    ],
    [
      'neither a provider of the resource nor of its instances',
      stateText([resource('page', [instance('a')], { provider: undefined })]),
      /^local_file\.page: provider is missing$/,
    ],
    [
      'a provider with a key that cannot be read',
      stateText([resource('page', [instance('a', { provider: `${local}.all["x` })], { provider: undefined })]),
      /^local_file\.page: .* does not name a provider$/,
    ],
    [
      'a provider without a namespace',
      stateText([resource('page', [instance('a')], { provider: 'provider["registry.terraform.io/-/local"]' })]),
      /^local_file\.page belongs to provider\["registry\.terraform\.io\/-\/local"\], which is not the full name of a provider$/,
    ],
    [
      'a module that cannot be read',
      stateText([resource('page', [instance('a')], { module: 'net["x' })]),
      /^module\..*|^net\["x\.local_file\.page: "net\["x" is not the path of a module$/,
    ],
    [
      'a circle',
      stateText([
        resource('a', [instance('a', { dependencies: ['local_file.b'] })]),
        resource('b', [instance('b', { dependencies: ['local_file.a'] })]),
      ]),
      /^they need each other in a circle: a -> b -> a$/,
    ],
    [
      'what is nested too deep',
      stateText([resource('p', [instance('a', { attributes: { id: nested(200) } })])]),
      /too deep/,
    ],
  ]
  test('a value nested too deep for a parser', () => {
    const text = `{"version":4,"resources":${'['.repeat(300_000)}${']'.repeat(300_000)}}`
    assert.deepEqual(refused(text), ['it is nested too deep'])
  })

  for (const [what, text, why] of cases) {
    test(what, () => {
      const problems = refused(text)
      assert.match(problems[0] ?? '', why)
      assert.deepEqual(problems, [...new Set(problems)])
    })
  }
})

function nested(levels: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
