import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as operations from '../index.ts'
import { forStacks } from './for-stacks.ts'

test('a stack can import everything that operations exports', () => {
  assert.deepEqual(Object.keys(forStacks).toSorted(), Object.keys(operations).toSorted())
  for (const name of ['stack', 'secret', 'Output', 'version'] as const)
    assert.equal(forStacks[name], operations[name], name)
})
