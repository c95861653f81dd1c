import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isRounded } from './exact-number.ts'

describe('a number', () => {
  test('with more digits than a double holds is rounded', () => {
    assert(isRounded('0.12345678901234567890', Number('0.12345678901234567890')))
    assert(isRounded('9007199254740993.5', Number('9007199254740993.5')))
    assert(isRounded('1e-400', Number('1e-400')))
  })

  test('that is only spelled otherwise is not rounded', () => {
    for (const text of ['1.10', '+1.5', '.5', '100', '1e3', '1.5E-7', '0.0', '-0', '1e21', '007.50', '0.1'])
      assert.equal(isRounded(text, Number(text)), false, text)
    assert.equal(isRounded('123456789012345678901234567890', 123456789012345678901234567890n), false)
    assert.equal(isRounded('0xff', 255), false)
  })
})
