import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanStep } from '@slipway/engine'
import { type FieldChange, valueMap } from '@slipway/model'
import { toldChanges } from './told-changes.ts'

const urn = 'urn:pulumi:dev::books::ledger:index/entry:Entry::a'
const spec = valueMap([
  ['urn', urn],
  ['inputs', valueMap()],
])

function paths(changes: readonly FieldChange[], about: Partial<PlanStep> = {}): readonly string[] {
  const step = { key: 'a', name: 'a', type: 'ledger:index/entry:Entry', replaceBecause: [], after: [] } as const
  return toldChanges({ ...step, action: 'update', changes, wish: { spec }, ...about } as PlanStep).map(
    ({ path }) => path,
  )
}

const standing: readonly FieldChange[] = [
  { path: 'spec.urn', next: urn },
  { path: 'spec.parent', next: urn },
  { path: 'spec.provider', next: `${urn}::1` },
  { path: 'spec.dependencies', next: [urn] },
  { path: 'spec.propertyDependencies.note[0]', next: urn },
  { path: 'spec.options.aliases[1]', next: urn },
]
const note: FieldChange = { path: 'spec.inputs.note', previous: 'x', next: 'y' }

test('a program’s resource shows its author’s own changes', () => {
  assert.deepEqual(paths([...standing, { path: 'spec.former', next: [urn] }, note]), ['spec.inputs.note'])
  assert.deepEqual(paths(standing, { action: 'create' }), [])
  assert.deepEqual(paths([{ path: 'spec.inputs', next: valueMap() }], { action: 'create' }), [])
})

test('the only change, or the reason for a replacement, is always shown', () => {
  assert.deepEqual(paths(standing.slice(1, 2)), ['spec.parent'])
  assert.deepEqual(paths(standing.slice(1, 2), { reason: 'last update failed' }), [])
  const because = { action: 'replace', replaceBecause: ['spec.provider'] } as const
  assert.deepEqual(paths([...standing, note], because), ['spec.provider', 'spec.inputs.note'])
})

test('former names are left out of its options', () => {
  const aliases = ['aliases', [urn]] as const
  const options = (...more: [string, boolean][]): FieldChange => ({
    path: 'spec.options',
    next: valueMap([[aliases[0], [...aliases[1]]], ...more]),
  })
  assert.deepEqual(paths([options(), note]), ['spec.inputs.note'])
  const step = {
    key: 'a',
    name: 'a',
    type: 't',
    replaceBecause: [],
    after: [],
    action: 'create',
    wish: { spec },
  } as const
  const [told] = toldChanges({ ...step, changes: [options(['protect', true])] })
  assert.deepEqual({ ...told }, { path: 'spec.options', next: valueMap([['protect', true]]) })
})

test('other resources show everything', () => {
  const urnOfOthers = [{ path: 'spec.urn', next: 'x' }]
  assert.deepEqual(paths(urnOfOthers, { wish: { spec: valueMap([['urn', 'x']]) }, action: 'create' }), ['spec.urn'])
})
