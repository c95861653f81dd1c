import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseSums } from './sums.ts'

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
const parse = (text: string): Record<string, string> => Object.fromEntries(parseSums(text))

describe('a file of checksums', () => {
  test('is read as sha256sum writes it: text and binary, either line ending, upper case', () => {
    assert.deepEqual(parse(`${a}  one.zip\n${b} *two.zip\n`), { 'one.zip': a, 'two.zip': b })
    assert.deepEqual(parse(`# made by hand\r\n${a.toUpperCase()}  ./one.zip\r\n\r\n`), { 'one.zip': a })
    assert.deepEqual(parse(`${a}  a name with spaces.zip`), { 'a name with spaces.zip': a })
    assert.deepEqual(parse(`${a}\tone.zip\n${a}\tone.zip\n`), { 'one.zip': a })
  })

  for (const [what, text] of [
    ['in another folder', `${a}  ../one.zip\n${a}  dir/one.zip\n${a}  /one.zip\n`],
    ['in another folder of Windows', `${a}  ..\\one.zip\n`],
    ['without a checksum', '<html>\none.zip\n'],
    ['with a checksum of another kind', `${a.slice(0, 40)}  one.zip\n${a}${a}  one.zip\n`],
  ] as const) {
    test(`has no hash for a file ${what}`, () => {
      assert.deepEqual(parse(text), {})
    })
  }

  for (const [what, text, message] of [
    ['one file twice, with two checksums', `${a}  one.zip\n${b} *one.zip\n`, /lists one\.zip twice/],
    ['one file twice, by two spellings of its name', `${a}  one.zip\n${b}  ./one.zip\n`, /lists one\.zip twice/],
    ['too many lines', `${a}  one.zip\n`.repeat(10_001), /more than 10000 lines/],
    ['too many bytes', 'x'.repeat(1024 * 1024 + 1), /larger than/],
  ] as const) {
    test(`with ${what} is refused`, () => {
      assert.throws(() => parse(text), { code: 'install/bad-answer', message })
    })
  }

  test('with names such as constructor treats them like any other', () => {
    assert.equal(parseSums(`${a}  __proto__\n`).get('__proto__'), a)
    assert.equal(parseSums(`${a}  one.zip\n`).get('constructor'), undefined)
  })
})
