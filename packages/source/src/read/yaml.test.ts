import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { equalValues, type Value } from '@slipway/model'
import fc from 'fast-check'
import { dump } from 'js-yaml'
import { readYaml } from './read.ts'
import { treeToValue } from '../tree-value.ts'

/** Any JSON, without the integers that a JavaScript number has rounded already. */
const jsonValue = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.stringify(value, (_, item: unknown) => (Number.isInteger(item) ? Number(item) % 1e9 : item)))
  .map((text) => JSON.parse(text) as Value)

function valueOf(text: string): Value {
  const { tree, diagnostics } = readYaml('t.yaml', text)
  assert.deepEqual(diagnostics, [])
  assert.ok(tree)
  return treeToValue(tree)
}

/** `line:column code`, in order. */
function complaints(text: string): string[] {
  return readYaml('t.yaml', text).diagnostics.map(
    ({ range, code }) => `${range?.start.line}:${range?.start.column} ${code}`,
  )
}

function hintOf(text: string): string {
  return readYaml('t.yaml', text).diagnostics[0]?.hint ?? ''
}

describe('scalars', () => {
  const cases: readonly (readonly [string, Value])[] = [
    ['1', 1],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-123456789012345678901234567890', -123456789012345678901234567890n],
    ['0o600', 384],
    ['0xff', 255],
    ['1.5', 1.5],
    ['1e3', 1000],
    ['true', true],
    ['yes', 'yes'],
    ['~', null],
    ['', null],
    ['null', null],
    ['"1"', '1'],
    ["'it''s'", "it's"],
    ['2025-11-02', '2025-11-02'],
    ['text of # no comment', 'text of'],
    ['${variables.x}', '${variables.x}'],
    ['|\n  a\n   b\n', 'a\n b\n'],
    ['>-\n  a\n  b\n', 'a b'],
  ]
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => {
      const [value] = Object.values(valueOf(`k: ${text}`) as Record<string, Value>)
      assert.deepEqual(value, expected)
    })
  }
})

test('a number that looks octal stays text, with a warning', () => {
  const { tree, diagnostics } = readYaml('t.yaml', 'mode: 0600')
  assert.deepEqual(tree && treeToValue(tree), Object.assign(Object.create(null), { mode: '0600' }))
  assert.equal(diagnostics[0]?.severity, 'warning')
  assert.match(diagnostics[0]?.hint ?? '', /0o600/)
})

test('positions are those of the text', () => {
  const { source, tree } = readYaml('t.yaml', 'a:\n  - "x"\n  - |\n    y\n')
  assert.ok(tree?.kind === 'map')
  const [entry] = tree.entries
  assert.ok(entry?.value.kind === 'list')
  const [quoted, block] = entry.value.items
  assert.ok(quoted && block)
  assert.deepEqual(source.text.slice(quoted.start, quoted.end), '"x"')
  assert.deepEqual(source.position(block.start), { line: 4, column: 5, offset: block.start })
})

