import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PropertySchema, Value } from '@slipway/model'
import { diffSpec } from './diff.ts'

const schema: PropertySchema = {
  type: 'object',
  attributes: {
    names: { type: 'array', items: { type: 'string' } },
    columns: {
      type: 'array',
      sortArrayByField: 'name',
      items: { type: 'object', loses: 'its data', attributes: { name: { type: 'string' } } },
    },
  },
}

const changes = (names: readonly Value[], next: readonly Value[]) =>
  diffSpec(schema, { names }, { names: next }).changes

test('a list that only loses or only gains items shows exactly these changes', () => {
  assert.deepEqual(changes(['a', 'b', 'c'], ['a', 'c']), [{ path: 'spec.names[1]', previous: 'b' }])
  assert.deepEqual(changes(['a', 'b', 'c', 'b'], ['b']), [
    { path: 'spec.names[0]', previous: 'a' },
    { path: 'spec.names[2]', previous: 'c' },
    { path: 'spec.names[3]', previous: 'b' },
  ])
  assert.deepEqual(changes(['b'], ['a', 'b']), [{ path: 'spec.names[0]', next: 'a' }])
  assert.deepEqual(changes(['a', 'b'], []), [
    { path: 'spec.names[0]', previous: 'a' },
    { path: 'spec.names[1]', previous: 'b' },
  ])
})

test('a list with other changes is compared item by item', () => {
  assert.deepEqual(changes(['a', 'b', 'c'], ['x', 'c']), [
    { path: 'spec.names[0]', previous: 'a', next: 'x' },
    { path: 'spec.names[1]', previous: 'b', next: 'c' },
    { path: 'spec.names[2]', previous: 'c' },
  ])
})

test('a removed list item is shown with its fields, and an added one is not', () => {
  const [size, note] = [{ name: 'size' }, { name: 'note' }]
  assert.deepEqual(diffSpec(schema, { columns: [size, note] }, { columns: [note] }).changes, [
    { path: 'spec.columns[1]', previous: size, loses: 'its data' },
  ])
  assert.deepEqual(diffSpec(schema, { columns: [note] }, { columns: [note, size] }).changes, [
    { path: 'spec.columns[1]', next: size },
  ])
})
