import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BlockSchema } from '../schema/schema.ts'
import { attribute, block, blocks, nested } from '../testing/schemas.ts'
import { cty } from '../testing/values.ts'
import { proposedNewState } from './proposed-new-state.ts'

const simple = block({
  name: attribute('required'),
  size: attribute('optional', 'number'),
  region: attribute('optional computed'),
  id: attribute('computed'),
})

const rule = block({ port: attribute('required', 'number'), id: attribute('computed') })
const rules = {
  port: attribute('required', 'number'),
  note: attribute('optional computed'),
  id: attribute('computed'),
}

/** Columns: schema, prior, config, proposed; `?` is unknown. */
const cases: Readonly<Record<string, readonly [BlockSchema, unknown, unknown, unknown]>> = {
  'nothing is proposed for nothing': [simple, null, null, null],
  'a new resource has what is configured, and null for what is computed': [
    simple,
    null,
    { name: 'a', size: 3, region: null, id: null },
    { name: 'a', size: 3, region: null, id: null },
  ],
  'computed values stay, and the configuration wins where it has a value': [
    simple,
    { name: 'a', size: 3, region: 'eu', id: '1' },
    { name: 'b', size: null, region: 'us', id: null },
    { name: 'b', size: null, region: 'us', id: '1' },
  ],
  'an optional computed value stays when it is left out': [
    simple,
    { name: 'a', size: 3, region: 'eu', id: '1' },
    { name: 'a', size: 3, region: null, id: null },
    { name: 'a', size: 3, region: 'eu', id: '1' },
  ],
  'an unknown value is proposed as it is': [
    simple,
    { name: 'a', size: 3, region: 'eu', id: '1' },
    { name: '?', size: 3, region: '?', id: null },
    { name: '?', size: 3, region: '?', id: '1' },
  ],
  'a write-only value is proposed to its provider': [
    block({ secret: attribute('optional write-only') }),
    { secret: null },
    { secret: 'x' },
    { secret: 'x' },
  ],
  'a single block that is left out goes': [
    block({}, { rule: blocks('single', rule) }),
    { rule: { port: 1, id: 'a' } },
    { rule: null },
    { rule: null },
  ],
  'a single block keeps what is computed': [
    block({}, { rule: blocks('single', rule) }),
    { rule: { port: 1, id: 'a' } },
    { rule: { port: 2, id: null } },
    { rule: { port: 2, id: 'a' } },
  ],
  'a single block is new': [
    block({}, { rule: blocks('single', rule) }),
    { rule: null },
    { rule: { port: 2, id: null } },
    { rule: { port: 2, id: null } },
  ],
  'a group keeps what is computed': [
    block({}, { rule: blocks('group', block({ id: attribute('computed'), port: attribute('optional', 'number') })) }),
    { rule: { port: null, id: 'a' } },
    { rule: { port: null, id: null } },
    { rule: { port: null, id: 'a' } },
  ],
  'blocks of a list are matched by index': [
    block({}, { rule: blocks('list', rule) }),
    { rule: [{ port: 1, id: 'a' }] },
    {
      rule: [
        { port: 9, id: null },
        { port: 2, id: null },
      ],
    },
    {
      rule: [
        { port: 9, id: 'a' },
        { port: 2, id: null },
      ],
    },
  ],
  'blocks of a map are matched by key': [
    block({}, { rule: blocks('map', rule) }),
    { rule: { x: { port: 1, id: 'a' }, y: { port: 2, id: 'b' } } },
    { rule: { y: { port: 3, id: null }, z: { port: 4, id: null } } },
    { rule: { y: { port: 3, id: 'b' }, z: { port: 4, id: null } } },
  ],
  'blocks of a set are matched by what is configured': [
    block({}, { rule: blocks('set', rule) }),
    {
      rule: [
        { id: 'a', port: 1 },
        { id: 'b', port: 2 },
      ],
    },
    {
      rule: [
        { id: null, port: 2 },
        { id: null, port: 3 },
      ],
    },
    {
      rule: [
        { id: 'b', port: 2 },
        { id: null, port: 3 },
      ],
    },
  ],
  'blocks that are not known yet stay unknown': [
    block({}, { rule: blocks('list', rule) }),
    { rule: [{ port: 1, id: 'a' }] },
    { rule: '?' },
    { rule: '?' },
  ],
  'a nested attribute keeps what is computed': [
    block({ rule: nested('optional', 'single', rules) }),
    { rule: { port: 1, note: 'n', id: 'a' } },
    { rule: { port: 2, note: null, id: null } },
    { rule: { port: 2, note: 'n', id: 'a' } },
  ],
  'a nested attribute that is left out goes': [
    block({ rule: nested('optional', 'single', rules) }),
    { rule: { port: 1, note: 'n', id: 'a' } },
    { rule: null },
    { rule: null },
  ],
  'a computed nested attribute that was configured before goes when it is left out': [
    block({ rule: nested('optional computed', 'single', rules) }),
    { rule: { port: 1, note: 'n', id: 'a' } },
    { rule: null },
    { rule: null },
  ],
  'a computed nested attribute that its provider made stays': [
    block({ rule: nested('optional computed', 'single', { id: attribute('computed') }) }),
    { rule: { id: 'a' } },
    { rule: null },
    { rule: { id: 'a' } },
  ],
  'nested attributes of a list, a map and a set are matched': [
    block({
      list: nested('optional', 'list', rules),
      map: nested('optional', 'map', rules),
      set: nested('optional', 'set', rules),
    }),
    {
      list: [{ port: 1, note: 'l', id: 'a' }],
      map: { k: { port: 1, note: 'm', id: 'b' } },
      set: [{ port: 1, note: 's', id: 'c' }],
    },
    {
      list: [{ port: 2, note: null, id: null }],
      map: { k: { port: 2, note: 'own', id: null } },
      set: [{ port: 1, note: null, id: null }],
    },
    {
      list: [{ port: 2, note: 'l', id: 'a' }],
      map: { k: { port: 2, note: 'own', id: 'b' } },
      set: [{ port: 1, note: 's', id: 'c' }],
    },
  ],
  'an element of a set with another configured value is new': [
    block({ set: nested('optional', 'set', rules) }),
    { set: [{ port: 1, note: 's', id: 'c' }] },
    { set: [{ port: 2, note: null, id: null }] },
    { set: [{ port: 2, note: null, id: null }] },
  ],
}

describe('the proposed new state', () => {
  for (const [name, [schema, prior, config, proposed]] of Object.entries(cases))
    test(name, () => {
      assert.deepEqual(proposedNewState(schema, cty(prior), cty(config)), cty(proposed))
    })

  test('a second proposal from the same configuration changes nothing', () => {
    for (const [schema, prior, config] of Object.values(cases)) {
      const first = proposedNewState(schema, cty(prior), cty(config))
      assert.deepEqual(proposedNewState(schema, first, cty(config)), first)
    }
  })
})
