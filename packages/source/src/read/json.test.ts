import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { equalValues, type Value } from '@slipway/model'
import fc from 'fast-check'
import { readJson, readSource } from './read.ts'
import { treeToValue } from '../tree-value.ts'

/** Any JSON, without the integers that a JavaScript number has rounded already. */
const jsonValue = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.stringify(value, (_, item: unknown) => (Number.isInteger(item) ? Number(item) % 1e9 : item)))
  .map((text) => JSON.parse(text) as Value)

function complaints(text: string): string[] {
  return readJson('t.json', text).diagnostics.map(
    ({ range, code, message }) => `${range?.start.line}:${range?.start.column} ${code} ${message}`,
  )
}

test('comments, trailing commas, exact integers, odd keys', () => {
  const { tree, diagnostics } = readJson(
    't.json',
    '\uFEFF// head\n{ "a": [1, 2,], /* c */ "big": 12345678901234567890, "__proto__": {"x": null,}, }',
  )
  assert.deepEqual(diagnostics, [])
  assert.ok(tree)
  const value = treeToValue(tree) as Record<string, Value>
  assert.deepEqual(Object.keys(value), ['a', 'big', '__proto__'])
  assert.equal(value['big'], 12345678901234567890n)
})

test('places include quotes and brackets', () => {
  const text = '{"a": ["x"]}'
  const { tree } = readJson('t.json', text)
  assert.ok(tree?.kind === 'map')
  const list = tree.entries[0]?.value
  assert.ok(list?.kind === 'list' && list.items[0])
  assert.deepEqual(
    [text.slice(list.start, list.end), text.slice(list.items[0].start, list.items[0].end)],
    ['["x"]', '"x"'],
  )
})

describe('refused texts', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"a" 1}', '1:6 source/json-syntax this is not JSON: ":" is expected after the key'],
    ['{a: 1}', '1:2 source/json-syntax this is not JSON: a key in double quotes, or "}", is expected here'],
    ['[1 2]', '1:4 source/json-syntax this is not JSON: "," or "]" is expected here'],
    ['[1,,2]', '1:4 source/json-syntax this is not JSON: a value is expected here'],
    ['{"a": tru}', '1:7 source/json-syntax this is not JSON: a value is expected here'],
    ['{} {}', '1:4 source/json-syntax this is not JSON: nothing may follow here'],
    ['[1', '1:3 source/json-syntax this is not JSON: the text ends too early, "," or "]" is expected here'],
    ['"x', '1:1 source/json-syntax this is not JSON: the text is not closed'],
    [`[${'9'.repeat(2000)}]`, `1:2 source/not-finite ${'9'.repeat(500)}…`],
    ['[1e999]', '1:2 source/not-finite 1e999 is too large a number'],
    ['{"a":1,\n"a":2}', '2:1 source/duplicate-key "a" is twice in this map'],
    ['['.repeat(100_000), '1:101 source/too-deep lists and maps are nested more than 100 levels deep'],
  ]
  for (const [text, expected] of cases) test(text.slice(0, 20), () => assert.deepEqual(complaints(text), [expected]))
})

test('everything that JSON.stringify writes is read back', () => {
  const property = fc.property(jsonValue, fc.constantFrom(0, 2), (value, indent) => {
    const { tree, diagnostics } = readJson('t.json', JSON.stringify(value, null, indent))
    assert.deepEqual(diagnostics, [])
    assert.ok(tree && equalValues(treeToValue(tree), value))
  })
  fc.assert(property, { numRuns: 200 })
})

test('no text makes it throw', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '//',
    '/*',
    '*/',
    '1',
    '-',
    'null',
    '\n',
    '\0',
    '\\u12',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 2 })), { maxLength: 30 }), (pieces) => {
      readJson('t.json', pieces.join(''))
    }),
    { numRuns: 500 },
  )
})

test('the ending of the name, else the first character, tells the format', () => {
  const kinds = [
    readSource('a.yaml', '{a: 1}'),
    readSource('a.jsonc', '{"a": 1}'),
    readSource('a.txt', '// c\n{"a": 1}'),
    readSource('a.txt', 'a: 1'),
  ]
  for (const { tree, diagnostics } of kinds) {
    assert.deepEqual(diagnostics, [])
    assert.ok(tree && equalValues(treeToValue(tree), { a: 1 }))
  }
})
