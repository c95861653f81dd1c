import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './system-ports.ts'

for (const ms of [2 ** 31, 1e15, Number.POSITIVE_INFINITY])
  test(`a pause of ${ms} ms is long, and ends when it is told to`, async () => {
    const abort = new AbortController()
    const long = systemClock.sleep(ms, abort.signal).then(
      () => 'over at once',
      () => 'aborted',
    )
    await systemClock.sleep(20)
    abort.abort()
    assert.equal(await long, 'aborted')
  })
