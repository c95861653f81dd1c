import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parsedExpression } from '../../testing/definitions.ts'
import { Budget } from '../../language/budget.ts'
import { evaluate } from '../evaluate.ts'
import type { Scope } from '../scope.ts'
import { noneExamples, noneRows } from './none-table.ts'
import { outsideFunctions } from './outside.ts'
import { coreFunctions } from './table.ts'
import { writeJson } from './write-json.ts'

const scope: Scope = {
  budget: new Budget(),
  variable: () => null,
  value: () => null,
  resource: () => null,
  dataSource: () => null,
}

function given(call: string): string {
  const value = evaluate(parsedExpression(call), scope)
  return value === null ? 'none' : writeJson(value)
}

/** Names of functions that need an answer from outside, which this test does not have. */
const outside = new Set(outsideFunctions.map(({ name }) => name))

describe('a call with none as an argument:', () => {
  for (const [name, args, expected] of noneRows) {
    for (const [index, wanted] of expected.entries()) {
      const written = args.map((argument, at) =>
        at === index ? argument.replace(/^(\w+ = )?.*$/s, '$1none') : argument,
      )
      const call = `${name}(${written.join(', ')})`
      test(`${call} is ${wanted}`, () => assert.equal(given(call), wanted))
    }
  }

  for (const [call, wanted] of noneExamples) test(`${call} is ${wanted}`, () => assert.equal(given(call), wanted))

  test('the table of none has a cell for every parameter of every function', () => {
    const rows = new Map(noneRows.map(([name, args]) => [name, args.length]))
    const missing = [...coreFunctions.values()].filter(
      ({ name, parameters }) => (rows.get(name) ?? 0) < parameters.length,
    )
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    )
    assert.equal(rows.size, noneRows.length)
  })

  test('the calls of the table return a value without none', () => {
    for (const [name, args] of noneRows) {
      const returns = coreFunctions.get(name)?.returns
      if (returns !== 'function' && !outside.has(name))
        assert.notEqual(given(`${name}(${args.join(', ')})`), 'none', name)
    }
  })
})
