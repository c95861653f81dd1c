import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { CtyNumber } from '../cty/number.ts'
import type { CtyType } from '../cty/type.ts'
import { unknown } from '../cty/value.ts'
import { ctyFromJson, ctyToJson } from './json.ts'
import { typedValue } from './testing.ts'

describe('values in JSON', () => {
  test('a known value is the same after it was written', () => {
    fc.assert(
      fc.property(typedValue(true), ([type, value]) => {
        assert.deepEqual(ctyFromJson(type, ctyToJson(type, value)), value)
      }),
      { numRuns: 400 },
    )
  })

  test('numbers keep all their digits', () => {
    const type: CtyType = { kind: 'list', element: 'number' }
    const text = '[18446744073709551617,0.1000000000000000000001,1e2]'
    assert.deepEqual(
      ctyFromJson(type, text),
      ['18446744073709551617', '0.1000000000000000000001', '100'].map((each) => CtyNumber.of(each)),
    )
    assert.equal(ctyToJson(type, ctyFromJson(type, text)), '[18446744073709551617,0.1000000000000000000001,100]')
  })

  test('an attribute that is missing is null, one that is too many is refused', () => {
    const type: CtyType = { kind: 'object', attributes: { a: 'string', b: 'bool' } }
    assert.equal(ctyToJson(type, ctyFromJson(type, '{"b":true}')), '{"a":null,"b":true}')
    assert.throws(() => ctyFromJson(type, '{"c":1}'), /the type has no attribute "c"/)
    assert.throws(() => ctyFromJson(type, '{"a":[]}'), /a: a list of 0 stands where the type is string/)
  })

  test('an unknown value has none', () => {
    assert.throws(() => ctyToJson('string', unknown), /an unknown value has no JSON/)
  })
})
