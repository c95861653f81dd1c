import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { containsSecret, isUnknown, revealed, secret, Unknown, type Value } from '@slipway/model'
import { Budget } from '../language/budget.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { parsedExpression } from '../testing/definitions.ts'
import { evaluate } from './evaluate.ts'
import type { Scope } from './scope.ts'
import { writeJson } from './functions/write-json.ts'

const values: Readonly<Record<string, Value>> = {
  n: 7,
  big: 12345678901234567890n,
  text: 'a',
  token: secret('s3cret'),
  size: secret(3),
  later: new Unknown('resources.db.spec.id'),
  people: [
    { name: 'Ada', age: 36 },
    { name: 'Bo', age: 7 },
  ],
}

const scope: Scope = {
  budget: new Budget(),
  variable: (name) => values[name] ?? null,
  value: (name) => values[name] ?? null,
  resource: () => new Unknown('resources.db'),
  dataSource: () => null,
}

function value(text: string): Value {
  return evaluate(parsedExpression(text), scope)
}

function failure(text: string): string {
  try {
    return `gave ${writeJson(value(text))}`
  } catch (thrown) {
    assert.ok(thrown instanceof EvaluationFailure)
    return `${thrown.origin.start} ${thrown.message}${thrown.hint === undefined ? '' : ` | ${thrown.hint}`}`
  }
}

describe('an operator returns', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['variables.n * 2 - 1', '13'],
    ['variables.big + 1', '12345678901234567891'],
    ['variables.big * variables.big % 7', '1'],
    ['7 / 2', '3.5'],
    ['8 / 2', '4'],
    ['-variables.n % 4', '-3'],
    ['1 + none', 'null'],
    ['variables.n > 3 && variables.text != "b"', 'true'],
    ['false && 1 / 0 == 1', 'false'],
    ['true || 1 / 0 == 1', 'true'],
    ['variables.n > 3 ? "many" : 1 / 0', '"many"'],
    ['"1" == 1', 'false'],
    ['jsonencode({ a = [variables.n] })', '"{\\"a\\":[7]}"'],
    ['map(variables.people, p => p.age + 1)', '[37,8]'],
    ['map(variables.people, (p, i) => format("%d %s", i, p.name))', '["0 Ada","1 Bo"]'],
    ['filter(variables.people, p => p.age >= 18)[0].name', '"Ada"'],
    ['flatmap(variables.people, p => [p.name, p.age])', '["Ada",36,"Bo",7]'],
    ['reduce(variables.people, (sum, p) => sum + p.age, 0)', '43'],
    ['sort(variables.people, (a, b) => a.age - b.age)[0].name', '"Bo"'],
    ['map(variables.people, p => map([1, 2], n => n * p.age))', '[[36,72],[7,14]]'],
    ['map([1, 2], elem => elem + variables.n)', '[8,9]'],
    ['map(variables.people, pipe(getattr("age"), compose(n => n + 1)))', '[37,8]'],
  ].map(([text = '', json = '']) => [text, json] as const)
  for (const [text, json] of cases) test(text, () => assert.equal(writeJson(value(text)), json))
})

describe('an operand of a wrong type is reported with its side and its place', () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      'variables.n + variables.text',
      '17 "+" works with numbers, but its right side is the string "a" | join strings by writing them side by side, "${a}${b}", lists with concat(a, b), maps with merge(a, b)',
    ],
    [
      'variables.text - 1',
      '3 "-" works with numbers, but its left side is the string "a" | tonumber(text) turns text into a number',
    ],
    [
      '-variables.text',
      '4 "-" works with numbers, but what follows is the string "a" | tonumber(text) turns text into a number',
    ],
    [
      'variables.n < "x"',
      '17 "<" works with numbers, but its right side is the string "x" | tonumber(text) turns text into a number',
    ],
    ['!variables.n', '4 "!" works with true or false, but what follows is the integer 7'],
    ['variables.n && true', '3 "&&": a condition is true or false; compare with eq(…) to get one'],
    ['1 / 0', '3 "/": a number cannot be divided by 0'],
    [
      'variables.token + 1',
      '3 "+" works with numbers, but its left side is a secret of another type | join strings by writing them side by side, "${a}${b}", lists with concat(a, b), maps with merge(a, b)',
    ],
    [
      'map(variables.people, p => p.nmae)',
      '30 p has no field "nmae" | did you mean "name"? lookup(p, "nmae", otherwise) reads a value that may be missing',
    ],
    ['map(variables.people, p => p.age-1)', '30 p has no field "age-1" | did you mean p.age - 1?'],
    [
      'map([1], (a, b, c) => a)',
      '3 map: (a, b, c) => … takes 3 values, but gets 2 here | call it as map(items, function)',
    ],
    [
      'filter([1], x => x + 1)',
      '3 filter: x => … gives the integer 2, but true or false is needed | call it as filter(items, function)',
    ],
    ['len(x => x)', '3 len: its argument "value" is an any, but it was given a function | call it as len(value)'],
    [
      'map([1], object)',
      '3 map: object needs a name for each of its arguments: object(key = value) | call it as map(items, function)',
    ],
  ]
  for (const [text, told] of cases) test(text, () => assert.equal(failure(text), told))
})

describe('an operator with unknown and secret values', () => {
  test('an operand that decides alone makes the result known', () => {
    assert.equal(value('variables.later == 1 && false'), false)
    assert.equal(value('true || variables.later == 1'), true)
    for (const open of [
      'variables.later + 1',
      'variables.later == 1 && true',
      'variables.later == 1 ? 1 : 2',
      'map([1], x => variables.later)',
      'map([variables.later], x => 1)',
    ])
      assert.ok(isUnknown(value(open)), open)
  })

  test('a secret makes the result secret, even if only a short function reads it', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['variables.size * 2', '6'],
      ['variables.size > 2 ? "a" : "b"', '"a"'],
      ['map([1, 2], x => x * variables.size)', '[3,6]'],
      ['filter([1, 5], x => x > variables.size)', '[5]'],
      ['reduce([1, 2], (sum, x) => sum + x + variables.size, 0)', '9'],
      ['sort([1, 2], (a, b) => (b - a) * variables.size)', '[2,1]'],
      ['map([variables.token], x => x)', '["s3cret"]'],
    ]
    for (const [text, json] of cases) {
      const found = value(text)
      assert.ok(containsSecret(found), text)
      assert.equal(writeJson(revealed(found)), json)
    }
  })

  test('no message quotes a value that a short function read from a secret', () => {
    for (const text of [
      'filter([1], x => variables.token)',
      'map([variables.token], x => x + 1)',
      'map([1], x => variables.token + x)',
      'map([{ a = variables.token }], x => x.a.b)',
    ])
      assert.doesNotMatch(failure(text), /s3cret|gave/)
  })
})

test('nested short functions count towards the budget', () => {
  const list = `[${Array.from({ length: 60 }, (_, index) => index).join(', ')}]`
  const text = ['a', 'b', 'c', 'd', 'e', 'f'].reduce((inner, name) => `len(map(${list}, ${name} => ${inner}))`, '1')
  const few = { ...scope, budget: new Budget({ steps: 100_000, bytes: 1_000_000 }) }
  assert.throws(() => evaluate(parsedExpression(text), few), /too large: its evaluation takes more than/)
})
