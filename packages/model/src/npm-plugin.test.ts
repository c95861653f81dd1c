import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { npmPluginIn } from './npm-plugin.ts'

const good = { kind: 'provider', id: 'acme/notes', file: 'dist/plugin', protocol: '1.0' }

const read = (slipway: unknown, version: unknown = '1.2.3') => npmPluginIn({ name: 'x', version, slipway })

describe('the key "slipway" of a package.json', () => {
  test('makes the package a plugin; the protocol may be left out, and unknown keys are ignored', () => {
    const plugin = { ...good, version: '1.2.3' }
    assert.deepEqual(read(good), plugin)
    const { protocol: _, ...short } = good
    assert.deepEqual(read({ ...short, file: './dist/plugin', later: true }), plugin)
    assert.deepEqual(read({ ...good, kind: 'transformer', id: 'host.example/acme/x' }), {
      ...plugin,
      kind: 'transformer',
      id: 'host.example/acme/x',
    })
  })

  test('without which a package is no plugin', () => {
    for (const manifest of [{}, { name: 'slipway' }, null, 'text', []]) assert.equal(npmPluginIn(manifest), undefined)
  })

  const refusals: readonly (readonly [string, unknown, RegExp, (string | undefined)?])[] = [
    ['no map', 'acme/notes', /^says "slipway": "acme\/notes", which is not a map/],
    ['a list', [good], /which is not a map/],
    ['null', null, /^says "slipway": null/],
    [
      'another kind',
      { ...good, kind: 'tool' },
      /^says slipway\.kind: "tool", which is neither "provider" nor "transformer"$/,
    ],
    ['no kind', { id: 'acme/notes' }, /^says slipway\.kind: nothing, /],
    ['no id', { ...good, id: 7 }, /^says slipway\.id: 7, which is not a plugin id such as "acme\/notes"$/],
    ['an id that is a path', { ...good, id: '../notes' }, /^says slipway\.id: "\.\.\/notes"/],
    ['no file', { ...good, file: undefined }, /^says slipway\.file: nothing, which is not a path inside/, 'acme/notes'],
    ...['/bin/sh', '../x', 'a/../../x', 'a//b', '', './', 'a\\b', 'a\nb', 'a\0b', `${'a/'.repeat(300)}b`].map(
      (file) =>
        [
          `the file ${JSON.stringify(file.slice(0, 20))}`,
          { ...good, file },
          /^says slipway\.file: /,
          'acme/notes',
        ] as const,
    ),
    ['no protocol', { ...good, protocol: 1 }, /^says slipway\.protocol: 1, /, 'acme/notes'],
    ['a long text', { ...good, protocol: 'x'.repeat(5000) }, /^says slipway\.protocol: "x{99}…, /, 'acme/notes'],
  ]
  for (const [name, slipway, expected, about] of refusals)
    test(`is refused with ${name}`, () => {
      const answer = read(slipway)
      assert.ok(answer !== undefined && 'problem' in answer)
      assert.match(answer.problem, expected)
      assert.equal(answer.about?.id, about)
    })

  test('is refused without a version beside it', () => {
    const answer = npmPluginIn({ slipway: good })
    assert.deepEqual(answer, {
      problem: 'says version: nothing, which is not a version such as "1.0.0"',
      about: { id: 'acme/notes', kind: 'provider' },
    })
  })
})
