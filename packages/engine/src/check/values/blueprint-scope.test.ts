import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unknown, isSecret, valueMap, type Value } from '@slipway/model'
import { checked } from '../../testing/definitions.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import { scopeOf, unknownSources } from './blueprint-scope.ts'

test('a long chain of values is evaluated without a deep stack', () => {
  const links = Array.from({ length: 20_000 }, (_, n) => `  v${n}: { type: integer, value: "\${values.v${n + 1}}" }`)
  const blueprint = checked(`values:\n${links.join('\n')}\n  v20000: { type: integer, value: 7 }`)
  const scope = scopeOf(blueprint, unknownSources())
  assert.equal(scope.value('v0', scope), 7)
})

test('a value is evaluated again until it is fully known', () => {
  const blueprint = checked(
    'values:\n  id: { type: string, value: "id ${resources.a.spec.sha256}" }\nresources:\n  a: { type: test/file, spec: { path: p, content: c } }',
  )
  let resource: Value = new Unknown('resources.a')
  const scope = scopeOf(blueprint, { ...unknownSources(), resource: () => resource })
  assert.ok(scope.value('id', scope) instanceof Unknown)
  resource = { spec: { sha256: 'abc' } }
  assert.equal(scope.value('id', scope), 'id abc')
})

test('secret values are marked, and their function calls reach the scope that asks', () => {
  const blueprint = checked(`values:
  a: { type: string, secret: true, value: x }
  b: { type: string, value: "\${shout(values.a)}" }`)
  const scope = scopeOf(blueprint, unknownSources())
  assert.ok(isSecret(scope.value('b', scope)))
  const answering = { ...scope, call: (name: string, args: readonly Value[]) => `${name} ${args.length}` }
  const found = scope.value('b', answering)
  assert.ok(isSecret(found) && found.value === 'shout 1')
})

test('a failing value fails its readers, and no other value', () => {
  const blueprint = checked(
    `variables:
  v: { type: string, default: '[1]' }
values:
  bad: { type: integer, value: "\${jsondecode(variables.v)[1]}" }
  good: { type: integer, value: "\${jsondecode(variables.v)[0]}" }
  link: { type: array, value: ["\${values.good}", "\${values.bad}"] }
  both: { type: array, value: ["\${values.good}", "\${values.link}"] }`.replace('[1]}', '[0]}'),
  )
  const broken = new Map(blueprint.values)
  const bad = broken.get('bad')
  assert.ok(bad?.expression.kind === 'call')
  broken.set('bad', { ...bad, expression: { ...bad.expression, path: [7] } })
  const scope = scopeOf({ ...blueprint, values: broken }, { ...unknownSources(), isFixed: true })
  for (const name of ['both', 'link', 'bad', 'both']) assert.throws(() => scope.value(name, scope), EvaluationFailure)
  assert.equal(scope.value('good', scope), 1)
})

test('a value of none counts as absent', () => {
  const blueprint = checked(`values:
  a: { type: array, value: [1, "\${none}", { b: "\${none}", c: [null, 2] }] }
  n: { type: integer, value: "\${len(values.a)}" }`)
  const scope = scopeOf(blueprint, unknownSources())
  assert.deepEqual(scope.value('a', scope), [1, valueMap([['c', [2]]])])
  assert.equal(scope.value('n', scope), 2)
})
