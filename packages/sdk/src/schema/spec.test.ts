import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod'
import { secret as secretValue, valueMap, type ValueMap } from '@slipway/model'
import { CallError } from '../errors.ts'
import { computed, computedWhenOmitted } from './markers.ts'
import { specOf, type Inputs, type Outputs, type Recorded } from './spec.ts'

const schema = z.object({
  name: computedWhenOmitted(z.string()),
  size: z.int().min(1).default(8),
  tags: z.array(z.string()).optional(),
  labels: z.record(z.string(), z.string()),
  id: computed(z.string()),
  note: computed(z.string().optional()),
})
const spec = specOf('test/thing', schema)
const map = (entries: object): ValueMap => valueMap(Object.entries(entries))

function reasonsOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (thrown) {
    assert.ok(thrown instanceof CallError, String(thrown))
    assert.equal(thrown.pluginErrorCode, 'BAD_INPUT')
    return thrown.reasons
  }
  throw new Error('nothing was thrown')
}

test('types tell given from computed fields', () => {
  const given: Inputs<typeof schema> = { size: 1, labels: {} }
  const computedOnes: Outputs<typeof schema> = { id: 'x' }
  const recorded: Recorded<typeof schema> = { ...given, ...computedOnes, name: 'y', note: undefined }
  // @ts-expect-error a computed property is not given
  const wrong: Inputs<typeof schema> = { size: 1, labels: {}, id: 'x' }
  // @ts-expect-error the id is missing
  const incomplete: Outputs<typeof schema> = { name: 'y' }
  assert.deepEqual([recorded.id, wrong.size, incomplete.name], ['x', 1, 'y'])
})

describe('an incoming spec', () => {
  test('gets its defaults, and loses its computed values', () => {
    assert.deepEqual(spec.parse(map({ labels: map({ a: 'b' }), id: 'x' })), { size: 8, labels: { a: 'b' } })
  })

  test('is given without secret marks', () => {
    assert.deepEqual(spec.parse(map({ labels: map({ a: secretValue('b') }) })).labels, { a: 'b' })
  })

  test('null means left out, and a missing required map is an empty one', () => {
    assert.deepEqual(spec.parse(map({ size: null, tags: null })), { size: 8, labels: {} })
  })

  test('is refused with a reason and a place per mistake', () => {
    const wrong = map({ size: 'big', tags: [1], labels: map({ 'a b': true }), colour: 'red' })
    assert.deepEqual(reasonsOf(() => spec.parse(wrong)).toSorted(), [
      'spec.colour: there is no such property',
      'spec.labels["a b"]: expected string, got boolean',
      'spec.size: expected number, got string',
      'spec.tags[0]: expected string, got integer',
    ])
    assert.deepEqual(
      reasonsOf(() => spec.parse(map({ size: 0 }))),
      ['spec.size: must be at least 1'],
    )
  })

  test('reasons never contain the given value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), (given) => {
        fc.pre(!'spec.size: expected number, got string'.includes(given))
        const reasons = reasonsOf(() => spec.parse(map({ size: given })))
        assert.ok(!reasons.some((reason) => reason.includes(given)))
      }),
      { numRuns: 50 },
    )
  })

  test('refinements of the object are kept', () => {
    const refined = specOf(
      'test/range',
      z
        .object({ min: z.int(), max: z.int(), id: computed(z.string()) })
        .refine(({ min, max }) => min <= max, 'min is above max'),
    )
    assert.deepEqual(
      reasonsOf(() => refined.parse(map({ min: 2, max: 1 }))),
      ['spec: min is above max'],
    )
    assert.deepEqual(refined.check(map({ min: 2, max: 1 })).issues.length, 1)
  })

  test('integers beyond the safe ones reach a bigint', () => {
    const big = specOf('test/big', z.object({ n: z.bigint() }))
    assert.deepEqual(big.parse(map({ n: 3 })), { n: 3n })
    assert.deepEqual(big.parse(map({ n: 2n ** 60n })), { n: 2n ** 60n })
  })
})

describe('an incomplete spec', () => {
  test('missing fields are no mistake, wrong ones are', () => {
    const strict = specOf('test/strict', z.object({ a: z.string(), b: z.object({ c: z.int(), d: z.int() }) }))
    assert.deepEqual(strict.check(map({ b: map({ c: 'x' }) })).issues, [
      { path: ['b', 'c'], reason: 'spec.b.c: expected number, got string' },
    ])
    assert.deepEqual(strict.check(map({})).issues, [])
  })
})

describe('a recorded spec', () => {
  test('may lack uncomputed fields, and hold dropped ones', () => {
    assert.deepEqual(spec.parseRecorded(map({ labels: map({}), old: 1 })), { size: 8, labels: {} })
    assert.deepEqual(spec.parseRecorded(map({ labels: map({}), id: 'x' })).id, 'x')
  })

  test('is never refused', () => {
    assert.deepEqual({ ...spec.parseRecorded(map({ labels: map({}), size: 0 })) }, { labels: map({}), size: 0 })
  })
})

describe('a plugin’s answer', () => {
  test('computed values go by path', () => {
    assert.deepEqual(spec.computed({ id: 'x', name: 'y', size: 3 }, true), { 'spec.name': 'y', 'spec.id': 'x' })
  })

  test('a missing computed value is this is a bug in the plugin', () => {
    assert.throws(() => spec.computed({ name: 'y' }, true), /did not compute id/)
    assert.deepEqual(spec.computed({}, false), {})
  })

  test('a value that no blueprint can hold is named', () => {
    assert.throws(() => spec.computed({ id: new Date(0) }, true), /the result of deploy\.id is a Date/)
    assert.throws(() => spec.computed({ id: Number.NaN }, true), /\.id is NaN/)
  })

  test('the actual state lies over the recorded one', () => {
    const recorded = map({ labels: map({}), tags: ['a'], id: 'x' })
    assert.deepEqual({ ...spec.actual({ tags: ['b'] }, recorded) }, { labels: map({}), tags: ['b'], id: 'x' })
  })

  test('a default that was not written down is no drift, another value is', () => {
    assert.deepEqual({ ...spec.actual({ size: 8, tags: null }, map({})) }, {})
    assert.deepEqual({ ...spec.actual({ size: 9 }, map({})) }, { size: 9 })
    assert.deepEqual(
      { ...spec.actual({ size: 8, tags: null }, map({ size: 9, tags: ['a'] })) },
      { size: 8, tags: null },
    )
  })
})
