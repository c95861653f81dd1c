import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Action, PlanStep } from '../../plan/shape/plan.ts'
import { ShownParts } from './shown-parts.ts'

function step(name: string, action: Action, more: Partial<PlanStep> = {}): PlanStep {
  const about = { key: name, name, type: 'test/part', action, changes: [], replaceBecause: [], after: [] }
  const isEnd = action === 'delete' || action === 'forget'
  return { ...about, ...(!isEnd && { wish: {} }), ...more } as PlanStep
}

function recordOf(id: string): ResourceRecord {
  return {
    id,
    name: 'whole:part',
    type: 'test/part',
    pluginId: '',
    pluginVersion: '',
    status: 'created',
    spec: valueMap(),
    dependsOn: [],
    reads: [],
    removalPolicy: 'delete',
    replaced: false,
    failureReasons: [],
    createdAt: 0,
    updatedAt: 0,
  }
}

/** Whether the step `now` of a part is done if the plan has shown the step `shown`, or no step, for the part. */
function isDone(shown: PlanStep | undefined, now: PlanStep): boolean {
  const parts = new ShownParts(shown === undefined ? [] : [{ ...shown, within: 'whole' }])
  return parts.held(now).blocked === undefined
}

suite('parts of a composed resource', () => {
  const name = 'whole:part'
  const current = recordOf('1')

  test('are not changed beyond what the plan showed', () => {
    const less: Record<string, readonly Action[]> = {
      nothing: ['none'],
      none: ['none'],
      create: ['none', 'create', 'update'],
      update: ['none', 'update'],
      replace: ['none', 'create', 'update', 'replace', 'delete', 'forget'],
      delete: ['none', 'delete', 'forget'],
      forget: ['none', 'delete', 'forget'],
    }
    for (const [shown, done] of Object.entries(less)) {
      const planned = shown === 'nothing' ? undefined : step(name, shown as Action, { current })
      for (const action of ['none', 'create', 'update', 'replace', 'delete', 'forget'] as const)
        assert.equal(isDone(planned, step(name, action, { current })), done.includes(action), `${shown} -> ${action}`)
    }
  })

  test('are not destroyed earlier than shown, nor because of their name alone', () => {
    assert.ok(!isDone(step(name, 'replace'), step(name, 'replace', { destroyFirst: true })))
    assert.ok(isDone(step(name, 'replace', { destroyFirst: true }), step(name, 'replace')))
    assert.ok(!isDone(step(name, 'delete', { current }), step(name, 'delete', { current: recordOf('2') })))
  })

  test('are reported with the reason if they were not changed', () => {
    const { blocked } = new ShownParts([]).held(step(name, 'create'))
    assert.equal(blocked?.code, 'engine/plan-overtaken')
    assert.equal(blocked.message, 'whole:part would be created, which the plan did not show')
  })
})
