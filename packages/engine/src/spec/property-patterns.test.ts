import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Value, type ValueMap, valueMap } from '@slipway/model'
import fc from 'fast-check'
import { fakeSchema } from '../testing/fake-types.ts'
import { diffSpec } from './diff.ts'
import { patternProblem, PropertyPatterns } from './property-patterns.ts'

function map(given: { readonly [key: string]: unknown }): ValueMap {
  const value = (item: unknown): Value =>
    Array.isArray(item)
      ? item.map(value)
      : typeof item === 'object' && item !== null
        ? map({ ...item })
        : (item as Value)
  return valueMap(Object.entries(given).map(([key, item]) => [key, value(item)] as const))
}

function kept(pattern: string, wanted: object, recorded: object): ValueMap {
  return new PropertyPatterns(fakeSchema, [pattern]).keep(map({ ...wanted }), map({ ...recorded }))
}

function hint(pattern: string): string | undefined {
  const problem = patternProblem(pattern, fakeSchema, 'fake/find')
  return problem && `${problem.message} (${problem.hint ?? ''})`
}

describe('patterns of properties', () => {
  test('keep recorded values only where they match', () => {
    const wanted = { value: 'new', tags: { a: '1', b: '2' }, rules: [{ name: 'x', port: 1 }] }
    const recorded = { value: 'old', tags: { a: '0', c: '3' }, rules: [{ name: 'y', port: 2 }] }
    assert.deepEqual(kept('value', wanted, recorded), map({ ...wanted, value: 'old' }))
    assert.deepEqual(kept('spec.value', wanted, recorded), map({ ...wanted, value: 'old' }))
    assert.deepEqual(kept('tags.a', wanted, recorded), map({ ...wanted, tags: { a: '0', b: '2' } }))
    assert.deepEqual(kept('tags["c"]', wanted, recorded), map({ ...wanted, tags: { a: '1', b: '2', c: '3' } }))
    assert.deepEqual(kept('tags.*', wanted, recorded), map({ ...wanted, tags: recorded.tags }))
    assert.deepEqual(kept('rules[*].port', wanted, recorded), map({ ...wanted, rules: [{ name: 'x', port: 2 }] }))
    assert.deepEqual(kept('rules[0]', wanted, recorded), map({ ...wanted, rules: recorded.rules }))
    assert.deepEqual(kept('rules[5]', wanted, recorded), map(wanted))
    assert.deepEqual(kept('tags', { value: 'a' }, { tags: { a: '1' } }), map({ value: 'a', tags: { a: '1' } }))
    assert.deepEqual(kept('tags', { tags: { a: '1' } }, {}), map({}))
  })

  test('leave values to the provider that only it knows', () => {
    const recorded = { id: 'i-1', value: 'old', network: { port: 1, address: '10.0.0.1' } }
    assert.deepEqual(kept('*', { value: 'new' }, recorded), map({ value: 'old', network: { port: 1 } }))
  })

  test('match changes of a property and of the objects around it', () => {
    const patterns = new PropertyPatterns(fakeSchema, ['tags.*', 'rules[0].port'])
    const paths = [
      'spec.tags.a',
      'spec.tags',
      'spec.rules[0].port',
      'spec.rules[1].port',
      'spec.value',
      'metadata.labels',
    ]
    assert.deepEqual(
      paths.filter((path) => patterns.has(path)),
      ['spec.tags.a', 'spec.tags', 'spec.rules[0].port'],
    )
  })

  test('are checked against the schema', () => {
    assert.equal(hint('tags.*'), undefined)
    assert.equal(hint('*'), undefined)
    assert.match(hint('valeu') ?? '', /no attribute "valeu".*did you mean "value"/)
    assert.match(hint('rules[*].prot') ?? '', /did you mean "port"/)
    for (const bad of ['', '.', 'a..b', 'a[', 'a[x]', 'a"b']) assert.match(hint(bad) ?? '', /is not a property path/)
  })

  test('ignored properties never cause a change, whatever both values are', () => {
    const spec = fc
      .record(
        {
          value: fc.string(),
          tags: fc.dictionary(fc.constantFrom('a', 'b', 'c.d'), fc.string()),
          inputs: fc.array(fc.string(), { maxLength: 3 }),
          network: fc.record({ port: fc.integer() }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      )
      .map((drawn) => map(drawn))
    const pattern = fc.constantFrom(
      'value',
      'tags',
      'tags.*',
      'tags.a',
      'tags["c.d"]',
      'inputs[*]',
      'network.port',
      '*',
    )
    fc.assert(
      fc.property(spec, spec, pattern, (wanted, recorded, ignored) => {
        const patterns = new PropertyPatterns(fakeSchema, [ignored])
        const { changes } = diffSpec(fakeSchema, recorded, patterns.keep(wanted, recorded))
        const before = diffSpec(fakeSchema, recorded, wanted).changes.map(({ path }) => path)
        // A value that contains an ignored part may still differ in its other parts.
        const left = changes.filter(
          ({ path }) => patterns.has(path) && path.split(/[.[]/).length >= ignored.split(/[.[]/).length + 1,
        )
        assert.deepEqual(left, [])
        assert.ok(changes.every(({ path }) => before.some((other) => path.startsWith(other) || other.startsWith(path))))
      }),
    )
  })
})
