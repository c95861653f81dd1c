import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { CtyNumber } from './number.ts'

describe('numbers without limits of precision', () => {
  test('one number has one text', () => {
    const texts: readonly (readonly [string | number | bigint, string])[] = [
      [1, '1'],
      [-0, '0'],
      ['-0.0', '0'],
      ['+007', '7'],
      ['1.50', '1.5'],
      ['.5', '0.5'],
      ['5.', '5'],
      [0.1, '0.1'],
      [1e21, '1000000000000000000000'],
      [5e-7, '0.0000005'],
      ['1.25e3', '1250'],
      ['12e-1', '1.2'],
      [2n ** 70n, '1180591620717411303424'],
      ['18446744073709551616.000000000000000001', '18446744073709551616.000000000000000001'],
    ]
    for (const [number, text] of texts) assert.equal(CtyNumber.of(number).text, text)
  })

  test('an invalid string gives no number', () => {
    for (const text of ['', '.', 'abc', '1,5', '0x10', '1e', 'Infinity', '-', '1 ', '1e99999', '9'.repeat(1001)])
      assert.equal(CtyNumber.parse(text), undefined, text.slice(0, 20))
    assert.throws(() => CtyNumber.of(Number.NaN), /"NaN" is not a number/)
  })

  test('every double keeps its text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        assert.equal(CtyNumber.of(number).approximate, number === 0 ? 0 : number)
      }),
    )
  })
})
