import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import fc from 'fast-check'

import { decodeStatusMessage, encodeStatusMessage, formatTimeout, parseTimeout } from './status.ts'

describe('texts in headers', () => {
  test('a status message comes back unchanged, in ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (message) => {
        const encoded = encodeStatusMessage(message)
        assert.match(encoded, /^[\u0020-\u007e]*$/)
        assert.equal(decodeStatusMessage(encoded), message)
      }),
    )
  })

  test('a status message is bounded, and one that is badly encoded stays readable', () => {
    assert.ok(encodeStatusMessage('x'.repeat(100_000)).length < 2100)
    assert.equal(decodeStatusMessage('100%, %e4%bd%a0, %, %4'), '100%, 你, %, %4')
  })

  test('a timeout has at most eight digits and is never shorter than requested', () => {
    assert.deepEqual([0.2, 1500, 99_999_999, 100_000_001, 1e15].map(formatTimeout), [
      '1m',
      '1500m',
      '99999999m',
      '100001S',
      '99999999S',
    ])
    assert.deepEqual(
      ['2H', '3M', '4S', '5m', '6000u', '7000000n'].map(parseTimeout),
      [7_200_000, 180_000, 4000, 5, 6, 7],
    )
    for (const wrong of ['', '5', 'm', '123456789m', '5x', '-5m']) assert.equal(parseTimeout(wrong), undefined)
  })
})
