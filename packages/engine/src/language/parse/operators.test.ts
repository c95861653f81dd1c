import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DiagnosticList, readSource } from '@slipway/source'
import fc from 'fast-check'
import { parsedExpression } from '../../testing/definitions.ts'
import type { Expression } from '../expression.ts'
import { insideText } from '../write/expression-text.ts'
import { expressionOf } from './expression-of.ts'

/** Writes an expression as calls, with the parameters of short functions marked. */
function show(expression: Expression): string {
  switch (expression.kind) {
    case 'call':
      return `${expression.name}(${expression.args.map(({ name, value }) => (name === undefined ? '' : `${name}=`) + show(value)).join(', ')})`
    case 'lambda':
      return `(${expression.parameters.join(' ')} => ${show(expression.body)})`
    case 'reference':
      return `${expression.to === 'parameter' ? '$' : ''}${expression.name}${expression.path.map((step) => `.${step}`).join('')}`
    default:
      return insideText(expression)
  }
}

function problems(text: string): string[] {
  const { source, tree } = readSource('t.json', JSON.stringify({ k: `\${${text}}` }))
  assert.ok(tree?.kind === 'map' && tree.entries[0])
  const list = new DiagnosticList(source)
  expressionOf(tree.entries[0].value, list)
  return list.sorted().map(({ message, hint }) => `${message}${hint === undefined ? '' : ` | ${hint}`}`)
}

describe('operators become calls, with the usual precedence', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['1 + 2 * 3', 'add(1, multiply(2, 3))'],
    ['(1 + 2) * 3', 'multiply(add(1, 2), 3)'],
    ['8 - 4 - 2', 'subtract(subtract(8, 4), 2)'],
    ['8 / 4 % 3', 'modulo(divide(8, 4), 3)'],
    ['a + 1 < b * 2 == c && d || e', 'or(and(eq(lt(add(a, 1), multiply(b, 2)), c), d), e)'],
    ['!a == b', 'eq(not(a), b)'],
    ['a != b', 'not(eq(a, b))'],
    ['a ? 1 : b ? 2 : 3', 'if(a, 1, if(b, 2, 3))'],
    ['a || b ? c : d', 'if(or(a, b), c, d)'],
    ['-1 + 2', 'add(-1, 2)'],
    ['-a * 2', 'multiply(subtract(0, a), 2)'],
    ['f(a>=1,b)', 'f(ge(a, 1), b)'],
    ['n-1', 'n-1'],
    ['n - 1', 'subtract(n, 1)'],
    ['n -1', 'subtract(n, 1)'],
    ['n-(1)', 'subtract(n, 1)'],
    ['variables.n-(1)', 'subtract(n, 1)'],
    ['f(1)-1', 'subtract(f(1), 1)'],
    ['3-1', 'subtract(3, 1)'],
    ['[1, a + 1]', 'list(1, add(a, 1))'],
    ['{ a = 1, "b c" = [2] }', 'object(a=1, b c=list(2))'],
    ['map(a, x => x.id)', 'map(a, (x => $x.id))'],
    ['map(a, (x, i) => x.n + i)', 'map(a, (x i => add($x.n, $i)))'],
    ['map(a, x => map(x.all, y => x.n == y))', 'map(a, (x => map($x.all, (y => eq($x.n, $y)))))'],
    ['filter(a, x => x > 1 ? true : false)', 'filter(a, (x => if(gt($x, 1), true, false)))'],
  ]
  for (const [written, shown] of cases) {
    test(written, () => {
      const parsed = parsedExpression(written)
      assert.equal(show(parsed), shown)
      assert.equal(show(parsedExpression(insideText(parsed))), shown, insideText(parsed))
    })
  }
})

