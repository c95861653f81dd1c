// test:rest: more cases of what ledger.test.ts shows
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

const page = (name: string): string =>
  `new pulumi.CustomResource('bare:index:Page', '${name}', { text: 'same', letters: undefined })`

function passwords(t: Parameters<typeof bareMachine>[0]) {
  const box = bareMachine(t, 'passwords', { variables: { SLIPWAY_TRUST: '1' } })
  return {
    ...box,
    want: (...names: readonly string[]): void =>
      writeFileSync(
        box.at('pages.blueprint.yaml'),
        `version: 2025-11-02\nresources:${names.length === 0 ? ' {}' : ''}\n${names.map((name) => `  ${name}: { type: "bare:index:Page", spec: { text: same } }\n`).join('')}`,
      ),
    deleted: (): number => box.calls().filter(({ method }) => method === 'Delete').length,
  }
}

suite('resources of a Pulumi plugin that gives all of them one id', { skip }, () => {
  test('are told apart by a constant value, and destroyed one by one', (t) => {
    const { run, want, deleted } = passwords(t)
    want('p1', 'p2')
    assert.equal(run('up', '--yes').code, 0)
    want('p1')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 0, err)
    assert.equal(deleted(), 1)
    assert.doesNotMatch(err, /same thing/)
    assert.match(run('up', '--yes').err, /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.equal(deleted(), 2)
  })

  test('are told apart in a program, too', (t) => {
    const { run, program, deleted } = passwords(t)
    program([page('p1'), page('p2')].join('\n'))
    const made = run('up', '--yes')
    assert.equal(made.code, 0, made.err)
    program(page('p1'))
    const { code, err } = run('up', '--yes')
    assert.equal(code, 0, err)
    assert.equal(deleted(), 1)
    assert.doesNotMatch(err, /same thing/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.equal(deleted(), 2)
  })

  test('can all be destroyed at once', (t) => {
    const { run, want, deleted } = passwords(t)
    want('p1', 'p2', 'p3')
    assert.equal(run('up', '--yes').code, 0)
    const { code, err } = run('destroy', '--yes')
    assert.equal(code, 0, err)
    assert.equal(deleted(), 3)
  })
})
