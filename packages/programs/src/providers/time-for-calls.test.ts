import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withTime } from './time-for-calls.ts'

test('a call has the longer of its own time and the program’s', () => {
  const control = { deadlineMs: 3_600_000 }
  assert.equal(withTime(control, 7200).deadlineMs, 7_210_000)
  assert.equal(withTime(control, 5).deadlineMs, 3_600_000)
  assert.equal(withTime(control, undefined), control)
  assert.equal(withTime(undefined, 7200), undefined)
})
