import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBlueprint } from '../../language/parse/blueprint.ts'
import type { VariableDeclaration } from '../../language/declarations.ts'
import { answerProblem, variableDeclarations } from './variables.ts'

function declared(text: string): VariableDeclaration {
  const { blueprint } = readBlueprint(
    'a.blueprint.yaml',
    `version: 2025-11-02\nvariables: { it: ${text} }\nresources: { a: { type: x/y, spec: {} } }\n`,
  )
  assert.ok(blueprint !== undefined)
  const [variable] = variableDeclarations(blueprint)
  assert.ok(variable !== undefined)
  return variable
}

test('an answer to a prompt is checked against type and allowed values', () => {
  const port = declared('{ type: integer }')
  assert.equal(answerProblem(port, '8080'), undefined)
  assert.equal(answerProblem(port, 'http'), 'it must be of the type integer')
  assert.equal(answerProblem(declared('{ type: string }'), ''), undefined)
  const size = declared('{ type: string, allowedValues: [small, large] }')
  assert.equal(answerProblem(size, 'large'), undefined)
  assert.equal(answerProblem(size, 'larg'), 'it does not allow the string "larg"; did you mean "large"?')
  assert.equal(answerProblem(size, 'x'), 'it does not allow the string "x"; allowed: small, large')
})

test('a secret answer to a prompt is not shown in an error', () => {
  const pin = declared('{ type: integer, secret: true, allowedValues: [1, 2] }')
  assert.doesNotMatch(answerProblem(pin, '4711') ?? '4711', /4711/)
  assert.doesNotMatch(answerProblem(pin, 'hush') ?? 'hush', /hush/)
})

test('an answer to a prompt is one of the provider’s options, numbers included', () => {
  const options = [{ value: 80, label: 'web' }] as const
  const port = { ...declared('{ type: string }'), options }
  assert.equal(answerProblem(port, '80'), undefined)
  assert.equal(answerProblem(port, '81'), 'it does not allow the string "81"; allowed: 80')
})
