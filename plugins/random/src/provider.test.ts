import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { ValueMap } from '@slipway/sdk'
import { failureOf, trial } from '@slipway/sdk/testing'
import { provider } from './provider.ts'

const make = (type: string, spec: object): Promise<ValueMap> => trial(provider, type).create(spec)
function text(state: ValueMap, name = 'result'): string {
  const value = state[name]
  assert.ok(typeof value === 'string')
  return value
}
const count = (value: string, pattern: RegExp): number => [...value.matchAll(pattern)].length

async function reasons(type: string, spec: object): Promise<readonly string[]> {
  const failure = await failureOf(make(type, spec))
  assert.equal(failure.pluginErrorCode, 'BAD_INPUT')
  return failure.reasons
}

describe('random/string and random/password', () => {
  test('have the requested length, characters and minimums', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ minUpper: fc.nat(5), minLower: fc.nat(5), minNumeric: fc.nat(5), minSpecial: fc.nat(5) }),
        fc.nat(40),
        fc.constantFrom('random/string', 'random/password'),
        async (minimums, more, type) => {
          const length = Object.values(minimums).reduce((sum, minimum) => sum + minimum, 1 + more)
          const result = text(await make(type, { ...minimums, length }))
          assert.equal(result.length, length)
          assert.ok(count(result, /[A-Z]/g) >= minimums.minUpper)
          assert.ok(count(result, /[a-z]/g) >= minimums.minLower)
          assert.ok(count(result, /\d/g) >= minimums.minNumeric)
          assert.ok(count(result, /[^A-Za-z0-9]/g) >= minimums.minSpecial)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('leave out the classes that are turned off', async () => {
    assert.match(text(await make('random/string', { length: 200, special: false })), /^[A-Za-z0-9]{200}$/)
    const onlySpecial = { length: 50, upper: false, lower: false, numeric: false, overrideSpecial: 'äß' }
    assert.match(text(await make('random/string', onlySpecial)), /^[äß]{50}$/)
  })

  test('contradictions are named', async () => {
    const nothing = { length: 1, upper: false, lower: false, numeric: false, special: false }
    assert.deepEqual(await reasons('random/string', nothing), [
      'spec: upper, lower, numeric and special are all off: nothing to choose from',
    ])
    assert.deepEqual(await reasons('random/string', { length: 2, minUpper: 2, minLower: 1 }), [
      'spec: the minimums add up to 3, more than the length 2',
    ])
    assert.deepEqual(await reasons('random/string', { length: 5, special: false, minSpecial: 1 }), [
      'spec: a minimum is set for special, which is off',
    ])
    assert.deepEqual(await reasons('random/string', { length: 0 }), ['spec.length: must be at least 1'])
  })

  test('one that was refused can be destroyed', async () => {
    await trial(provider, 'random/string').destroy({ length: 2, minUpper: 3 })
  })

  test('only the password is a secret', async () => {
    const types = ['random/password', 'random/string']
    const { resourceTypes } = await provider.define({ resourceTypes: types, dataSourceTypes: [], functions: [] })
    assert.equal(resourceTypes['random/password']?.schema.attributes?.['result']?.sensitive, true)
    assert.equal(resourceTypes['random/string']?.schema.attributes?.['result']?.sensitive, undefined)
  })
})

test('random/id shows the same bytes in every notation', async () => {
  const state = await make('random/id', { byteLength: 6, prefix: 'p-' })
  const hex = text(state, 'hex')
  assert.match(hex, /^[0-9a-f]{12}$/)
  assert.equal(text(state), `p-${hex}`)
  assert.equal(Buffer.from(text(state, 'base64url'), 'base64url').toString('hex'), hex)
  assert.equal(BigInt(text(state, 'decimal')).toString(16).padStart(12, '0'), hex)
})

test('random/integer keeps to its range, also the widest', async () => {
  const safe = fc.maxSafeInteger()
  await fc.assert(
    fc.asyncProperty(safe, safe, async (a, b) => {
      const [min, max] = a < b ? [a, b] : [b, a]
      const result = (await make('random/integer', { min, max }))['result']
      assert.ok(typeof result === 'number' && Number.isSafeInteger(result) && min <= result && result <= max)
    }),
    { numRuns: 60 },
  )
  assert.equal((await make('random/integer', { min: 3, max: 3 }))['result'], 3)
  assert.deepEqual(await reasons('random/integer', { min: 2, max: 1 }), ['spec.max: must be at least min'])
})

test('random/uuid has the version and variant of the RFC', async () => {
  assert.match(
    text(await make('random/uuid', {})),
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  const before = Date.now()
  const ordered = text(await make('random/uuid', { version: 7 }))
  assert.match(ordered, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = Number.parseInt(ordered.replaceAll('-', '').slice(0, 12), 16)
  assert.ok(before <= time && time <= Date.now())
})

test('random/pet joins prefix and words', async () => {
  assert.match(text(await make('random/pet', {})), /^[a-z]+-[a-z]+$/)
  assert.match(text(await make('random/pet', { words: 4, separator: '_', prefix: 'my' })), /^my(_[a-z]+){4}$/)
  assert.match(text(await make('random/pet', { words: 1 })), /^[a-z]+$/)
})

const samples: readonly (readonly [string, object])[] = [
  ['random/id', { byteLength: 16 }],
  ['random/integer', { min: 0, max: Number.MAX_SAFE_INTEGER }],
  ['random/password', { length: 24 }],
  ['random/pet', { words: 6 }],
  ['random/string', { length: 24 }],
  ['random/uuid', {}],
]

for (const [type, spec] of samples) {
  test(`${type}: two are different, one stays as it is, one that was never made is not found`, async () => {
    const it = trial(provider, type)
    const first = await it.create(spec)
    assert.notEqual(first['result'], (await it.create(spec))['result'])
    assert.equal((await it.update(first, spec))['result'], first['result'])
    assert.deepEqual({ ...(await it.read(first)) }, { ...first })
    assert.equal(await it.read(spec), undefined)
    await it.destroy(first)
  })

  test(`${type}: every property needs a new value when it changes`, async () => {
    const { resourceTypes } = await provider.define({ resourceTypes: [type], dataSourceTypes: [], functions: [] })
    const attributes = Object.entries(resourceTypes[type]?.schema.attributes ?? {})
    assert.deepEqual(
      attributes.filter(([, { computed, mustRecreate }]) => computed !== true && mustRecreate !== true),
      [],
    )
    assert.ok(attributes.some(([name]) => name === 'keepers'))
  })
}
