import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Expression } from '../language/expression.ts'
import { resourceExpressions } from './every-expression.ts'

test('a resource may have more expressions than a call has arguments', () => {
  const spec: Expression = { kind: 'map', entries: [], origin: { start: 0, end: 0 } }
  const triggers = Array.from({ length: 300_000 }, (): Expression => ({ ...spec }))
  const found = resourceExpressions({
    spec,
    metadata: {},
    demands: { preconditions: [], postconditions: [], triggers },
  })
  assert.equal(found.length, triggers.length + 1)
  assert.equal(found.at(-1), spec)
})