describe('an unknown operator is answered with the right one', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a === b', '"}" is expected after this, but here there is "=" | == compares'],
    [
      'a ?? b',
      '"}" is expected after this, but here there is "?" | write coalesce(a, b) for the first value that is not none',
    ],
    ['a?.b', '"}" is expected after this, but here there is "?" | a missing field is already none: write a.b'],
    ['a ** 2', '"}" is expected after this, but here there is "*" | write pow(a, b) for a power'],
    ['a -b', '"}" is expected after this, but here there is "-" | a minus sign needs a space on both sides: a - b'],
    ['a- b', '"}" is expected after this, but here there is "b" | a minus sign needs a space on both sides: a - b'],
    ['a ? b', '":" is expected after the first value, but here there is "}" | write condition ? a : b'],
    ['a & b', '"}" is expected after this, but here there is "&" | write &&'],
    [
      'a.b.map(x => x)',
      'nothing like this follows .map, but here there is "(" | the language has no methods: write map(a, x => …)',
    ],
    [
      'a[*].id',
      '"]" is expected after the index or the name in quotes, but here there is "*" | write map(list, x => x.name) for a part of each item',
    ],
    [
      'x => x',
      '"}" is expected after this, but here there is "=" | a short function such as x => x.id is an argument of map, filter, flatmap, reduce or sort',
    ],
    [
      'a[-1]',
      '"]" is expected after the index or the name in quotes, but here there is "-" | write element(list, -1) to count from the end',
    ],
    ['a.b.0', 'a name is expected after the ".", but here there is "0" | a list is read by index: [0]'],
    [
      'a.*.id',
      'a name is expected after the ".", but here there is "*" | write map(list, x => x.name) for a part of each item',
    ],
    [
      '[1].map(x => x)',
      '"}" is expected after this, but here there is "." | the language has no methods: write map(a, x => …)',
    ],
    [
      '(a)[0]',
      '"}" is expected after this, but here there is "[" | for a part of a result, write element(list, index) or lookup(map, key)',
    ],
    ['a and b', '"}" is expected after this, but here there is "a" | write &&'],
    ['not a', '"}" is expected after this, but here there is "a" | write !a'],
    ['if a then b', '"}" is expected after this, but here there is "a" | choose with condition ? a : b'],
    ['a in b', '"}" is expected after this, but here there is "i" | write contains(list, a)'],
    ['a <> b', 'a name, a call, or a value is expected, but here there is ">" | != compares'],
    ['map(a, x => x-1)', 'there is no parameter "x-1" | did you mean x - 1?'],
    ['map(a, (x, x) => x)', 'two parameters are called "x" | give each parameter its own name'],
    ['map(a, values => 1)', 'a parameter cannot be called "values" | choose another name: x => …'],
  ]
  for (const [written, told] of cases) test(written, () => assert.deepEqual(problems(written), [told]))
})

test('endless chains and brackets are refused without a stack overflow', () => {
  for (const text of [
    '1 + '.repeat(100_000),
    '('.repeat(100_000),
    '!'.repeat(100_000),
    '-'.repeat(100_000),
    '['.repeat(100_000),
  ])
    assert.equal(problems(`${text}1`).length, 1)
  const inner = `(${'1 + '.repeat(40)}1)`
  assert.match(problems(`${inner.slice(0, -1).repeat(40)}${')'.repeat(40)}`)[0] ?? '', /levels deep|expected/)
  assert.match(problems('a ? b : '.repeat(100_000))[0] ?? '', /more than 50 levels deep/)
})

test('what is written from a parsed expression parses to the same, whatever it is', () => {
  const leaf = fc.constantFrom('1', '-2', '1.5', '"t"', 'true', 'none', 'a', 'variables.n', 'a.b[0]', 'n-1')
  const { any } = fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(tie('any'), fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '>=', '&&', '||'), tie('any'))
        .map((each) => each.join(' ')),
      fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => `(${a}) ? ${b} : ${c}`),
      tie('any').map((inner) => `(${inner})`),
      tie('any').map((inner) => `!(${inner})`),
      tie('any').map((inner) => `-(${inner})`),
      tie('any').map((inner) => `map(a, (x, i) => ${inner})`),
      fc.tuple(tie('any'), tie('any')).map(([a, b]) => `[${a}, ${b}]`),
      tie('any').map((inner) => `{ k = ${inner} }`),
    ),
  }))
  fc.assert(
    fc.property(any, (text) => {
      const parsed = parsedExpression(text)
      assert.equal(show(parsedExpression(insideText(parsed))), show(parsed), insideText(parsed))
    }),
    { numRuns: 300 },
  )
})
