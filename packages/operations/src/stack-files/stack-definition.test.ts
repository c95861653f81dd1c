import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stack } from './stack-definition.ts'

test('a stack that misspells a setting is refused with the near one', () => {
  const misspelt = { protetc: true } as object
  assert.throws(() => stack(misspelt, () => {}), { message: 'stack() has no key "protetc"; did you mean "protect"?' })
})
