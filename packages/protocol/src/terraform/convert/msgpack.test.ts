import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { CtyNumber } from '../cty/number.ts'
import type { CtyType } from '../cty/type.ts'
import { CtyDynamic, ctyMap, CtyUnknown, type CtyValue, unknown } from '../cty/value.ts'
import { fromMsgpack } from './from-msgpack.ts'
import { Mismatch } from './mismatch.ts'
import { typedValue } from './testing.ts'
import { toMsgpack } from './to-msgpack.ts'

function bytes(digits: string): Uint8Array {
  return Buffer.from(digits.replaceAll(' ', ''), 'hex')
}

function hex(type: CtyType, value: CtyValue): string {
  return Buffer.from(toMsgpack(type, value)).toString('hex')
}

const strings: CtyType = { kind: 'list', element: 'string' }

describe('values in msgpack', () => {
  test('a value is the same after it has travelled', () => {
    fc.assert(
      fc.property(typedValue(false), ([type, value]) => {
        assert.deepEqual(fromMsgpack(type, toMsgpack(type, value)), value)
      }),
      { numRuns: 400 },
    )
  })

  test('bytes of anybody are a value, or are refused with a place', () => {
    fc.assert(
      fc.property(typedValue(false), fc.uint8Array({ maxLength: 60 }), ([type], garbage) => {
        try {
          fromMsgpack(type, garbage)
        } catch (error) {
          assert.ok(error instanceof Mismatch, String(error))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a value with one wrong byte is a value, or is refused', () => {
    fc.assert(
      fc.property(typedValue(false), fc.nat(), fc.nat(255), ([type, value], at, byte) => {
        const sent = toMsgpack(type, value)
        sent[at % sent.length] = byte
        try {
          fromMsgpack(type, sent)
        } catch (error) {
          assert.ok(error instanceof Mismatch, String(error))
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('the bytes are those that providers know', () => {
    assert.equal(hex('string', null), 'c0')
    assert.equal(hex('string', unknown), 'd40000')
    assert.equal(hex('bool', true), 'c3')
    assert.equal(hex('number', CtyNumber.of(7)), '07')
    assert.equal(hex('number', CtyNumber.of('0.5')), 'cb3fe0000000000000')
    assert.equal(hex('number', CtyNumber.of('0.1')), 'a3302e31')
    assert.equal(hex('number', CtyNumber.of(2n ** 64n)), 'cb43f0000000000000')
    assert.equal(
      hex('number', CtyNumber.of(2n ** 64n + 1n)),
      `b4${Buffer.from('18446744073709551617').toString('hex')}`,
    )
    assert.equal(hex('dynamic', new CtyDynamic('string', 'a')), `92c408${Buffer.from('"string"').toString('hex')}a161`)
    assert.equal(hex('string', new CtyUnknown({ isNull: false, prefix: 'a' })), 'c7060c8201c202a161')
  })

  test('every other extension is an unknown value, whatever is in it', () => {
    for (const digits of ['d4 01 ff', 'd4 00 00', 'c7 03 7f 01 02 03', 'd8 05 00000000000000000000000000000000'])
      assert.deepEqual(fromMsgpack('number', bytes(digits)), unknown)
    // A refinement with an unknown name, whose content is a list.
    assert.deepEqual(
      fromMsgpack('string', bytes('c7 08 0c 82 63 92 01 91 02 01 c2')),
      new CtyUnknown({ isNull: false }),
    )
  })

  test('the elements of a set come in one order, and each one once', () => {
    const set: CtyType = { kind: 'set', element: 'number' }
    assert.deepEqual(
      fromMsgpack(set, bytes('94 0a 02 01 02')),
      [1, 2, 10].map((each) => CtyNumber.of(each)),
    )
  })

  test('a string is normalised as in the language', () => {
    assert.equal(fromMsgpack('string', bytes('a3 65 cc 81')), 'é')
  })

  test('a value of another type is refused with its place', () => {
    const type: CtyType = { kind: 'object', attributes: { ports: { kind: 'list', element: 'number' } } }
    const sent = toMsgpack({ kind: 'map', element: strings }, ctyMap([['ports', ['a']]]))
    assert.throws(() => fromMsgpack(type, sent), /^Error: ports\[0\]: a text stands where the type is number$/)
    assert.throws(() => fromMsgpack(type, bytes('80')), /the attribute "ports" is missing/)
    assert.throws(() => fromMsgpack(type, bytes('81 a1 78 c0')), /the type has no attribute "x"/)
    assert.throws(
      () => fromMsgpack({ kind: 'map', element: 'bool' }, bytes('82 a1 78 c2 a1 78 c3')),
      /the key "x" stands twice/,
    )
    assert.throws(() => toMsgpack(type, ctyMap([['port', null]])), /the type has no attribute "port"/)
    assert.throws(() => toMsgpack('dynamic', 'a'), /without its type/)
  })

  test('a length is not believed before its bytes are there', () => {
    for (const digits of [
      'dd ff ff ff ff',
      'df ff ff ff ff',
      'db ff ff ff ff',
      'c9 ff ff ff ff 00',
      'dd 7f ff ff ff c0',
    ])
      for (const type of [strings, { kind: 'map', element: 'string' }, 'string', 'dynamic'] as const)
        assert.throws(() => fromMsgpack(type, bytes(digits)), Mismatch)
  })

  test('a value that nests without end is refused', () => {
    const dynamic = Buffer.concat([bytes('92 c4 09'), Buffer.from('"dynamic"')])
    const bomb = Buffer.concat([...Array.from({ length: 10_000 }, () => dynamic), bytes('c0')])
    assert.throws(() => fromMsgpack('dynamic', bomb), /nest more than 300 levels/)
    const type = Buffer.from(`${'["list",'.repeat(50_000)}"string"${']'.repeat(50_000)}`)
    const head = Buffer.from([0x92, 0xc6, 0, 0, 0, 0])
    head.writeUInt32BE(type.length, 2)
    assert.throws(() => fromMsgpack('dynamic', Buffer.concat([head, type, bytes('90')])), /its type cannot be read/)
    const known = Buffer.concat([bytes('c8 40 00 0c 81 63'), Buffer.alloc(0x4000 - 2, 0x91)])
    assert.throws(() => fromMsgpack('string', known), /nests more than 8 levels/)
  })

  test('more values than fit into memory are refused', () => {
    const size = 5_000_000
    const many = Buffer.alloc(5 + size, 0xc0)
    many.writeUInt8(0xdd, 0)
    many.writeUInt32BE(size, 1)
    assert.throws(() => fromMsgpack(strings, many), /more than 4000000 values/)
  })

  test('bytes behind the value are refused', () => {
    assert.throws(() => fromMsgpack('bool', bytes('c2 c2')), /more bytes follow the value/)
  })
})
