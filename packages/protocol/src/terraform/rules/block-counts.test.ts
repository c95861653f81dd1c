import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ctyMap, type CtyValue, unknown } from '../cty/value.ts'
import { pathText } from '../cty/path.ts'
import type { BlockSchema, NestedBlock } from '../schema/schema.ts'
import { blockCountProblems } from './block-counts.ts'

const empty: BlockSchema = { attributes: {}, blocks: {}, description: '' }

function blocks(nesting: NestedBlock['nesting'], block: BlockSchema, minItems = 0, maxItems = 0): NestedBlock {
  const element = { kind: 'object', attributes: {} } as const
  return { nesting, block, minItems, maxItems, type: { kind: 'list', element } }
}

const rule: BlockSchema = { ...empty, blocks: { port: blocks('set', empty, 1, 2) } }

const schema: BlockSchema = {
  ...empty,
  blocks: {
    rule: blocks('list', rule, 1),
    lid: blocks('list', empty, 0, 1),
    label: blocks('map', rule),
    side: blocks('single', rule),
  },
}

function told(config: Readonly<Record<string, CtyValue>>): readonly string[] {
  return blockCountProblems(schema, ctyMap(Object.entries(config))).map(
    ({ path, summary }) => `${pathText(path)}: ${summary}`,
  )
}

const one = [ctyMap()]

test('too few and too many blocks are reported with their places', () => {
  assert.deepEqual(told({}), ['rule: at least 1 of rule must be given, but there are 0'])
  assert.deepEqual(told({ rule: [ctyMap([['port', one]]), ctyMap()], lid: [ctyMap(), ctyMap()] }), [
    'rule[1].port: at least 1 of port must be given, but there are 0',
    'lid: at most 1 of lid may be given, but there are 2',
  ])
  assert.deepEqual(
    told({
      rule: [ctyMap([['port', [ctyMap(), ctyMap(), ctyMap()]]])],
      label: ctyMap([['a b', ctyMap()]]),
      side: ctyMap([['port', []]]),
    }),
    [
      'rule[0].port: at most 2 of port may be given, but there are 3',
      'label["a b"].port: at least 1 of port must be given, but there are 0',
      'side.port: at least 1 of port must be given, but there are 0',
    ],
  )
})

test('blocks that are not known yet are not counted', () => {
  assert.deepEqual(told({ rule: unknown, lid: unknown, side: null, label: null }), [])
})
