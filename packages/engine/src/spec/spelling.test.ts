import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folded, inAnotherCase } from './spelling.ts'

test('names that many services treat as one fold to the same text', () => {
  for (const name of ['Docs', 'docs/', 'DOCS.', 'docs ']) assert.equal(folded(name), 'docs')
  assert.equal(folded('cafe\u0301'), folded('CAF\u00c9'))
  assert.notEqual(folded('docs'), folded('dogs'))
  assert.equal(folded('/'), '')
  const content = 'A'.repeat(2_000)
  assert.equal(folded(content), content)
})

test('a third spelling is found for two that differ only in case', () => {
  assert.equal(inAnotherCase('docs', 'Docs'), 'dOcs')
  assert.equal(inAnotherCase('docs', 'DOCS'), 'Docs')
  assert.equal(inAnotherCase('a', 'A'), undefined)
  assert.equal(inAnotherCase('docs', 'docs/'), undefined)
  assert.equal(inAnotherCase('Bob@Example.com', 'Bob@example.com'), 'Bob@EXample.com')
  assert.equal(inAnotherCase('/tmp/docs', '/tmp/Docs'), '/tmp/dOcs')
  assert.equal(inAnotherCase('/tmp/a', '/tmp/A'), undefined)
  assert.equal(inAnotherCase('ßA', 'ßa'), undefined)
})
