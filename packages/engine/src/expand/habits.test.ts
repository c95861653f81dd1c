import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { revealed } from '@slipway/model'
import { list } from '../evaluate/functions/argument.ts'
import { writeJson } from '../evaluate/functions/write-json.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { scopeOf, unknownSources } from '../check/values/blueprint-scope.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { checked, complaints } from '../testing/definitions.ts'

/** All diagnostics of an expression, or its value if there are none. */
function outcome(expression: string): string {
  const text = `
variables:
  region: { type: string, default: eu }
  n: { type: integer, default: 7 }
  on: { type: boolean, default: true }
values:
  names: { type: array, value: [a, b] }
  people: { type: array, value: [{ name: Ada, age: 36, tags: { team: x } }, { name: Bo, age: 7, tags: {} }] }
  tags: { type: object, value: { team: x } }
  tried: { type: array, value: [${JSON.stringify(`\${${expression}}`)}] }
resources:
  web: { type: test/file, spec: { path: p, content: c } }
  each: { type: test/file, each: "\${values.names}", spec: { path: "p\${i}", content: c } }
`
  const told = complaints(text)
  if (told.length > 0) return told.join('\n')
  const blueprint = checked(text)
  const value = blueprint.values.get('tried')?.expression
  assert.ok(value)
  try {
    const [found = null] = list(evaluate(value, scopeOf(blueprint, unknownSources())))
    return writeJson(revealed(found))
  } catch (thrown) {
    assert.ok(thrown instanceof EvaluationFailure)
    return `${thrown.message} | ${thrown.hint ?? ''}`
  }
}

/** Expressions as people from HCL and TypeScript write them first. A text is the expected value; a pattern matches the diagnostic. */
const habits: readonly (readonly [expression: string, wanted: string | RegExp])[] = [
  ['variables.n + 1', '8'],
  ['variables.n-1', /did you mean variables\.n - 1\?/],
  ['(variables.n - 1) * 2 / 3', '4'],
  ['variables.region == "eu" ? "a" : "b"', '"a"'],
  ['variables.region === "eu"', /== compares/],
  ['variables.region !== "eu"', /!= compares/],
  ['variables.n >= 5 && !variables.on || false', 'false'],
  ['var.region', /write variables\.region/],
  ['local.names', /write values\.names/],
  ['module.net.id', /write children\.net\.id/],
  ['data.net.id', /write datasources\.net\.id/],
  ['each.value.name', /write elem\.name|"each"/],
  ['each.key', /write i\b|"each"/],
  ['count.index', /write i\b/],
  ['path.module', /relative path already starts/],
  ['process.env.HOME', /SLIPWAY_VAR_/],
  ['null', /write none/],
  ['undefined', /write none/],
  ['length(values.names)', /here it is len/],
  ['lower("A")', /here it is to_lower/],
  ['toset(["a"])', /here it is distinct/],
  ['values.names.length', /len\(…\)/],
  ['values.names.map(x => x)', /write map\(a, x => …\)/],
  ['variables.region.toUpperCase()', /write to_upper\(a\)/],
  ['values.names.includes("a")', /write contains\(a, b\)/],
  ['Object.keys(values.tags)', /write keys\(a\)/],
  ['JSON.stringify(values.tags)', /write jsonencode\(a\)/],
  ['Math.max(1, 2)', /write max\(a, b\)/],
  ['values.people[*].name', /write map\(list, x => x\.name\)/],
  ['[for p in values.people : p.name]', /map\(list, x => …\)/],
  ['{ for k, v in values.tags : k => v }', /zipmap|map\(list, x => …\)/],
  ['[1, 2, variables.n]', '[1,2,7]'],
  ['{ a = 1, b = [variables.n] }', '{"a":1,"b":[7]}'],
  ['{ a: 1 }', /write a = value/],
  ['[...values.names, "c"]', /concat\(a, b\)/],
  ['values.tags?.team', /already none: write a\.b/],
  ['values.tags.team ?? "x"', /coalesce\(a, b\)/],
  ['`web-${variables.region}`', /double quotes/],
  ["'web'", /double quotes/],
  ['"web-" + variables.region', /join strings by writing them side by side/],
  ['jsonencode({ name = variables.region })', '"{\\"name\\":\\"eu\\"}"'],
  ['map(values.people, p => p.age * 2)', '[72,14]'],
  ['filter(values.people, (p) => p.age > 18)', '[{"name":"Ada","age":36,"tags":{"team":"x"}}]'],
  ['try(values.tags.owner, "nobody")', '"nobody"'],
  ['merge(values.tags, { env = "test" })', '{"team":"x","env":"test"}'],
  ['cidrsubnet("10.0.0.0/16", 8, variables.n)', '"10.0.7.0/24"'],
  ['values.names[variables.n]', /element\(list, index\) or lookup\(map, key\)/],
]

describe('an expression of another language works, or is answered with the right one', () => {
  for (const [expression, wanted] of habits) {
    test(expression, () => {
      const found = outcome(expression)
      if (typeof wanted === 'string') assert.equal(found, wanted)
      else assert.match(found, wanted)
    })
  }
})
