import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { visible, visibleLines } from '@slipway/source/visible'
import { safeText } from './safe-text.ts'
import { table } from '../output/table.ts'

const steering = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

test('our colours pass where there are colours, everything else is escaped', () => {
  const red = '\u001B[31mred\u001B[39m\n'
  assert.equal(safeText(red, true), red)
  assert.equal(safeText(red, false), '\\u001b[31mred\\u001b[39m\n')
  assert.equal(
    safeText('\u001B[8m\u001B[2J\u001B[38;5;1m\r\u202E', true),
    '\\u001b[8m\\u001b[2J\\u001b[38;5;1m\\r\\u202e',
  )
})

test('no text can control the terminal', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, (given) => {
      assert.doesNotMatch(safeText(given, false), steering)
      assert.doesNotMatch(visibleLines(given), steering)
      assert.doesNotMatch(visible(given), /[\n\t]/)
    }),
  )
})

test('JSON means the same afterwards', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = JSON.stringify(value)
      assert.deepEqual(JSON.parse(safeText(json, false)), JSON.parse(json))
    }),
  )
})

test('a cell of several lines keeps its column, so that none of them looks like a row', () => {
  assert.equal(
    table([
      ['a\nb', 'one\ntwo'],
      ['c', 'three'],
    ]),
    'a\\nb  one\n      two\nc     three\n',
  )
})
