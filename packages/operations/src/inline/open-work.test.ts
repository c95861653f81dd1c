import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Diagnostic } from '@slipway/model'
import { OpenWork } from './open-work.ts'

const never = new Promise<never>(() => undefined)
const from = { field: 'result of id', place: { file: '/site.ts', line: 3, column: 7 } }
const stillWaiting = /what follows from known\(\) of result of id \(\/site\.ts:3:7\) has not ended/

/** Open work with a clock that advances at each wait. `during` gets the elapsed time. */
function open(during: (passedMs: number) => void = () => undefined) {
  const warnings: Diagnostic[] = []
  const stop = new AbortController()
  let passed = 0
  const clock = {
    now: () => passed,
    monotonic: () => passed,
    sleep: async (ms: number) => {
      await Promise.resolve()
      passed += ms
      during(passed)
    },
  }
  const work = new OpenWork({ clock, stop: stop.signal, warn: (warning) => warnings.push(warning) })
  return { work, warnings, stop, passed: () => passed }
}

describe('code after known() that does not end', () => {
  test('is reported after a while, and fails the program in the end', async () => {
    const { work, warnings, passed } = open()
    work.add(never, from)
    await assert.rejects(work.ended(), { code: 'programs/still-waiting', message: stillWaiting })
    assert.equal(passed(), 600_000)
    assert.deepEqual(
      warnings.map(({ severity }) => severity),
      ['warning'],
    )
    assert.match(warnings[0]?.message ?? '', stillWaiting)
  })

  test('has its full time again after each request', async () => {
    const { work, passed } = open((ms) => {
      if (ms === 300_000) work.add(Promise.resolve(), undefined)
    })
    work.add(never, from)
    await assert.rejects(work.ended(), { code: 'programs/still-waiting' })
    assert.equal(passed(), 900_000)
  })

  test('is not waited for once the run is stopped', async () => {
    const { work, stop, passed } = open((ms) => {
      if (ms === 20_000) stop.abort(new Error('stopped'))
    })
    work.add(never, from)
    await assert.rejects(work.ended(), /stopped/)
    assert.equal(passed(), 20_000)
  })
})
