import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { parseSums } from './sums.ts'

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
const parse = (text: string): Record<string, string> => Object.fromEntries(parseSums(text, 'example.com'))

describe('a file of checksums', () => {
  test('is read as sha256sum writes it: text and binary, either line ending, comments, upper case', () => {
    assert.deepEqual(parse(`${a}  one.zip\n${b} *two.zip\n`), { 'one.zip': a, 'two.zip': b })
    assert.deepEqual(parse(`# made by hand\r\n${a.toUpperCase()}  ./one.zip\r\n\r\n`), { 'one.zip': a })
    assert.deepEqual(parse(`${a}  a name with spaces.zip`), { 'a name with spaces.zip': a })
    assert.deepEqual(parse(`${a}  one.zip\n${a}  one.zip\n`), { 'one.zip': a })
  })

  for (const [what, text, message] of [
    ['one file twice, with two checksums', `${a}  one.zip\n${b} *one.zip\n`, /lists one\.zip twice/],
    ['one file twice, by two spellings of its name', `${a}  one.zip\n${b}  ./one.zip\n`, /lists one\.zip twice/],
    ['a file in another folder', `${a}  ../one.zip\n`, /line 1 names a file in another folder/],
    ['a file in another folder of Windows', `${a}  ..\\one.zip\n`, /line 1/],
    ['a line that is none', `${a}  one.zip\n<html>\n`, /line 2 is not a checksum/],
    ['a checksum of another kind', `${a.slice(0, 40)}  one.zip\n`, /line 1/],
    ['too many lines', `${a}  one.zip\n`.repeat(10_001), /more than 10000 lines/],
    ['too many bytes', 'x'.repeat(1024 * 1024 + 1), /larger than/],
  ] as const) {
    test(`with ${what} is refused`, () => {
      assert.throws(
        () => parse(text),
        (thrown) => thrown instanceof Failure && thrown.code === 'install/bad-answer' && message.test(thrown.message),
      )
    })
  }

  test('with a name that objects have of their own is an ordinary one', () => {
    assert.equal(parseSums(`${a}  __proto__\n`, 'x').get('__proto__'), a)
    assert.equal(parseSums(`${a}  one.zip\n`, 'x').get('constructor'), undefined)
  })
})
