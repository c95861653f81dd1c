import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secret, Unknown, type Value } from '@slipway/model'
import type { OrderedTask } from '@slipway/stages'
import { unwantedTasks } from './task-conditions.ts'
import { taskInput } from './task-input.ts'
import { refuseUnknownSecrets } from './task-secrets.ts'

describe('what a stage task is told', () => {
  const values = {
    instance: 'prod',
    variables: new Map<string, Value>([
      ['size', 3],
      ['big', 12345678901234567890n],
      ['token', secret('hush')],
      ['users', [{ name: 'a', key: secret('k') }]],
    ]),
    exports: { url: 'https://x', later: new Unknown('resources.web'), password: secret('p') },
  }

  test('is its instance, and the variables and exports that are known and not secret', () => {
    const text = taskInput(values)
    assert.equal(
      text,
      '{"instance":"prod","variables":{"size":3,"big":12345678901234567890},"exports":{"url":"https://x"}}\n',
    )
  })

  test('has the secrets that it asks for, and no others', () => {
    const told = JSON.parse(taskInput(values, ['token', 'users', 'later'])) as { variables: object; exports: object }
    assert.deepEqual(told.variables, {
      size: 3,
      big: Number(12345678901234567890n),
      token: 'hush',
      users: [{ name: 'a', key: 'k' }],
    })
    assert.deepEqual(told.exports, { url: 'https://x' })
  })
})

describe('a stage task', () => {
  const location = { file: 'tasks.yaml', range: { start: { line: 2, column: 3 }, end: { line: 2, column: 9 } } }
  const tasksWith = (...expressions: readonly string[]): readonly OrderedTask[] =>
    expressions.map((expression, at) => ({
      task: { plugin: 'p', key: `t${at}`, condition: { expression, location }, secrets: ['pasword'] },
    })) as unknown as readonly OrderedTask[]
  const variables = new Map([['stage', 'prod']])

  test('with a condition that is false is not wanted', async () => {
    const tasks = tasksWith('eq(variables.stage, "prod")', 'eq(variables.stage, "dev")', 'false')
    const unwanted = await unwantedTasks(tasks, variables, '/')
    assert.deepEqual(
      Array.from(unwanted, ({ key }) => key),
      ['t1', 't2'],
    )
  })

  test('with a condition that has no value is refused at its place', async () => {
    for (const [expression, message] of [
      ['variables.stag', /^tasks\.yaml:2:3: the condition of p\/t0: there is no variable "stag"$/],
      ['variables.stage', /it is neither true nor false$/],
      ['eq(variables.stage', /condition of p\/t0/],
    ] as const)
      await assert.rejects(unwantedTasks(tasksWith(expression), variables, '/'), {
        code: 'tasks/bad-condition',
        message,
      })
  })

  test('that asks for a secret that there is not is refused', () => {
    assert.throws(() => refuseUnknownSecrets(tasksWith('true'), new Set(['password'])), {
      code: 'tasks/unknown-secret',
      hint: 'did you mean "password"?',
    })
  })
})
