import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type FunctionRow, pulumiFunctions } from './functions.ts'
import { inputTypes } from './inputs.ts'
import { type OptionRow, pulumiOptions } from './options.ts'
import { invokeOptions } from './sources.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/reference/from-pulumi-yaml.md'), 'utf8')

const rowsOfFunctions = Object.entries<FunctionRow>(pulumiFunctions).map(
  ([name, { blueprint, stack, differs = '' }]) => `| \`${name}\` | ${blueprint} | ${stack} | ${differs} |`,
)
const rowsOfOptions = Object.entries<OptionRow>(pulumiOptions).map(
  ([name, { becomes, none }]) => `| \`${name}\` | ${none === undefined ? becomes : `none: ${none}`} |`,
)
const rowsOfInvokes = Object.entries(invokeOptions).map(([name, becomes]) => `| \`${name}\` | ${becomes} |`)
const rowsOfTypes = Object.entries(inputTypes).map(([name, type]) => `| \`${name}\` | \`${type}\` |`)

for (const [what, rows] of Object.entries({
  functions: rowsOfFunctions,
  'options of resources': rowsOfOptions,
  'options of fn::invoke': rowsOfInvokes,
  'types of config': rowsOfTypes,
}))
  test(`the reference has the row of each of the ${what}, as the table of the code has it`, () => {
    assert.deepEqual(
      rows.filter((row) => !page.includes(`${row}\n`)),
      [],
    )
  })
