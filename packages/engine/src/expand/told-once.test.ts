import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBlueprint } from '../language/parse/blueprint.ts'
import { testDefinitions } from '../testing/definitions.ts'
import { checkBlueprint } from './check-blueprint.ts'

/** The diagnostics of a blueprint in the language, with their hints. */
function told(text: string): readonly string[] {
  const { blueprint, diagnostics } = readBlueprint('a.blueprint', `version "2025-11-02"\n${text}`)
  const all = blueprint === undefined ? diagnostics : checkBlueprint(blueprint, testDefinitions, new Map()).diagnostics
  return all.map(({ severity, message, hint }) => `${severity}: ${message}${hint === undefined ? '' : ` | ${hint}`}`)
}

const file = (fields: string) => `resource a: test/file {\n${fields}\n}\n`
const whole = file('spec {\n path = "p"\n content = "c"\n}')

test('an unreadable value is reported once, and not reported as missing as well', () => {
  for (const [text, message] of [
    ["value v: string {\n value = 'x'\n}\n", /^error: a value is expected, but here there is "'"/],
    ['value v: float {\n value = .5\n}\n', /^error: a value is expected/],
    ['value v: string = "x"\n', /"=" \| write \{ value = … \}, without "=" before it$/],
    ['variable v: string = "x"\n', /\| write \{ default = … \}, without "=" before it$/],
    ['data n: test/network {\n filter "tag" = "x"\n export id: string\n}\n', /no operator = \| == compares$/],
    ['data n: test/network {\n filter "tag" == "x"\n export id string\n}\n', /":" and a type are expected/],
  ] as const) {
    const said = told(`${text}${whole.replace('"c"', '"c${v.x}"').replace('${v.x}', '')}`)
    assert.equal(said.length, 1, said.join('\n'))
    assert.match(said[0] ?? '', message)
  }
})

test('a reference to a broken declaration is not reported as well', () => {
  const broken = 'value v: string = "x"\n'
  assert.equal(told(`${broken}${whole.replace('"c"', 'values.v')}`).length, 1)
  assert.equal(told(file('spec {\n path = "p\n content = "c"\n}')).length, 1)
  assert.equal(told(file('foreach (1\nspec {\n path = elem\n content = "c"\n}')).length, 1)
  assert.deepEqual(told(file('spec = {\n path = "p"\n content = "c"\n}')), [
    'error: spec is a block here, not a field | write spec { … }',
  ])
})

test('a message uses the words of the blueprint’s form', () => {
  const exported = (field: string) => told(`${whole}export x: integer {\n field = ${field}\n}\n`)
  assert.deepEqual(exported('len(a.spec.path)'), [
    'error: exports.x.field cannot hold an expression | give the expression to a value, and use values.…',
  ])
  assert.deepEqual(exported('"${a.spec.path}"'), [
    'error: exports.x.field cannot hold ${…} | write the reference without ${ and }',
  ])
  assert.deepEqual(told(`${whole}value v: string {\n value = null\n}\n`), [
    'error: there is no resource "null" | for no value, write none',
  ])
  const { diagnostics } = readBlueprint('a.blueprint', whole)
  assert.deepEqual(
    diagnostics.map(({ hint }) => hint),
    ['add version "2025-11-02"'],
  )
})

test('a meaningless argument name is ignored with a warning, as the specification demands', () => {
  const { blueprint } = readBlueprint(
    'a.blueprint',
    `version "2025-11-02"\n${file('spec {\n path = replace(foo = "abc", bar = "b", baz = "x")\n content = replace(replacement = "x", text = "abc", search = "b")\n}')}`,
  )
  assert.ok(blueprint)
  const { checked, diagnostics } = checkBlueprint(blueprint, testDefinitions, new Map())
  assert.ok(checked)
  assert.deepEqual(
    diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
    ['warning: replace has no parameter "foo" to fill: all its arguments are given by position'],
  )
})

function filtered(filter: string): readonly (string | undefined)[] {
  const source = `data n: test/network {\n filter ${filter}\n export id: string\n}\n`
  return told(source + whole).map((one) => one.split(' | ')[0])
}

test('a filter takes several values only with an operator for several', () => {
  for (const fine of [
    '"name" in ["a", "b"]',
    '"name" in split("a,b", ",")',
    '"tag" not in ["a"]',
    '"tag" == ["a", "b"]',
    '"tag" has key "a"',
    '"tag" contains 3',
    '"tag" not ends with "a"',
    '"tag" >= "a"',
  ])
    assert.deepEqual(filtered(fine), [], fine)
  for (const operator of ['has key', 'not contains', 'starts with', 'not ends with', '<'])
    assert.deepEqual(filtered(`"tag" ${operator} ["a", "b"]`), [
      `error: "${operator}" compares "tag" with one value, but here there are 2`,
    ])
  for (const wrong of ['"tag" in { a = 1 }', '"tag" has key { a = 1 }'])
    assert.match(filtered(wrong).join(), /^error: datasources\.n\.filter must be a string or .*, but is a map$/)
  assert.match(filtered('"name" in [{ a = 1 }]').join(), /must be a string or list, but is a map/)
})