describe('refused texts', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['tag', 'a: !secret x', ['1:4 source/yaml-tag']],
    ['anchor and alias', 'a: &x 1\nb: *x', ['1:4 source/yaml-alias', '2:4 source/yaml-alias']],
    ['merge key', 'a:\n  <<: {b: 1}', ['2:3 source/yaml-merge-key']],
    ['duplicate key', 'a: 1\nb: 2\na: 3', ['3:1 source/duplicate-key']],
    ['list as key', '? [x]\n: 1', ['1:3 source/complex-key']],
    ['second document', 'a: 1\n---\nb: 1', ['2:1 source/several-documents']],
    ['infinity', 'a: .inf', ['1:4 source/not-finite']],
    ['syntax', 'a: "x', ['1:4 source/yaml-syntax']],
    ['colon in value', 'a: b: c', ['1:5 source/yaml-syntax']],
    ['tab', 'a:\n\t- b', ['2:1 source/yaml-syntax']],
    ['null byte', 'a: \0', ['1:4 source/yaml-syntax']],
  ]
  for (const [name, text, expected] of cases) test(name, () => assert.deepEqual(complaints(text), expected))

  test('a duplicate names the place of the first', () => {
    const [diagnostic] = readYaml('t.yaml', 'x:\n  a: 1\n  a: 2').diagnostics
    assert.match(diagnostic?.hint ?? '', /line 2, column 3/)
  })

  test('brackets in a value inside brackets: the remedy is quotes', () => {
    const [diagnostic] = readYaml('t.yaml', 'x: { type: string, field: a.b[0] }').diagnostics
    assert.match(diagnostic?.hint ?? '', /contains \[ or \{ into quotes/)
  })

  test('${…} without the quotes that it needs: the remedy is the right quotes', () => {
    for (const text of [
      'a: ${n > 2 ? "x" : "y"}',
      'a: b ${n > 2 ? "x" : "y"}',
      'a: ${n > 2 ? "x": 1}',
      'a: ${n\n  ? "x"\n  : "y" }',
    ])
      assert.match(hintOf(text), /into single quotes: YAML ends a key/, text)
    assert.match(hintOf('a: "${n > 2 ? "x" : "y"}"'), /into single quotes, or write \\" for each/)
    for (const text of ['a: { b: ${n} }', 'a: { b: c, d: ${n ? "x" : "y"} }', 'a: [ 1, ${n} ]'])
      assert.match(hintOf(text), /inside \[ \] and \{ \} put a value with/, text)
  })

  test('depth, without a stack overflow', () => {
    for (const text of ['['.repeat(100_000), '{a: '.repeat(100_000), '- '.repeat(100_000)]) {
      assert.deepEqual(
        complaints(text).map((line) => line.split(' ')[1]),
        ['source/too-deep'],
      )
    }
  })

  test('an alias bomb is named, not expanded', () => {
    const lines = Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(n && 9)}]`)
    assert.ok(complaints(lines.join('\n')).every((line) => line.endsWith('yaml-alias')))
  })

  test('long lines and long numbers, at once', () => {
    assert.deepEqual(complaints('['.concat('a,'.repeat(100_000))), ['1:200002 source/yaml-syntax'])
    assert.deepEqual(complaints(`a: ${'9'.repeat(1_000_000)}`), ['1:4 source/not-finite'])
    assert.deepEqual(complaints(`a: 0x${'f'.repeat(1_000_000)}`), ['1:4 source/not-finite'])
  })

  test('thousands of equal keys', () => {
    assert.equal(complaints('a: 1\n'.repeat(50_000)).length, 100)
  })
})

test('keys that JavaScript objects treat specially are keys like any other', () => {
  const value = valueOf('__proto__: {a: 1}\nconstructor: 2\ntoString: 3')
  assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor', 'toString'])
})

test('everything that a YAML writer writes is read back', () => {
  const property = fc.property(jsonValue, (value) => {
    const read = readYaml('t.yaml', dump(value, { noRefs: true, lineWidth: 40 }))
    assert.ok(read.tree && read.diagnostics.every(({ severity }) => severity !== 'error'))
    assert.ok(equalValues(treeToValue(read.tree), value))
  })
  fc.assert(property, { numRuns: 200 })
})

test('no text makes it throw', () => {
  const parts = fc.constantFrom(
    'a: ',
    '- ',
    '\n',
    '  ',
    '\n  ',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    "'",
    '|',
    '>',
    '${',
    '&a',
    '*a',
  )
  const odd = fc.constantFrom(
    '!t ',
    '<<: ',
    '? ',
    '#',
    '---',
    '%',
    '@',
    '\t',
    '\\',
    '\uFEFF',
    '\0',
    '\r',
    '\uD800',
    '0600',
    '1e999',
  )
  const text = fc.array(fc.oneof(parts, odd, fc.string({ maxLength: 3 })), { maxLength: 40 })
  fc.assert(
    fc.property(text, (pieces) => {
      readYaml('t.yaml', pieces.join(''))
    }),
    { numRuns: 1000 },
  )
})
