import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DiagnosticList, readYaml } from '@slipway/source'
import type { Expression } from '../expression.ts'
import { formatPath } from '../path.ts'
import { expressionOf } from './expression-of.ts'

function parse(text: string): { expression: Expression; problems: string[] } {
  const { source, tree } = readYaml('t.yaml', text)
  assert.ok(tree?.kind === 'map' && tree.entries[0])
  const list = new DiagnosticList(source)
  const expression = expressionOf(tree.entries[0].value, list)
  const problems = list.sorted().map(({ range, message, hint }) => {
    return `${range?.start.line}:${range?.start.column} ${message}${hint === undefined ? '' : ` | ${hint}`}`
  })
  return { expression, problems }
}

/** Writes an expression briefly but completely: `(text "a" (variable x .b[0]))`. */
function show(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'bigint' ? `${expression.value}n` : JSON.stringify(expression.value)
    case 'text':
      return `(text ${expression.parts.map(show).join(' ')})`
    case 'list':
      return `[${expression.items.map(show).join(' ')}]`
    case 'map':
      return `{${expression.entries.map(([key, value]) => `${key}: ${show(value)}`).join(', ')}}`
    case 'call': {
      const args = expression.args.map(({ name, value }) =>
        name === undefined ? show(value) : `${name}=${show(value)}`,
      )
      return formatPath(`${expression.name}(${args.join(', ')})`, expression.path)
    }
    case 'lambda':
      return `((${expression.parameters.join(' ')}) => ${show(expression.body)})`
    case 'function':
      return `<function ${expression.name}>`
    case 'reference':
      return `<${expression.to} ${formatPath(expression.name, expression.path)}>`
  }
}

describe('substitutions', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['${variables.region}', '<variable region>'],
    ['${map(trim, trim)}', 'map(<resource trim>, <function trim>)'],
    ['${map(list(), shout)}', 'map(list(), <function shout>)'],
    ['${pipe(trim, getattr("id"))}', 'pipe(<function trim>, getattr("id"))'],
    ['${variables["region"]}', '<variable region>'],
    ['${values.a.b[0].c}', '<value a.b[0].c>'],
    ['${values.a[]}', '<value a[0]>'],
    ['${datasources.network.subnets[1]}', '<datasource network.subnets[1]>'],
    ['${resources.db.spec.id}', '<resource db.spec.id>'],
    ['${db.spec.id}', '<resource db.spec.id>'],
    [`\${db.metadata.annotations['team.owner']}`, '<resource db.metadata.annotations["team.owner"]>'],
    ['${children.net.vpcId}', '<child net.vpcId>'],
    ['${elem.name}', '<elem elem.name>'],
    ['${i}', '<index i>'],
    ['${true}', 'true'],
    ['${none}', 'null'],
    ['${-12}', '-12'],
    ['${1.50}', '1.5'],
    ['${12345678901234567890}', '12345678901234567890n'],
    ['${"a \\"b\\" }"}', '"a \\"b\\" }"'],
    ['${ join( list("a", variables.b), "," ) }', 'join(list("a", <variable b>), ",")'],
    ['${object(id = "x", n=2).id}', 'object(id="x", n=2).id'],
    ['${f()[0].x}', 'f()[0].x'],
    ['a ${i} b', '(text "a " <index i> " b")'],
    ['${i}${i}', '(text <index i> <index i>)'],
    ['price $5', '"price $5"'],
    ['$${i}', '(text "$" <index i>)'],
    ['${"${HOME}"}/bin', '(text "${HOME}" "/bin")'],
  ]
  for (const [written, expected] of cases) {
    test(written, () => {
      const { expression, problems } = parse(`k: ${written}`)
      assert.deepEqual([show(expression), problems], [expected, []])
    })
  }

  test('a call over several lines of a block is the value itself, not text', () => {
    const { expression } = parse('k: |\n  ${list(\n    "a",\n    "b"\n  )}\n')
    assert.equal(show(expression), 'list("a", "b")')
  })

  test('text in a block keeps its line breaks', () => {
    assert.equal(show(parse('k: |\n  a ${i}\n  b\n').expression), '(text "a " <index i> "\\nb\\n")')
  })

  test('places are those of the file, behind quotes, escapes and folds', () => {
    const text = 'k: "\\t\\u0041 ${variables.region}"'
    const { expression } = parse(text)
    assert.ok(expression.kind === 'text' && expression.parts[1])
    const { start, end } = expression.parts[1].origin
    assert.equal(text.slice(start, end), 'variables.region')
  })
})

describe('problems, at their column', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['k: ${', '1:6 a name, a call, or a value is expected, but here the text ends | close it with "}"'],
    ['k: ${}', '1:6 a name, a call, or a value is expected, but here there is "}"'],
    ['k: ${a', '1:7 "}" is expected after this, but here the text ends | close it with "}"'],
    ['k: ab ${a = b}', '1:11 "}" is expected after this, but here there is "=" | == compares'],
    ["k: ${f('a')}", `1:8 a name, a call, or a value is expected, but here there is "'" | put text in double quotes`],
    ['k: ${f("a)}', '1:8 this quoted text is not closed | add a "'],
    ['k: ${f(1 2)}', '1:10 "," or ")" is expected after an argument of f, but here there is "2"'],
    ['k: ${variables}', '1:15 a name is expected after "variables", as in variables.name, but here there is "}"'],
    ['k: ${a.}', '1:8 a name is expected after the ".", but here there is "}"'],
    [
      'k: ${a[x]}',
      '1:8 "]" is expected after the index or the name in quotes, but here there is "x" | write element(list, index) or lookup(map, key)',
    ],
    [
      'k: ${f(${a})}',
      '1:8 a name, a call, or a value is expected, but here there is "$" | inside ${…} write names without ${…}',
    ],
    ['k: |\n  one\n  two ${%}\n', '3:9 a name, a call, or a value is expected, but here there is "%"'],
    ['k:\n  ${a}: 1', '2:3 a key cannot hold ${…}: ${a} | use object(…), or write the key out'],
  ]
  for (const [written, expected] of cases) test(written, () => assert.deepEqual(parse(written).problems, [expected]))

  test('each broken substitution of a text is reported', () => {
    assert.equal(parse('k: ${a.} and ${b.} and ${c}').problems.length, 2)
  })

  test('calls nested without end are refused, not overflowed', () => {
    assert.match(parse(`k: \${${'f('.repeat(20_000)}`).problems[0] ?? '', /more than 50 levels deep/)
  })
})
