import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checked, complaints } from '../testing/definitions.ts'

const page = (name: string, items: string, more = ''): string =>
  `  ${name}: { type: test/file, each: "\${list(${items})}", metadata: { custom: { slipway: { eachKey: "\${elem}"${more} } } }, spec: { path: p, content: c } }\n`
const moved = (...entries: readonly string[]): string => `metadata: { slipway: { moved: [${entries.join(', ')}] } }\n`

const both = '\\"a\\", \\"b\\"'

test('a renamed template renames its items by their keys', () => {
  const text = `${moved('{ from: p, to: pp }')}resources:\n${page('pp', both)}`
  assert.deepEqual(complaints(text), [])
  assert.deepEqual(checked(text).moved, [
    { from: 'p_a', to: 'pp_a' },
    { from: 'p_b', to: 'pp_b' },
  ])
})

test('a renamed template leaves out an item with an entry of its own', () => {
  const entries = moved('{ from: o, to: p }', '{ from: p, to: pp }', '{ from: \'o["b"]\', to: pp_b }')
  assert.deepEqual(checked(`${entries}resources:\n${page('pp', both)}`).moved, [
    { from: 'o_a', to: 'p_a' },
    { from: 'p_a', to: 'pp_a' },
    { from: 'p_b', to: 'pp_b' },
    { from: 'o_b', to: 'pp_b' },
  ])
})

test('a template split in two moves the items that the old one has lost', () => {
  const apart = `${moved('{ from: p, to: pp }')}resources:\n${page('p', '\\"a\\"')}${page('pp', '\\"b\\"')}`
  assert.deepEqual(complaints(apart), [])
  const alike = `${moved('{ from: p, to: pp }')}resources:\n${page('p', '\\"a\\"')}${page('pp', both)}`
  assert.match(
    complaints(alike).join('\n'),
    /p_a is still a resource of this blueprint, so it cannot be the former name of pp_a/,
  )
})

const aliases = (written: string): unknown =>
  checked(`resources:\n${page('pp', both, `, aliases: [${written}]`)}`).resources.get('pp_b')?.options?.aliases

test('an alias without an expression covers the whole template', () => {
  assert.deepEqual(aliases('p'), ['p_b', 'p'])
  assert.deepEqual(aliases('"old_${elem}"'), ['old_b'])
})
