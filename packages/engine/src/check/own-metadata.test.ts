import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { check, checked, complaints } from '../testing/definitions.ts'

const resources =
  'resources: { db: { type: test/server, spec: { port: 1 } }, web: { type: test/server, spec: { port: 2 } } }\n'
const said = (text: string): string => `metadata: { owner: me, slipway: { ${text} } }\n${resources}`

describe('metadata.slipway', () => {
  test('says what things were called before', () => {
    const text = said('moved: [{ from: old, to: older }, { from: older, to: db }, { from: "page[0]", to: web }]')
    assert.deepEqual(checked(text).moved, [
      { from: 'old', to: 'older' },
      { from: 'older', to: 'db' },
      { from: 'page_0', to: 'web' },
    ])
    assert.equal(checked(resources).moved, undefined)
  })

  test('says what is there already, beside what resources say themselves', () => {
    const text =
      'metadata: { slipway: { import: [{ to: db, id: i-1 }] } }\nvariables: { id: { type: string, default: i-2 } }\n'
    const option =
      'resources: { db: { type: test/server, spec: { port: 1 } }, web: { type: test/server, metadata: { custom: { slipway: { import: "${variables.id}" } } }, spec: { port: 2 } } }\n'
    assert.deepEqual(
      [...(checked(text + option).imports ?? [])],
      [
        ['web', 'i-2'],
        ['db', 'i-1'],
      ],
    )
    assert.equal(checked(resources).imports, undefined)
  })

  test('is told of what contradicts itself, at its place', () => {
    const mistakes: readonly (readonly [string, RegExp])[] = [
      ['moved: [{ from: web, to: db }]', /web is still a resource of this blueprint/],
      ['moved: [{ from: a, to: db }, { from: a, to: web }]', /a cannot get two names: db and web/],
      ['moved: [{ from: a, to: b }, { from: b, to: a }]', /the names lead back from b to a/],
      ['moved: [{ from: "a b", to: db }]', /1:.*"a b" is no name of a resource/],
      ['moved: [{ from: "${web}", to: db }]', /cannot hold/],
      ['moved: [{ form: a, to: db }]', /no key "form".*did you mean "from"/],
      ['moved: { from: a, to: db }', /must be a list of \{ from, to \}/],
      ['import: [{ to: bd, id: i-1 }]', /there is no resource bd in this blueprint that i-1 could be/],
      ['import: [{ to: db, id: i-1 }, { to: db, id: i-2 }]', /db cannot be both i-1 and i-2/],
      ['import: [{ to: db }]', /needs "id"/],
      ['plugins: { acme/test: ^2.0 }', /for acme\/test \^2\.0, and 1\.0\.0 is used here.*plugins\.pin/],
      ['plugins: { acme/test: latest }', /"latest" is no range of versions/],
      ['plugins: [acme/test]', /must be a map/],
    ]
    for (const [text, message] of mistakes) assert.match(complaints(said(text)).join('\n'), message, text)
  })

  test('warns of what will do nothing', () => {
    const warnings: readonly (readonly [string, RegExp])[] = [
      ['movd: []', /no key "movd".*did you mean "moved"/],
      ['moved: [{ from: a, to: gone }]', /there is no gone in this blueprint/],
      ['plugins: { acme/tset: ^1.0 }', /nothing here is of the plugin acme\/tset.*did you mean "acme\/test"/],
    ]
    for (const [text, message] of warnings) {
      const { diagnostics, checked: result } = check(said(text))
      assert.ok(result, text)
      assert.deepEqual(
        diagnostics.map(({ severity }) => severity),
        ['warning'],
      )
      assert.match(complaints(said(text)).join(), message)
    }
    assert.deepEqual(complaints(said('plugins: { acme/test: ^1.0, other/one: 3.x }')), [])
  })
})
