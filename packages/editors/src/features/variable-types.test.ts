import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readBlueprint } from '@slipway/engine'
import { readSource } from '@slipway/source'
import { testProvider } from '../testing.ts'
import { complete } from './completion.ts'
import { hoverAt } from './hover.ts'
import { Known } from './known.ts'

const known = new Known([testProvider])
const children = (): undefined => undefined

/** A variable in each form, with the text behind its type. */
const forms: readonly (readonly [
  file: string,
  written: (type: string, rest: readonly [string, string][]) => string,
])[] = [
  [
    'a.yaml',
    (type, rest) =>
      `version: 2025-11-02\nvariables:\n  type:\n    type: ${type}\n${rest.map(([key, value]) => `    ${key}: ${value}\n`).join('')}`,
  ],
  [
    'a.json',
    (type, rest) =>
      `{ "version": "2025-11-02", "variables": { "type": { "type": "${type}"${rest.map(([key, value]) => `, "${key}": ${value}`).join('')} } } }`,
  ],
  [
    'a.bp',
    (type, rest) =>
      `version "2025-11-02"\nvariable type: ${type} {\n${rest.map(([key, value]) => `    ${key} = ${value}\n`).join('')}}\n`,
  ],
]

for (const [file, written] of forms) {
  /** The offers at the `|`: labels, and the texts that they insert. */
  const offered = (type: string, ...rest: [string, string][]): readonly string[] => {
    const marked = written(type, rest)
    const offset = marked.indexOf('|')
    const text = marked.replace('|', '')
    const { blueprint } = readBlueprint(file, text)
    const found = complete(file, text, offset, { known, lastRead: blueprint, children })
    return (found?.items ?? []).map(({ label, insert = label, detail = '' }) => `${label} ${insert} ${detail}`.trim())
  }
  const help = (type: string, part: string, ...rest: [string, string][]): string => {
    const text = written(type, rest)
    const { blueprint } = readBlueprint(file, text)
    const { tree } = readSource(file, text)
    assert.ok(blueprint && tree)
    return hoverAt(blueprint, tree, text.indexOf(part) + 1, { known, children })?.help ?? ''
  }
  const bare = file === 'a.yaml'
  const quoted = (label: string): string => (bare ? label : JSON.stringify(label))

  describe(`a variable of a type of a provider in ${file}`, () => {
    test('its type is offered beside those of the language', () => {
      const types = offered('shop/|')
      assert.ok(types.some((one) => one.startsWith('shop/size ')))
      assert.ok(types.some((one) => one.startsWith('string ')))
      assert.ok(!types.some((one) => one.startsWith('shop/thing ')))
    })

    test('its options, with their labels, are offered as its default and allowed values', () => {
      const all = [`s.1 ${quoted('s.1')} Small`, `l.9 ${quoted('l.9')} Large`]
      assert.deepEqual(offered('shop/size', ['default', '|']), all)
      assert.deepEqual(offered('shop/size', ['default', '"|"']), ['s.1 s.1 Small', 'l.9 l.9 Large'])
      assert.deepEqual(offered('shop/size', ['allowedValues', '[|]']), all)
      assert.deepEqual(offered('shop/size', ['allowedValues', '["s.1", |]']), all.slice(1))
      assert.deepEqual(offered('shop/size', ['allowedValues', '["l.9"]'], ['default', '|']), all.slice(1))
      assert.deepEqual(offered('shop/floor', ['default', '|']), ['0 0 Ground', '1 1 First'])
    })

    test('other types offer their allowed values', () => {
      assert.deepEqual(offered('string', ['allowedValues', '["a", "b"]'], ['default', '|']), [
        `a ${quoted('a')}`,
        `b ${quoted('b')}`,
      ])
      assert.deepEqual(offered('boolean', ['default', '|']), ['true true', 'false false'])
      assert.deepEqual(offered('string', ['default', '|']), [])
    })

    test('hover shows them', () => {
      assert.equal(
        help('shop/size', 'shop/size'),
        '**shop/size**: Size of a box\n\nBoxes that the shop sells.\n\nOne of: `s.1 (Small)`, `l.9 (Large)`',
      )
      assert.equal(help('shop/size', 's.1', ['default', '"s.1"']), '**s.1 (Small)**\n\nFor one thing.')
      assert.equal(
        help('shop/size', 'type', ['description', '"Which."'], ['allowedValues', '["l.9"]'], ['default', '"l.9"']),
        'variable **type**: shop/size, may be left out\n\nWhich.\n\nOne of: `l.9 (Large)`\n\nDefault: `l.9`',
      )
    })
  })
}
