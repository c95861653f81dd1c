import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueMap } from '../value.ts'
import type { ResourceTypeDefinition } from './definition.ts'
import { isStableAtOnce } from './stable-at-once.ts'

const type: ResourceTypeDefinition = {
  type: 'boats/boat',
  label: 'A boat',
  schema: { type: 'object', attributes: {} },
  destroyBeforeCreate: false,
  settlement: 'ask',
  stabilisedDependencies: [],
}
const anchored = valueMap([['anchored', false]])

describe('a resource is stable at once', () => {
  test('if its type says so for all, or for those without certain properties', () => {
    assert.equal(isStableAtOnce({ ...type, unstableWith: [] }, anchored), true)
    assert.equal(isStableAtOnce({ ...type, unstableWith: ['afloat'] }, anchored), true)
    assert.equal(isStableAtOnce({ ...type, unstableWith: ['afloat'] }, valueMap([['afloat', null]])), true)
  })

  test('but not if it has one of them, with any value', () => {
    assert.equal(isStableAtOnce({ ...type, unstableWith: ['afloat', 'anchored'] }, anchored), false)
  })

  test('not if its type says nothing', () => {
    assert.equal(isStableAtOnce(type, anchored), false)
    assert.equal(isStableAtOnce(type, valueMap()), false)
  })

  test('if it is only composed of others', () => {
    assert.equal(isStableAtOnce({ ...type, isComposed: true }, anchored), true)
  })
})
