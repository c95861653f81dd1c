import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BadSnappy, unpackSnappy } from './snappy.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('a block of snappy', () => {
  for (const [what, hex, expected] of [
    ['of nothing', '00', ''],
    ['with bytes as they are', '03 08 616263', 'abc'],
    ['with a copy that overlaps with itself', '09 08 616263 09 03', 'abcabcabc'],
    ['with a copy from further away, in two bytes', '06 08 616263 0a 0300', 'abcabc'],
    ['with a copy from further away, in four bytes', '06 08 616263 0b 03000000', 'abcabc'],
    ['with a length in one more byte', `40 f0 3f ${'61'.repeat(64)}`, 'a'.repeat(64)],
    ['with a length in two more bytes', `80 02 f4 ff00 ${'61'.repeat(256)}`, 'a'.repeat(256)],
  ] as const)
    test(`${what} is unpacked`, () => assert.equal(unpackSnappy(bytes(hex), 1000).toString(), expected))

  for (const [what, hex] of [
    ['is empty', ''],
    ['has a length without an end', '8080808080'],
    ['has a larger content than is allowed', 'e9 07 00 61'],
    ['ends in its bytes', '05 10 6162'],
    ['ends in a number', '05 f4 05'],
    ['ends in a copy', '05 00 61 0a 01'],
    ['copies what is before its begin', '05 00 61 01 02'],
    ['copies from where it stands', '05 00 61 01 00'],
    ['has more than it says', '02 08 616263'],
    ['copies more than it says', '03 00 61 0d 01'],
    ['has less than it says', '05 08 616263'],
  ] as const)
    test(`that ${what} is refused`, () => assert.throws(() => unpackSnappy(bytes(hex), 1000), BadSnappy))
})
