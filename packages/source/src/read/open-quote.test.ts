import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openQuote } from './open-quote.ts'

/** `^` marks the place of the error. */
function opened(text: string): string | undefined {
  const offset = text.indexOf('^')
  const found = openQuote(text.replace('^', ''), offset)
  return found === undefined ? undefined : text.slice(found, found + 5)
}

test('an error in a text in quotes, or on the line where it ends, is about its beginning', () => {
  assert.equal(opened('a: "one\n^b: two\n'), '"one\n')
  assert.equal(opened("a: 'it''s\n^b: two\n"), "'it''")
  assert.equal(opened('a: "one\nb: "^two"\n'), '"one\n')
  assert.equal(opened('- [x, "one\n^]\n'), '"one\n')
})

test('a closed text, of any length, is not blamed for an error below it', () => {
  assert.equal(opened('a: "one"\n^b\n'), undefined)
  assert.equal(opened('a: "one\n  two"\n^b\n'), undefined)
  assert.equal(opened("a: it's\n^b\n"), undefined)
  assert.equal(opened('a: "\\""\n^b\n'), undefined)
})
