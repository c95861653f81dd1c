import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { commandBreaker, isInCi } from './ci-commands.ts'

test('no line begins a command of a CI system', () => {
  const cases: Readonly<Record<string, string>> = {
    '::add-mask::x\n': ':\\u003aadd-mask::x\n',
    '  \t::error::x\n': '  \t:\\u003aerror::x\n',
    '\u00A0::error::x\n': '\u00A0:\\u003aerror::x\n',
    '\u001B[31m::error::x\n': '\u001B[31m:\\u003aerror::x\n',
    'one\n\n ::stop-commands::y\n': 'one\n\n :\\u003astop-commands::y\n',
    '##vso[task.setvariable variable=a]b\n': '##vso\\u005btask.setvariable variable=a]b\n',
    'plugin | ##[command]x\n': 'plugin | ##\\u005bcommand]x\n',
    '###[x]': '###\\u005bx]',
    " ##teamcity[publishArtifacts '/']": " ##teamcity\\u005bpublishArtifacts '/']",
    'section_start:1:a\n': 'section_start\\u003a1:a\n',
    '--- a\n+++ b\n~~~ c\n^^^ +++\n': '---\\u0020a\n+++\\u0020b\n~~~\\u0020c\n^^^\\u0020+++\n',
  }
  for (const [given, wanted] of Object.entries(cases)) assert.equal(commandBreaker()(given), wanted)
})

test('everything else stays as it is', () => {
  const text = 'a::b, orders::table\n# a [b]\n## [c]\nx --- y\n---\n- [a]\n: :\n:\n[##]\n'
  assert.equal(commandBreaker()(text), text)
})

test('a command that comes in pieces is found as well', () => {
  const starts = ['::set-output x', ' ::error x', 'a ##vso[x', '##[x', 'section_end:1', '--- a', ':', 'b::c', '\n']
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...starts), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, size) => {
        const text = parts.join('\n')
        const inPieces = commandBreaker()
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        assert.equal(pieces.map(inPieces).join(''), commandBreaker()(text))
      },
    ),
  )
})

test('JSON means the same afterwards', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('::a', '##[', '##vso[', '\\', '"', '\n', '--- ')), (parts) => {
      const json = JSON.stringify({ a: parts.join('') }, undefined, 2)
      assert.deepEqual(JSON.parse(commandBreaker()(json)), JSON.parse(json))
    }),
  )
})

test('a CI job is recognised by its system’s variable', () => {
  for (const name of ['GITHUB_ACTIONS', 'TF_BUILD', 'GITLAB_CI', 'TEAMCITY_VERSION', 'BUILDKITE', 'CI'])
    assert.ok(isInCi({ [name]: 'True' }), name)
  assert.ok(!isInCi({ CI: 'false', TF_BUILD: '', GITHUB_ACTIONS: '0' }))
  assert.ok(!isInCi({}))
})
