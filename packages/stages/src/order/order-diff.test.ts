import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  diffOrders,
  orderFromNotes,
  orderToNotes,
  recordedOrder,
  renderOrderChange,
  type RecordedTask,
} from './order-diff.ts'
import { orderTasks } from './order-tasks.ts'
import { pluginWithStages } from '../testing.ts'

function tasksNamed(names: readonly number[]): readonly RecordedTask[] {
  return names.map((name) => ({ plugin: `p${name}`, version: '1', task: '#1', stage: 'pre_deployment' }))
}

describe('the difference between two orders', () => {
  const before = recordedOrder(
    orderTasks([
      pluginWithStages('a', 'pre_deployment/1', 'pre_deployment/2'),
      pluginWithStages('b', 'pre_deployment/3'),
    ]).tasks,
  )

  test('is empty for the same order, also after the order was in a record', () => {
    assert.deepEqual(diffOrders(before, before), [])
    assert.deepEqual(orderFromNotes(orderToNotes(before)), before)
    assert.equal(orderFromNotes(undefined), undefined)
  })

  test('names new, missing, moved and renumbered tasks', () => {
    const now = orderTasks([
      pluginWithStages('a', 'pre_deployment/10', 'pre_deployment/2'),
      pluginWithStages('c', 'pre_deployment/5'),
    ])
    assert.deepEqual(diffOrders(before, recordedOrder(now.tasks)).map(renderOrderChange), [
      '- b/#1 is gone: pre_deployment/3',
      '+ c/#1 is new: pre_deployment/5',
      '~ a/#1 moves: pre_deployment/10, was pre_deployment/1',
    ])
  })

  test('reports one move of a plugin that changed its numbers, for any number of tasks', () => {
    const now = orderTasks([
      pluginWithStages('a', 'pre_deployment/4', 'pre_deployment/5'),
      pluginWithStages('b', 'pre_deployment/3'),
    ])
    assert.deepEqual(diffOrders(before, recordedOrder(now.tasks)).map(renderOrderChange), [
      '~ a/#1 moves: pre_deployment/4, was pre_deployment/1',
      '~ a/#2 moves: pre_deployment/5, was pre_deployment/2',
    ])
  })

  test('a new number that changes nothing keeps its place', () => {
    const now = orderTasks([
      pluginWithStages('a', 'pre_deployment/1', 'pre_deployment/2.5'),
      pluginWithStages('b', 'pre_deployment/3'),
    ])
    assert.deepEqual(diffOrders(before, recordedOrder(now.tasks)).map(renderOrderChange), [
      '~ a/#2 keeps its place: pre_deployment/2.5, was pre_deployment/2',
    ])
  })

  test('moves only the moved tasks, and leaves a longest run of the rest in place', () => {
    const order = fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(order, order, (old, now) => {
        const changes = diffOrders(tasksNamed(old), tasksNamed(now))
        const moved = new Set(changes.filter(({ kind }) => kind !== 'removed').map(({ task }) => task.plugin))
        const ranks = now.filter((name) => !moved.has(`p${name}`)).map((name) => old.indexOf(name))
        assert.deepEqual(
          ranks,
          ranks.toSorted((a, b) => a - b),
        )
        const shared = now.filter((name) => old.includes(name)).map((name) => old.indexOf(name))
        const lengths: number[] = []
        for (const [index, rank] of shared.entries())
          lengths.push(
            1 + Math.max(0, ...lengths.filter((_, earlier) => earlier < index && (shared[earlier] ?? 0) < rank)),
          )
        assert.equal(ranks.length, Math.max(0, ...lengths))
      }),
      { numRuns: 200 },
    )
  })
})
