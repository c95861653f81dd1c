import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationText, parseDuration, secondsOf } from './seconds.ts'
import { isVersionIn } from './version-range.ts'

test('durations are read as Go writes them', () => {
  assert.equal(parseDuration('1h30m'), 5400)
  assert.equal(parseDuration('1.5s'), 1.5)
  assert.equal(parseDuration('250ms'), 0.25)
  assert.equal(parseDuration('.2m'), 12)
  assert.equal(parseDuration('1.s'), 1)
  assert.equal(parseDuration('+1h.5m'), 3630)
  assert.equal(parseDuration('0'), 0)
  assert.equal(parseDuration('3\u00b5s'), parseDuration('3\u03bcs'))
  for (const none of ['.s', '.', 's', '1.2.3s', '-.2m', '']) assert.equal(parseDuration(none), undefined, none)
  assert.equal(parseDuration('5 minutes'), undefined)
  assert.equal(parseDuration('10'), undefined)
  assert.deepEqual(secondsOf('create', ''), {})
  assert.deepEqual(secondsOf('create', '0s'), {})
  assert.deepEqual(secondsOf('create', '2m'), { create: 120 })
  assert.throws(
    () => secondsOf('create', '-5s'),
    /the timeout of create is "-5s", which is not a duration such as 1h30m/,
  )
})

test('durations are written as Go writes them', () => {
  assert.deepEqual([5400, 90, 3600, 1.5, 0.25].map(durationText), ['1h30m0s', '1m30s', '1h0m0s', '1.5s', '250ms'])
})

function isIn(range: string): boolean {
  return isVersionIn('3.260.0', range)
}

test('versions match ranges of conditions, side by side and as alternatives', () => {
  assert.ok(isIn('>=3.0.0'))
  assert.ok(isIn('>= 3.0.0 <4.0.0'))
  assert.ok(!isIn('>=3.0.0 !3.260.0'))
  assert.ok(isIn('<2.0.0 || >3.100.0'))
  assert.ok(isIn('3.260.0'))
  assert.ok(!isIn('>3.260.0'))
  assert.ok(!isIn(''))
  assert.ok(!isIn('newest'))
})
