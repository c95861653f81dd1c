import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forStacks } from './for-stacks.ts'
import { loadProblem } from './load-problem.ts'

const exported = Object.keys(forStacks)

/** Returns the words for an export of `slipway` that a stack imports and that does not exist. */
const withoutExport = (name: string): string =>
  loadProblem(
    new SyntaxError(`The requested module 'slipway' does not provide an export named '${name}'`),
    exported,
    [],
  ).message

test('a stack that imports a type of slipway as a value is told to import it as a type', () => {
  assert.equal(
    withoutExport('ProgramStack'),
    "slipway exports no value ProgramStack; import a type as one: import { type ProgramStack } from 'slipway'",
  )
})

test('a stack that misspells an export of slipway is told the near one of the same kind', () => {
  assert.equal(withoutExport('Ouput'), 'slipway exports no Ouput; did you mean "Output"?')
  assert.equal(withoutExport('stacks'), 'slipway exports no stacks; did you mean "stack"?')
  assert.equal(withoutExport('zzz'), 'slipway exports no zzz: a stack needs stack, secret and Output')
})

test('a stack with nameless syntax that is more than a type is told to write it as in JavaScript', () => {
  const thrown = Object.assign(new SyntaxError('Type assertions are not supported'), {
    code: 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  })
  assert.equal(
    loadProblem(thrown, exported, []).message,
    'Node runs TypeScript by removing the types, and this syntax is more than a type: write it as in JavaScript',
  )
})
