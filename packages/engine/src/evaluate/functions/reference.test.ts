import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { functionPositions } from '../../language/parse/function-arguments.ts'
import { functionReference } from './reference.ts'
import { coreFunctionGroups, coreFunctions } from './table.ts'

const page = join(import.meta.dirname, '../../../../../docs/reference/functions.md')
if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, functionReference())

test('the page about functions is printed from the table (UPDATE_DOCS=1 writes it)', () => {
  assert.equal(readFileSync(page, 'utf8'), functionReference())
})

test('the table of functions has each name once', () => {
  assert.equal(coreFunctions.size, coreFunctionGroups.flatMap(([, functions]) => functions).length)
})

test('the parser knows the parameters that take functions', () => {
  const positions = [...coreFunctions.values()].flatMap(({ name, parameters }) => {
    const index = parameters.findIndex(({ type }) => type === 'function')
    return index === -1 ? [] : [[name, parameters[index]?.variadic === true ? 'all' : index] as const]
  })
  assert.deepEqual(new Map(positions), functionPositions)
})
