import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationMs } from './duration.ts'

test('a duration is read as people write it, alone or combined', () => {
  const said = ['500ms', '90s', '10m', '1h30m', '1.5h', '1d']
  assert.deepEqual(said.map(durationMs), [500, 90_000, 600_000, 5_400_000, 5_400_000, 86_400_000])
})

test('a duration of zero and a text that is not a duration are refused', () => {
  for (const text of ['', '10', 'm', '10 m', '-5s', '0s', '1w', '25d', '1h-30m', '1e3s'])
    assert.equal(durationMs(text), undefined, text)
})
