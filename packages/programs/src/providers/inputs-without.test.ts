import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unknown, valueMap } from '@slipway/model'
import { inputsWithout, isAtOneOf } from './inputs-without.ts'

const urnOf = (name: string): string => `urn:pulumi:dev::shop::yard:index:Thing::${name}`
const network = valueMap([['urn', urnOf('network')]])

const machine = valueMap([
  ['urn', urnOf('machine')],
  ['provider', `${urnOf('cloud')}::id`],
  [
    'checked',
    valueMap([
      ['on', 'network-1'],
      ['note', 'x'],
    ]),
  ],
  ['dependencies', [urnOf('network'), urnOf('disk')]],
  [
    'propertyDependencies',
    valueMap([
      ['on', [urnOf('network')]],
      ['gone', [urnOf('network')]],
    ]),
  ],
])

test('inputs of a resource that came from others are unknown', () => {
  const inputs = inputsWithout(machine, [network])
  assert.deepEqual(Object.keys(inputs ?? {}).toSorted(), ['note', 'on'])
  assert.ok(inputs?.['on'] instanceof Unknown)
  assert.equal(inputs['note'], 'x')
})

test('a mere dependency gives no inputs', () => {
  assert.equal(inputsWithout(machine, [valueMap([['urn', urnOf('disk')]])]), undefined)
  assert.equal(inputsWithout(network, [machine]), undefined)
})

test('a resource belongs to a provider by its URN', () => {
  assert.equal(isAtOneOf(machine, [network, valueMap([['urn', urnOf('cloud')]])]), true)
  assert.equal(isAtOneOf(machine, [network]), false)
  assert.equal(isAtOneOf(network, [valueMap([['urn', '']])]), false)
})
