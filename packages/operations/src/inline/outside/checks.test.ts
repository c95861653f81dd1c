import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checks } from './checks.ts'

const around = { clock: { sleep: () => new Promise<void>(() => undefined) }, stop: new AbortController().signal }

/** Returns the message of a check that is not met. */
async function messageOf(condition: unknown, message?: unknown): Promise<string | undefined> {
  const checks = new Checks()
  checks.add('page', condition, message, undefined)
  const [outcome] = await checks.outcomes(around, 1000)
  assert.equal(outcome?.outcome, 'unmet')
  return outcome.message
}

const throwing = (): never => {
  throw new Error('fetch failed')
}

test('a check whose condition throws says its message and why', async () => {
  assert.equal(await messageOf(throwing, 'the page does not answer'), 'the page does not answer (fetch failed)')
  assert.equal(await messageOf(throwing), 'the check page does not hold (fetch failed)')
})

test('a check whose condition is neither true nor false says its message and why', async () => {
  assert.match((await messageOf(() => 1, 'the page is gone')) ?? '', /^the page is gone \(its condition must be true/)
})

test('a check that does not hold says only its message', async () => {
  assert.equal(await messageOf(false, 'the page is gone'), 'the page is gone')
  assert.equal(await messageOf(() => false), 'the check page does not hold')
})
