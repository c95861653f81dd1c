import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import type { PropertySchema } from '@slipway/model'

import { decode, encode, type Init } from '../../../wire/codec/message.ts'
import { ResourceSpecDefinition, type SlipwayIdentity } from '../../gen/sharedtypesv1.ts'
import { identityFromWire, identityProblem, settlesWithinFromWire } from './identity.ts'

const schema: PropertySchema = {
  type: 'object',
  attributes: {
    path: { type: 'string' },
    port: { type: 'integer' },
    database: { type: 'object', attributes: { name: { type: 'string' }, key: { type: 'string', sensitive: true } } },
    vault: { type: 'object', sensitive: true, attributes: { name: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
    labels: { type: 'map', mapValues: { type: 'string' } },
    either: { type: 'union', oneOf: [{ type: 'string' }, { type: 'integer' }] },
    token: { type: 'string', sensitive: true },
    id: { type: 'string', computed: true },
    zone: { type: 'string', computedWhenOmitted: true },
  },
}

function received(identity: Init<SlipwayIdentity> | undefined) {
  const wire = decode(ResourceSpecDefinition, encode(ResourceSpecDefinition, { slipwayIdentity: identity }))
  return identityFromWire(wire.slipwayIdentity, 'x/thing', schema)
}

describe('an identity over the wire', () => {
  test('arrives as it was sent, or not at all', () => {
    assert.equal(received(undefined), undefined)
    assert.deepEqual(received({ fields: ['path'] }), { fields: ['path'] })
    const all = { fields: ['database.name', 'port', 'zone'], scope: 'place' }
    assert.deepEqual(received(all), all)
  })

  test('is refused by name when it cannot identify anything', () => {
    const refusals: readonly [Init<SlipwayIdentity>, RegExp][] = [
      [{}, /the identity of x\/thing names no field/],
      [{ fields: ['nothing'] }, /names "nothing", which its schema does not have/],
      [{ fields: ['__proto__'] }, /names "__proto__", which its schema does not have/],
      [{ fields: [''] }, /names "", which its schema does not have/],
      [{ fields: ['path.below'] }, /names "path.below", which its schema does not have/],
      [{ fields: ['labels.a'] }, /which its schema does not have/],
      [{ fields: ['tags'] }, /is of type array: only scalars can identify a resource/],
      [{ fields: ['database'] }, /is of type object/],
      [{ fields: ['either'] }, /is of type union/],
      [{ fields: ['token'] }, /names "token", which is a secret/],
      [{ fields: ['database.key'] }, /is a secret/],
      [{ fields: ['vault.name'] }, /is a secret/],
      [{ fields: ['id'] }, /is computed/],
      [{ fields: ['path', 'path'] }, /names "path" twice/],
      [{ fields: Array.from({ length: 100_000 }, (_, index) => `f${index}`) }, /names 100000 fields, more than 16/],
      [{ fields: ['path'], scope: 's'.repeat(101) }, /a scope that is empty or longer than 100 characters/],
    ]
    for (const [identity, message] of refusals) assert.throws(() => received(identity), { message })
  })

  test('cannot control a terminal', () => {
    const problem = identityProblem(schema, { fields: [`\u001B[2J${'x'.repeat(100_000)}`] })
    assert.match(problem ?? '', /^names "\[2Jxxx[^]{1000,20000}$/)
    assert.deepEqual(received({ fields: ['path'], scope: 'a\u001Bb' }), { fields: ['path'], scope: 'ab' })
  })
})

function receivedTime(slipwaySettlesWithinMs: number | bigint | undefined) {
  const wire = decode(ResourceSpecDefinition, encode(ResourceSpecDefinition, { slipwaySettlesWithinMs }))
  return settlesWithinFromWire(wire.slipwaySettlesWithinMs)
}

test('a settling time is a number that one can wait for, else it is unknown', () => {
  for (const known of [0, 1, 5000, 0x7fffffff]) assert.equal(receivedTime(known), known)
  for (const nonsense of [undefined, -1, 0x80000000, 2n ** 62n, -(2n ** 63n)])
    assert.equal(receivedTime(nonsense), undefined)
})
