import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { equalValues } from '@slipway/model'
import fc from 'fast-check'
import { offsetsInScalar } from '../offsets.ts'
import { readFields, readLanguage, readSource } from '../read/read.ts'
import { renderDiagnostic } from '../render.ts'
import { treeToValue } from '../tree-value.ts'
import type { TreeNode } from '../tree.ts'

const constructs = (form: string) => readFileSync(join(import.meta.dirname, `constructs.${form}`), 'utf8')

function valueOf(text: string): unknown {
  const { tree, diagnostics } = readLanguage('x.bp', text)
  assert.deepEqual(diagnostics, [])
  assert.ok(tree)
  return treeToValue(tree)
}

/** The value that is read from an expression after `value =`. */
function valueIn(expression: string): unknown {
  const read = valueOf(`value x: string { value = ${expression}\n}`) as { values: { x: { value: unknown } } }
  return read.values.x.value
}

function complaints(text: string): string[] {
  return readLanguage('x.bp', text).diagnostics.map(
    ({ range, message, hint }) =>
      `${range?.start.line}:${range?.start.column} ${message}${hint === undefined ? '' : ` (${hint})`}`,
  )
}

test('every construct gives the same tree as YAML and JSON', () => {
  const [language, ...others] = ['bp', 'yaml', 'json'].map((form) => {
    const { tree, diagnostics } = readSource(`constructs.${form}`, constructs(form))
    assert.deepEqual(diagnostics, [])
    assert.ok(tree)
    return treeToValue(tree)
  })
  for (const other of others) assert.ok(language !== undefined && equalValues(language, other))
})

describe('values', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['""', ''],
    ['"a\\"b\\c"', 'a"b\\c'],
    ['-12', -12],
    ['12345678901234567890', 12345678901234567890n],
    ['[1, true, none,]', [1, true, null]],
    ['"""\n  a\n    b\n\n  c\n  """', 'a\n  b\n\nc'],
    ['"""\r\n  a\r\n  b\r\n  """', 'a\nb'],
    ['"""\n"""', ''],
    ['"""\n  a\\\n  """', 'a\\'],
    ['"""\n  "" \\" # no comment\n  """', '"" \\" # no comment'],
    ['"${a.b}"', '${a.b}'],
    ['"${a.b == 1} and ${f("x", [c.d])}"', '${eq(a.b, 1)} and ${f("x", list(c.d))}'],
    ['a.b == 1 && !c', '${and(eq(a.b, 1), not(c))}'],
    ['a\n  || b ||\n  c', '${or(or(a, b), c)}'],
    ['a || b && c == d < e', '${or(a, and(b, eq(c, lt(d, e))))}'],
    ['f((a), ("b"), (1.50))', '${f(a, "b", 1.50)}'],
    ['f("""\n  a"b\n  c\n  """)', '${f("a\\"b\nc")}'],
    ['f("${"${"}", "x-${a}")', '${f("${", join(list("x-", a), ""))}'],
    ['f({ a = 1\n "b c" = [] })[0].x', '${f(object(a = 1, "b c" = list()))[0].x}'],
    ['f(n = 1, m)', '${f(n = 1, m)}'],
    ['a.n + 1', '${a.n + 1}'],
    ['(a + 1) * -b - 2', '${(a + 1) * -b - 2}'],
    ['a +\n  b # two\n  * c', '${a + b * c}'],
    ['a - (b - c) - d', '${a - (b - c) - d}'],
    ['a + 1 == b && !c', '${and(eq(a + 1, b), not(c))}'],
    ['a == 1 ? "x" : b > 2 ? "y" : "z"', '${eq(a, 1) ? "x" : gt(b, 2) ? "y" : "z"}'],
    ['(a ? b : c) + 1', '${(a ? b : c) + 1}'],
    ['f(a ? "n ${b}" : c)', '${f(a ? join(list("n ", b), "") : c)}'],
    ['map(a, x => x.id)', '${map(a, x => x.id)}'],
    ['map(a, (x,i) => "${x}-${i}")', '${map(a, (x, i) => join(list(x, "-", i), ""))}'],
    ['map(a, x => filter(x, y => y != 1))', '${map(a, x => filter(x, y => not(eq(y, 1))))}'],
    ['n-1', '${n-1}'],
    ['n -1', '${n -1}'],
  ]
  for (const [written, value] of cases) test(written, () => assert.deepEqual(valueIn(written), value))
})

test('places: of a scalar, and of parts of an expression in another spelling', () => {
  const text = 'value x: string { value = [first.a == "b", "t ${second.c && third.d}"] }'
  const { tree } = readLanguage('x.bp', text)
  const source = readLanguage('x.bp', text).source
  const list = tree?.kind === 'map' && tree.entries[0]?.value
  const value = list && list.kind === 'map' && list.entries[0]?.value
  const items = value && value.kind === 'map' && value.entries.find(({ key }) => key === 'value')?.value
  assert.ok(items && items.kind === 'list')
  for (const [index, word] of [
    [0, 'first'],
    [0, '"b"'],
    [1, 'second'],
    [1, 'third'],
  ] as const) {
    const scalar = items.items[index] as TreeNode
    assert.ok(scalar.kind === 'scalar')
    assert.equal(offsetsInScalar(source, scalar)(scalar.text.indexOf(word)), text.indexOf(word))
  }
})

