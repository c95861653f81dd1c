import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAgain, readTexts } from './what-it-reads.ts'

const origin = { start: 0, end: 0 }
const reference = { kind: 'reference', to: 'resource', name: 'db', path: ['spec', 'id'], origin } as const

/** The pieces of a text after it is read again: each reference, and each text in between. */
function pieces(text: string, id: string): readonly string[] {
  const read = readAgain(text, readTexts([[id, reference]]))
  const parts = read.kind === 'text' ? read.parts : [read]
  return parts.map((part) => (part.kind === 'literal' ? JSON.stringify(part.value) : part.kind))
}

test('a long computed text is found anywhere, a short one only as a word, the shortest never', () => {
  assert.deepEqual(pieces('db-12345', 'db-12345'), ['reference'])
  assert.deepEqual(pieces('xdb-12345x', 'db-12345'), ['"x"', 'reference', '"x"'])
  assert.deepEqual(pieces('db-2', 'db-2'), ['reference'])
  assert.deepEqual(pieces('pg://db-2:5432/db-21', 'db-2'), ['"pg://"', 'reference', '":5432/db-21"'])
  assert.deepEqual(pieces('my-db-2', 'db-2'), ['"my-db-2"'])
  assert.deepEqual(pieces('v2<db-2>', '<db-2>'), ['"v2"', 'reference'])
  assert.deepEqual(pieces('a 80 b', '80'), ['"a 80 b"'])
})
