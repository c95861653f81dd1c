import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfigureGlobal } from 'fast-check'

test('properties are tried with the same values each time', () => {
  assert.equal(readConfigureGlobal().seed, Number(process.env['SLIPWAY_SEED']))
  assert.ok(Number.isSafeInteger(readConfigureGlobal().seed))
})
