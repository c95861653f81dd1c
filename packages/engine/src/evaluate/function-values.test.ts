import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FunctionDefinition, isList, PartialFunction, type Value } from '@slipway/model'
import { parsedExpression } from '../testing/definitions.ts'
import { Budget } from '../language/budget.ts'
import { evaluate } from './evaluate.ts'
import { nothingDeclared, type Scope } from './scope.ts'

const definitions: Readonly<Record<string, FunctionDefinition>> = {
  times_g: { name: 'times_g', parameters: [{ name: 'factor', type: 'integer' }], returns: 'function' },
  apply: {
    name: 'apply',
    parameters: [
      { name: 'items', type: 'list' },
      { name: 'function', type: 'function' },
      { name: 'most', type: 'integer', optional: true },
    ],
    returns: 'list',
  },
}

/** A scope in which a plugin answers each call at once. `seen` collects the calls. */
function scopeWith(seen: [string, readonly Value[]][] = []): Scope {
  return {
    ...nothingDeclared,
    budget: new Budget(),
    function: (name) => definitions[name],
    call: (name, args) => {
      seen.push([name, args])
      const [first = null, second = null] = args
      if (name === 'times_g') return new PartialFunction('acme::times', [first], 1).asValue()
      if (name === 'acme::times') return Number(first) * Number(second)
      return isList(first) ? first.length : null
    },
  }
}

function value(text: string, scope = scopeWith()): Value {
  return evaluate(parsedExpression(text), scope)
}

/** The function that a provider gets as an argument. */
function given(text: string): PartialFunction | undefined {
  const seen: [string, readonly Value[]][] = []
  value(text, scopeWith(seen))
  return PartialFunction.from(seen.at(-1)?.[1][1] ?? null)
}

describe('functions of providers that return or take functions', () => {
  test('may return a function that the provider is asked to call', () => {
    const seen: [string, readonly Value[]][] = []
    assert.deepEqual(value('map(list(1, 2), times_g(3))', scopeWith(seen)), [3, 6])
    assert.deepEqual(seen.slice(-2), [
      ['acme::times', [1, 3]],
      ['acme::times', [2, 3]],
    ])
    assert.deepEqual(value('map(list(2), pipe(times_g(3), times_g(5)))'), [30])
    assert.throws(() => value('times_g(3)'), { code: 'blueprint/function-value' })
  })

  test('accept functions of the language and of providers, under the plugins’ names', () => {
    assert.deepEqual(given('apply(list(1), split_g(","))'), new PartialFunction('_split_g_exec', [','], 1))
    assert.deepEqual(given('apply(list(1), times_g(3))'), new PartialFunction('acme::times', [3], 1))
    const piped = given('apply(list(1), pipe(to_upper))')
    assert.equal(piped?.name, '_pipe_exec')
    assert.deepEqual(PartialFunction.from(piped.args[0] ?? null), new PartialFunction('to_upper', []))
    assert.throws(() => value('apply(list(1), 2)'), /its argument "function" is a function/)
  })

  test('may be called with named arguments, in any order', () => {
    const seen: [string, readonly Value[]][] = []
    value('apply(function = split_g(","), items = list(1), most = 4)', scopeWith(seen))
    value('apply(list(2), most = 4, function = split_g(","))', scopeWith(seen))
    assert.deepEqual(
      seen.map(([, args]) => [args[0], args[2]]),
      [
        [[1], 4],
        [[2], 4],
      ],
    )
  })
})
