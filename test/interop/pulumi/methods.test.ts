import assert from 'node:assert/strict'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone } from './bare-machine.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

const classes = `
class Custom extends pulumi.CustomResource {
  constructor(name, inputs, options) { super('caller:index:Custom', name, inputs, options) }
  said() { return pulumi.runtime.call('caller:index:Custom/value', { __self__: this }, this).result }
}
class Provider extends pulumi.ProviderResource {
  constructor(name, inputs) { super('caller', name, inputs) }
  said() { return pulumi.runtime.call('pulumi:providers:caller/value', { __self__: this }, this).result }
}
`

suite('a method of a resource', { skip }, () => {
  test('is called at the resource’s provider, and a provider’s method at the provider itself', (t) => {
    const { program, up, exported } = project(t, {
      install: alone('caller.cjs', 'caller'),
      plugin: 'resource-caller-v1.0.0',
    })
    program(`${classes}
exports.ofDefault = new Custom('first', { value: 'one' }).said()
const mine = new Provider('mine', { value: 'two' })
exports.ofMine = new Custom('second', { value: 'three' }, { provider: mine }).said()
exports.ofProvider = mine.said()
`)
    up()
    assert.deepEqual(exported(), { ofDefault: 'one of nobody', ofMine: 'three of two', ofProvider: 'two itself' })
    assert.match(up(), /Nothing to do/)
  })
})