describe('refused texts and their messages', () => {
  const cases: Readonly<Record<string, readonly [string, ...string[]]>> = {
    'a keyword that is mistyped, and what comes after it is read': [
      'varable a: string {\n  default = "x\n}\nvalues b: string { value == 1 }\nvalue c: string { value = 1 = 2 }\n',
      '1:1 the blueprint language has no "varable" (did you mean "variable"?)',
      '4:1 the blueprint language has no "values" (did you mean "value"?)',
      '5:29 a line break or "," is expected after value = 1, but here there is "=" (== compares)',
    ],
    'several mistakes in one block': [
      'resource a: x/y {\n  specs { a = 1 }\n  metadata = { x = 1 }\n  each = [1]\n  foreach = [1]\n  type = "x"\n  spec { b: 3, c = \'x\', d = .5 }\n}\n',
      '2:3 there is no block "specs" here (did you mean "spec"?)',
      '3:3 metadata is a block here, not a field (write metadata { … })',
      '4:3 a resource has no field "each" here (write foreach LIST)',
      '5:11 a list is expected after foreach, but here there is "=" (write foreach LIST, without "=")',
      '6:3 the type does not belong among the fields (write resource name: type { … })',
      '7:11 "=" is expected after b, but here there is ":" (write b = value)',
    ],
    'a bracket that is not closed hides only its own field': [
      'value a: array {\n  value = f(1, [2\n  secret = maybe maybe\n}\nvalue b: array { value = ] }\n',
      '3:3 "," or "]" is expected after an item, but here there is "secret"',
      '3:18 a line break or "," is expected after secret = maybe, but here there is "maybe"',
      '5:26 a value is expected, but here there is "]"',
    ],
    'a block that is not closed ends where the next declaration begins': [
      'resource a: x/y {\n  spec {\n    a = 1\n\nresource "b": x/y { spec { } }\n',
      '1:17 the block of resources.a is not closed (close it with "}")',
      '2:8 the block of spec is not closed (close it with "}")',
    ],
    'words of the language as names': [
      'resource data: x/y { spec { } }\nvariable ok string { }\nvalue 3: x {}\n',
      '1:10 data is a keyword, not a plain name (write "data")',
      '2:13 ":" and a type are expected after variable ok (write variable ok: type)',
      '3:7 a name is expected after "value", but here there is "3"',
    ],
    'filters and exports of a data source': [
      'data a: x/y {\n  filter "t" hass key 1\n  filter "t" = 1\n  filter t == 1\n  export b: string\n  export *\n  export c like d: string\n  exports = 1\n}\n',
      '2:14 a filter has no operator "hass key" (did you mean "has key"?)',
      '3:14 a filter has no operator = (== compares)',
      '4:10 the field is expected after filter, in quotes, but here there is "t" (write filter "state" == "available")',
      '6:3 "export *" and named exports exclude each other (keep one of them)',
      '7:12 ":" and a type are expected after the field (rename with: field as name)',
      '8:3 a data source has no field "exports" here (write export NAME: type)',
    ],
    'text that is not closed, or not indented': [
      'value a: string { value = """x""" }\nvalue b: string {\n  value = """\n  x\n    """\n}\nvalue c: string {\n  value = """\n    x"""\n}\nvalue d: string { value = "${1 =" }\nvalue e: string { value = """\n',
      '1:27 after """ the text must begin on a new line (break the line here)',
      '4:1 this line is indented less than the closing """ (indent it as far as the closing """, with the same spaces or tabs)',
      '9:6 the closing """ must be on its own line (break the line before it)',
      '11:32 "}" is expected after the expression, but here there is "=" (== compares)',
      '12:27 this text is not closed (close it with """)',
    ],
    'a line that begins with a substitution, not indented': [
      'value a: string {\n  value = """\n  ok\n${b} x\n ${c}${d}\n  """\n}\n',
      '4:1 this line is indented less than the closing """ (indent it as far as the closing """, with the same spaces or tabs)',
    ],
    'the same name, and the same directive, twice': [
      'version "a"\nversion "b"\nvalue a: string { value = 1, value = 2 }\nvalue a: string { }\n',
      '2:1 "version" is twice in this map (the first one is at line 1, column 1; remove or rename one of them)',
      '3:30 "value" is twice in this map (the first one is at line 3, column 19; remove or rename one of them)',
      '4:7 "a" is twice in this map (the first one is at line 3, column 7; remove or rename one of them)',
    ],
    'an expression outside of quotes': [
      'value a: string { value = ${b} }\nversion 3\ninclude x { }\n',
      '1:27 a value is expected, but here there is "$" (outside of quotes, write an expression without ${ and })',
      '2:9 the version is expected, in quotes, but here there is "3" (write version "2025-11-02")',
      '3:11 the path of the blueprint is expected, in quotes, but here there is "{" (write include x "child.blueprint" { … })',
    ],
  }
  for (const [name, [text, ...said]] of Object.entries(cases))
    test(name, () => assert.deepEqual(complaints(text), said))
})

