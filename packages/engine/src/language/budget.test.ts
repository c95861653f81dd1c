import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isList, isMap, type Value } from '@slipway/model'
import { DiagnosticList, readYaml } from '@slipway/source'
import fc from 'fast-check'
import type { CheckedValue } from '../check/checked.ts'
import type { Expression } from './expression.ts'
import { expressionOf } from './parse/expression-of.ts'
import { Budget, type Allowance } from './budget.ts'
import { EvaluationFailure } from './failure.ts'
import { scopeOf, unknownSources } from '../check/values/blueprint-scope.ts'

const small: Allowance = { steps: 20_000, bytes: 200_000 }

/** Expressions that make a value from the values A and B. */
const ways = [
  '"$A$B"',
  '["$A", "$B", 1]',
  '{ a: "$A", b: "$B" }',
  '"${list(A, B, A)}"',
  '"${object(a = A, b = B)}"',
  '"${coalesce(none, A)}"',
  '"${if(eq(A, B), A, B)}"',
  '\'${replace(A, "a", B)}\'',
  '\'${replace("aaaaaaaa", "a", A)}\'',
  '\'${split(A, "")}\'',
  '\'${split(A, "a")}\'',
  '\'${join(A, "aaaa")}\'',
  '\'${join(split(A, ""), "aa")}\'',
  '\'${jsondecode(join(list("[\\"", A, "\\",1,2,3]"), ""))}\'',
  '"${base64encode(A)}"',
  '"${to_upper(A)}"',
  '"${len(A)}"',
  '"${sha256(A)}"',
  '"${jsonencode(list(A, B))}"',
  '"${yamlencode(list(A, B))}"',
  '"${map(list(A, B), to_upper)}"',
  '"${map(list(A, B), list)}"',
  '\'${flatmap(list(A, B), split_g(""))}\'',
  '\'${map(list(A, B), replace_g("a", "aaaa"))}\'',
  '\'${map(list(A, B), pipe(replace_g("a", "aa"), replace_g("a", "aa")))}\'',
  '"${map(list(A, B), pipe(jsonencode, base64encode, base64decode))}"',
  '"${filter(list(A, B, A, B), eq)}"',
  '"${sort(list(A, B, A, B), subtract)}"',
  '"${reduce(A, add, 1)}"',
  '"${vals(object(a = A, b = B))}"',
  '"${keys(A)}"',
  '\'${format("%s %q %v", A, B, A)}\'',
  '"${multiply(A, B)}"',
  '"${yamldecode(yamlencode(A))}"',
  'aaaaaaaaaaaaaaaa',
  '12345678901234567890',
]

/** The distance from a new value back to its inputs. Most often it is 0, the last value, so that large values keep growing. */
const back = fc.constantFrom(0, 0, 0, 1, 2, 5)
const made = fc.record({ way: fc.constantFrom(...ways, ...ways.slice(0, 3)), a: back, b: back })

function expression(way: string, a: string, b: string): Expression {
  const text = way.replaceAll('$A', `\${${a}}`).replaceAll('$B', `\${${b}}`)
  const written = text.replaceAll(/\bA\b/g, () => a).replaceAll(/\bB\b/g, () => b)
  const { source, tree } = readYaml('t.yaml', `k: ${written}`)
  assert.ok(tree?.kind === 'map' && tree.entries[0], written)
  return expressionOf(tree.entries[0].value, new DiagnosticList(source))
}

/** The values of a program. Each is made from two earlier values. */
function workOut(program: readonly { way: string; a: number; b: number }[]): readonly Value[] {
  const values = new Map<string, CheckedValue>()
  const scope = scopeOf({ variables: new Map([['t', 'aa']]), values }, unknownSources(), new Budget(small))
  const names: string[] = []
  const found: Value[] = []
  const operand = (n: number): string => (names.length === 0 ? 'variables.t' : `values.${names.at(-1 - n) ?? names[0]}`)
  for (const [index, { way, a, b }] of program.entries()) {
    const name = `v${index}`
    values.set(name, { secret: false, expression: expression(way, operand(a), operand(b)) })
    try {
      found.push(scope.value(name, scope))
      names.push(name)
    } catch (thrown) {
      assert.ok(thrown instanceof EvaluationFailure, String(thrown))
    }
  }
  return found
}

/** The minimum number of bytes of values: texts count by their characters, lists and maps by their entries. Shared parts count once. */
function sizeOf(values: Iterable<Value>): number {
  // A function such as coalesce returns the same text, so equal texts may share their memory.
  const seen = new Set<Value>()
  let size = 0
  const open = [...values]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (seen.has(value)) continue
    seen.add(value)
    if (typeof value === 'string') size += value.length
    if (!isList(value) && !isMap(value)) continue
    const parts = Object.values(value) as readonly Value[]
    size += 16 * parts.length
    open.push(...parts.filter((part) => typeof part === 'object' && part !== null))
  }
  return size
}

test('every existing value is counted in the budget, however values are built from each other', () => {
  const property = fc.property(fc.array(made, { minLength: 20, maxLength: 60 }), (program) => {
    const size = sizeOf(workOut(program))
    assert.ok(size <= small.bytes + 16 * program.length, `${size} bytes`)
  })
  fc.assert(property, { numRuns: 300 })
})

test('a value over the budget gives the same error each time', () => {
  const budget = new Budget({ steps: 10, bytes: 10 })
  const spend = (name: string): unknown => {
    try {
      budget.during(name, { start: 3, end: 4 }, () => budget.takeSteps(20))
      return undefined
    } catch (thrown) {
      return thrown
    }
  }
  const first = spend('values.a')
  assert.ok(first instanceof EvaluationFailure)
  assert.equal(first.code, 'blueprint/too-large')
  assert.match(first.message, /^with values\.a the blueprint becomes too large: /)
  assert.deepEqual(first.origin, { start: 3, end: 4 })
  assert.equal(spend('values.b'), first)
})
