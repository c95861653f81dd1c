import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { LineSplitter } from './line-splitter.ts'

const asItIs = (line: string): string => line
const clean = (line: string): string => line.replaceAll('sesame', '*')

test('lines come out unchanged, however the bytes are cut', () => {
  const line = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll(/[\r\n]/g, ''))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.array(fc.nat(7)), (lines, cuts) => {
      const bytes = Buffer.from(lines.join('\n'))
      const splitter = new LineSplitter(asItIs)
      const seen: string[] = []
      let at = 0
      for (const cut of cuts) {
        seen.push(...splitter.push(bytes.subarray(at, at + cut)))
        at = Math.min(bytes.length, at + cut)
      }
      seen.push(...splitter.push(bytes.subarray(at)), ...splitter.end())
      const expected = Buffer.from(lines.join('\n')).toString().split('\n')
      if (expected.at(-1) === '') expected.pop()
      assert.deepEqual(seen, expected)
    }),
    { numRuns: 200 },
  )
})

test('an endless line is cut into pieces, and never held whole', () => {
  const splitter = new LineSplitter(asItIs, 4)
  assert.deepEqual(splitter.push(Buffer.from('abcdefghij')), ['abcd\\'])
  assert.deepEqual(splitter.push(Buffer.from('k\r\nl')), ['efgh\\', 'ijk'])
  assert.deepEqual(splitter.end(), ['l'])
})

test('an endless line takes no more memory than twice the longest piece, however long it is', () => {
  const maxLength = 1000
  const splitter = new LineSplitter(asItIs, maxLength)
  const chunk = Buffer.alloc(777, 'x')
  let held = 0
  for (let count = 0; count < 1000; count++) {
    const pieces = splitter.push(chunk)
    // Each piece has one more character, which says that the line goes on.
    held += chunk.length - pieces.reduce((sum, piece) => sum + piece.length - 1, 0)
    assert.ok(held <= 2 * maxLength, `${held} characters after ${count + 1} chunks`)
  }
})

test('a secret is recognised across any cut of a line', () => {
  const text = `${'x'.repeat(9)}sesame${'y'.repeat(30)}sesame`
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 })), fc.integer({ min: 6, max: 12 }), (cuts, maxLength) => {
      const splitter = new LineSplitter(clean, maxLength)
      const seen: string[] = []
      let at = 0
      for (const cut of [...cuts, text.length]) {
        seen.push(...splitter.push(Buffer.from(text.slice(at, at + cut))))
        at += cut
      }
      const whole = [...seen, ...splitter.end()].map((piece) => piece.replace(/\\$/, '')).join('')
      assert.equal(whole, clean(text))
    }),
  )
})