describe('bounds', () => {
  const open = 'value a: array { value = '
  for (const [name, text, code] of [
    ['lists', `${open}${'['.repeat(100_000)}`, 'source/too-deep'],
    ['calls', `${open}${'f('.repeat(100_000)}`, 'source/too-deep'],
    ['nots', `${open}${'!'.repeat(100_000)}`, 'source/too-deep'],
    ['one long row of operators', `${open}${'a && '.repeat(100_000)}a }`, 'source/language-syntax'],
    ['substitutions', `${open}"\${${'f('.repeat(100_000)}`, 'source/too-deep'],
  ] as const)
    test(name, () => assert.equal(readLanguage('x.bp', text).diagnostics[0]?.code, code))

  test('slow inputs are still read: endless lines, comments, text and mistakes', () => {
    const many = 200_000
    const texts = [
      'value a: string {\n'.repeat(many),
      `${open}[${'"${a}" \n#x\n'.repeat(many)}`,
      `value a: string { value = """\n${'${a}"" \n'.repeat(many)}""" }`,
      `${open}a${'\n'.repeat(many)}}`,
      '}\n'.repeat(many),
      `${open}{${'x = 1, '.repeat(many)}} }`,
    ]
    for (const text of texts) assert.ok(readLanguage('x.bp', text).diagnostics.length <= 100)
  })
})

test('any broken text: each has a place and a sentence, and nothing throws', () => {
  const pieces = [
    '"',
    '"""',
    '${',
    '}',
    '{',
    '[',
    ']',
    '(',
    ')',
    ',',
    '=',
    '==',
    '!',
    '\n',
    '#',
    ':',
    'export ',
    '*',
    '\\',
  ]
  const mutation = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.nat({ max: 30 }),
    put: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })),
  })
  const seed = constructs('bp')
  const property = fc.property(fc.array(mutation, { minLength: 1, maxLength: 5 }), (mutations) => {
    let text = seed
    for (const { at, drop, put } of mutations) {
      const start = Math.floor(at * text.length)
      text = text.slice(0, start) + put + text.slice(start + drop)
    }
    for (const diagnostic of readLanguage('x.bp', text).diagnostics) {
      assert.match(renderDiagnostic(diagnostic, text), /^x\.bp:\d+:\d+: error: \S/)
      assert.ok((diagnostic.range?.end.offset ?? 0) <= text.length + 1)
    }
  })
  fc.assert(property, { numRuns: 2000 })
})

test('lines of name = value, for variables', () => {
  const { tree, diagnostics } = readFields(
    'prod.bp',
    '# of production\nport = 80\nname = "x", on = true\n} wrong\nlast = 1\n',
  )
  assert.deepEqual(
    tree && treeToValue(tree),
    Object.assign(Object.create(null), { port: 80, name: 'x', on: true, last: 1 }),
  )
  assert.deepEqual(
    diagnostics.map(({ range, message }) => `${range?.start.line} ${message}`),
    [
      '4 a field such as name = value is expected, but here there is "}"',
      '4 "=" is expected after wrong, but here the line ends',
    ],
  )
})

describe('a file in the wrong form', () => {
  for (const [file, text, said] of [
    [
      'a.blueprint',
      '# x\nversion: 2025-11-02\n',
      '2:1 Slipway reads this as the blueprint language, but it seems to be YAML',
    ],
    ['a.bp', '// x\n{ "version": 1 }', '1:1 Slipway reads this as the blueprint language, but it seems to be JSON'],
    [
      'a.yaml',
      '\nversion "2025-11-02"\n\nvariable a: string {\n}\n',
      '2:1 Slipway reads this as YAML, but it seems to be the blueprint language',
    ],
    ['a.json', 'resource web: a/b {\n}\n', '1:1 Slipway reads this as JSON, but it seems to be the blueprint language'],
    ['a.json', 'version: 2025-11-02\n', '1:1 Slipway reads this as JSON, but it seems to be YAML'],
  ] as const) {
    test(said, () => {
      const found = readSource(file, text).diagnostics.map(
        ({ range, code, message }) => `${code} ${range?.start.line}:${range?.start.column} ${message}`,
      )
      assert.deepEqual(found, [`source/wrong-form ${said}`])
    })
  }

  test('an unknown ending: the text decides', () => {
    assert.deepEqual(readSource('pipe', 'version "2025-11-02"\n').diagnostics, [])
    assert.deepEqual(readSource('pipe', 'version: 2025-11-02\n').diagnostics, [])
  })
})
