import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { corePluginRoot, destroy, type InlineProgram, Output, plan, type Slipway, up } from '@slipway/operations'
import { describe, test } from '../../cases.ts'
import { machine, skip } from './machine.ts'

const instance = 'books'

/** Resources of two families of plugins that need each other. */
function booksOf(owner: string): InlineProgram {
  return (stack) => {
    const id = stack.resource('id', 'random/id', { byteLength: 2 })
    const rent = stack.resource('rent', 'ledger:index/entry:Entry', {
      account: owner,
      note: Output.text`no ${id.output('result')}`,
    })
    const page = rent.output<number>('page').map((number) => `page ${number}`)
    stack.resource('note', 'local/file', { path: 'note.txt', content: page })
    stack.export('page', page)
  }
}

describe('a program that is a function, and a provider written with the SDK of Pulumi', { skip }, () => {
  test('plans, creates, replaces and destroys', async (t) => {
    const { at, book, options } = machine(t)
    const slipway: Slipway = { env: options.env, cwd: options.cwd, ownPlugins: corePluginRoot() }
    const deploy = (owner: string) => up(slipway, { instance, approve: true, program: booksOf(owner) })
    const planned = await plan(slipway, { instance, program: booksOf('house') })
    assert.deepEqual(
      planned.plan.steps.map(({ action, name }) => `${action} ${name}`),
      ['create id', 'create rent', 'create note'],
    )
    assert.deepEqual(book(), [])
    const made = await deploy('house')
    assert.equal(made.outcome, 'succeeded', JSON.stringify('run' in made ? made.run : made))
    assert.match(book().join(), /^house-1: house, no [0-9a-f]{4}$/)
    assert.equal(readFileSync(at('note.txt'), 'utf8'), 'page 1')
    assert.equal((await deploy('house')).outcome, 'unchanged')
    assert.equal((await deploy('garden')).outcome, 'succeeded')
    assert.equal(book().length, 1)
    assert.equal((await destroy(slipway, { instance, approve: true })).outcome, 'succeeded')
    assert.deepEqual(book(), [])
  })
})
