import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readYaml } from '@slipway/source'
import { insideText } from '../language/write/expression-text.ts'
import { documentOfTree } from './document-of-tree.ts'
import { expressionOfParts } from './expression-of-substitution.ts'

test('a short function passes through a transformer unchanged', () => {
  const written = 'map(values.people, (p, i) => p.age + i > 1 ? format("%s \\"%d\\"", p.name, i) : elem)'
  const { source, tree } = readYaml('a.yaml', `k: '\${${written}}'`)
  assert.ok(tree?.kind === 'map')
  const value = documentOfTree(tree, source).entries[0]?.value
  assert.ok(value?.kind === 'text')
  const [call] = value.parts
  assert.ok(typeof call === 'object' && call.kind === 'call' && call.args[1]?.value.kind === 'reference')
  assert.equal(insideText(expressionOfParts(value.parts, { start: 0, end: 1 })), written)
})
