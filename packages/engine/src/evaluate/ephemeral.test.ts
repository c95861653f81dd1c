import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { containsPassedOn, isSecret, PassedOn, secret, type Value, valueMap } from '@slipway/model'
import { Budget } from '../language/budget.ts'
import { parsedExpression } from '../testing/definitions.ts'
import { evaluate } from './evaluate.ts'

const values: Readonly<Record<string, Value>> = {
  pass: new PassedOn('cGFzcw=='),
  token: secret('s3cret'),
  login: valueMap([['pass', new PassedOn('p')]]),
}

function value(text: string): Value {
  const scope = {
    budget: new Budget(),
    variable: (name: string) => values[name] ?? null,
    value: (name: string) => values[name] ?? null,
    resource: () => null,
    dataSource: () => null,
    call: () => 'answer',
  }
  return evaluate(parsedExpression(text), scope)
}

describe('a value stays ephemeral if it comes from one', () => {
  const calls = [
    'values.pass',
    'trim(values.pass)',
    'base64decode(values.pass)',
    'utf8(base64decode(values.pass))',
    'sha256(base64decode(values.pass))',
    'if(eq(values.pass, "x"), 1, 2)',
    'if(true, values.pass, "x")',
    'and(true, eq(values.pass, "x"))',
    'or(eq(values.token, "x"), eq(values.pass, "x"))',
    'coalesce(values.pass, "x")',
    'first(values.pass, "x")',
    'sensitive(values.pass)',
    'sensitive(values.login)',
    'try(values.pass, "x")',
    'can(values.pass)',
    'map(list("a"), item => join(list(item, values.pass), ""))',
    'map(list(values.token), item => join(list(item, values.pass), ""))',
    'filter(list("a"), item => eq(item, values.pass))',
    'length(filter(list(values.token), item => eq(item, values.pass)))',
    'fromjson(jsonencode(values.login), "/pass")',
  ]
  for (const call of calls)
    test(call, () => {
      assert(containsPassedOn(value(call)))
    })
})

test('a value that comes from a plain secret is a plain secret', () => {
  for (const call of [
    'trim(values.token)',
    'if(eq(values.token, "x"), 1, 2)',
    'map(list("a"), item => values.token)',
  ]) {
    assert(isSecret(value(call)), call)
    assert(!containsPassedOn(value(call)), call)
  }
})
