import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CtyNumber } from '../cty/number.ts'
import { pathText } from '../cty/path.ts'
import { CtyDynamic, CtyUnknown, type CtyValue } from '../cty/value.ts'
import type { BlockSchema } from '../schema/schema.ts'
import { attribute, block, blocks } from '../testing/schemas.ts'
import { cty } from '../testing/values.ts'
import { appliedProblems } from './applied-problems.ts'

const simple = block({
  name: attribute('required'),
  password: attribute('optional sensitive'),
  id: attribute('computed'),
})
const set = block({ ports: attribute('optional', { kind: 'set', element: 'number' }) })
const rule = block({ port: attribute('required', 'number'), id: attribute('computed') })
const any = block({ value: attribute('optional', 'dynamic') })

function problems(schema: BlockSchema, planned: CtyValue, actual: CtyValue): readonly string[] {
  return appliedProblems(schema, planned, actual).map(({ path, message }) =>
    path.length === 0 ? message : `${pathText(path)}: ${message}`,
  )
}

describe('the rules of a result', () => {
  const kept: Readonly<Record<string, readonly [BlockSchema, unknown, unknown]>> = {
    'unknown values become known': [
      simple,
      { name: 'a', password: null, id: '?' },
      { name: 'a', password: null, id: '1' },
    ],
    'unknown elements of a set become the same': [set, { ports: [1, '?', '?'] }, { ports: [1, 2] }],
    'blocks of a set are matched by what is known': [
      block({}, { rule: blocks('set', rule) }),
      {
        rule: [
          { port: 1, id: '?' },
          { port: 2, id: '?' },
        ],
      },
      {
        rule: [
          { port: 2, id: 'b' },
          { port: 1, id: 'a' },
        ],
      },
    ],
    'blocks that were unknown are any number': [block({}, { rule: blocks('list', rule) }), { rule: '?' }, { rule: [] }],
  }
  for (const [name, [schema, planned, actual]] of Object.entries(kept))
    test(`are kept when ${name}`, () => {
      assert.deepEqual(problems(schema, cty(planned), cty(actual)), [])
    })

  const broken: Readonly<Record<string, readonly [BlockSchema, unknown, unknown, readonly string[]]>> = {
    'a known value changes': [
      simple,
      { name: 'a', password: null, id: '?' },
      { name: 'b', password: null, id: '1' },
      ['name: "a" was planned, but it is "b"'],
    ],
    'a sensitive value changes, which is not shown': [
      simple,
      { name: 'a', password: 'x', id: '?' },
      { name: 'a', password: 'y', id: '1' },
      ['password: the sensitive value is not the planned one'],
    ],
    'the resource is absent': [
      simple,
      { name: 'a', password: null, id: '?' },
      null,
      ['it was planned to exist, but is absent'],
    ],
    'a set grows': [
      set,
      { ports: [1] },
      { ports: [1, 2] },
      ['ports: 2 was not planned', 'ports: 1 were planned, but there are 2'],
    ],
    'a block is missing': [
      block({}, { rule: blocks('list', rule) }),
      { rule: [{ port: 1, id: '?' }] },
      { rule: [] },
      ['rule: 1 were planned, but there are 0'],
    ],
    'a key of a map is missing': [
      block({ tags: attribute('optional', { kind: 'map', element: 'string' }) }),
      { tags: { a: 'x' } },
      { tags: { b: 'x' } },
      ['tags: the key "a" was planned, but is missing', 'tags: the key "b" was not planned'],
    ],
  }
  for (const [name, [schema, planned, actual, says]] of Object.entries(broken))
    test(`are broken when ${name}`, () => {
      assert.deepEqual(problems(schema, cty(planned), cty(actual)), says)
    })

  test('hold for what was known of an unknown value', () => {
    const ids: readonly [CtyUnknown, CtyValue, boolean][] = [
      [new CtyUnknown({ prefix: 'i-' }), 'i-1', true],
      [new CtyUnknown({ prefix: 'i-' }), 'j-1', false],
      [new CtyUnknown({ isNull: false }), null, false],
    ]
    for (const [planned, actual, fits] of ids) {
      const found = problems(block({ id: attribute('computed') }), cty({ id: planned }), cty({ id: actual }))
      assert.equal(found.length === 0, fits, JSON.stringify(actual))
    }
    const size = block({ size: attribute('computed', 'number') })
    const bound = new CtyUnknown({ lower: { number: CtyNumber.of(3), inclusive: true } })
    assert.deepEqual(problems(size, cty({ size: bound }), cty({ size: 3 })), [])
    assert.equal(problems(size, cty({ size: bound }), cty({ size: 2 })).length, 1)
  })

  test('hold for the type of a dynamic value', () => {
    const [one, other] = [new CtyDynamic('string', 'a'), new CtyDynamic('bool', true)]
    assert.deepEqual(problems(any, { value: one }, { value: one }), [])
    assert.deepEqual(problems(any, { value: null }, { value: one }), [])
    assert.deepEqual(problems(any, { value: one }, { value: other }), [
      'value: it has the type bool, but was planned with the type string',
    ])
  })
})
