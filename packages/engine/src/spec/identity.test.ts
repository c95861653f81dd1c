import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secret, type Value, valueMap } from '@slipway/model'
import { fakeTypeDefinition } from '../testing/fake-types.ts'
import { identities } from './identity.ts'

function told(value: Value, tags: readonly (readonly [string, Value])[] = []): readonly string[] {
  const spec = valueMap([
    ['id', 'main'],
    ['value', value],
    ['tags', valueMap(tags)],
  ])
  return identities(fakeTypeDefinition('fake/shared'), { spec })
}

test('identity properties are compared by content', () => {
  const both = ['a', 'b'].map((key) => [key, 1n] as const)
  assert.deepEqual(told('x', both), told(secret('x'), both.toReversed()))
  assert.notDeepEqual(told('x', both), told('x'))
  assert.notDeepEqual(told('x'), told('y'))
})
