import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceRecord } from '@slipway/stores'
import { doomedSteps } from './doomed-steps.ts'
import { oldKey, type PlanStep } from '../shape/plan.ts'

const blocked = { code: 'engine/in-doubt', message: 'nobody knows' }

function step(name: string, more: Partial<PlanStep> = {}): PlanStep {
  const about = { key: name, name, type: 'fake/thing', action: 'update', changes: [], replaceBecause: [], after: [] }
  return { ...about, ...more } as PlanStep
}

const inVain = (steps: readonly PlanStep[]): object => Object.fromEntries(doomedSteps({ operation: 'up', steps }))

describe('a step that cannot be done', () => {
  test('is one that waits for a failing step, directly or indirectly', () => {
    const steps = [
      step('db', { blocked }),
      step('app', { after: ['db'] }),
      step('web', { after: ['app'] }),
      step('as-it-is', { action: 'none', after: ['db'] }),
      step('free'),
    ]
    assert.deepEqual(inVain(steps), { app: 'db will not be deployed', web: 'db will not be deployed' })
    assert.deepEqual(inVain(steps.slice(1)), {})
  })

  test('may be one that makes room for such a step', () => {
    const room = { action: 'replace', destroyFirst: true, after: ['db', oldKey('page')] } as const
    const steps = [step('db', { action: 'delete', blocked }), step('page', room)]
    assert.deepEqual(inVain(steps), { page: 'db will not be removed' })
  })

  test('may be the removal of a resource that could be the same under another name, unless something waits for it', () => {
    const steps = [
      step('new', { action: 'create', blocked }),
      step('left', { action: 'delete' }),
      step('other', { action: 'delete', type: 'fake/other' }),
      step('early', { action: 'delete' }),
      step('user', { after: ['early'] }),
    ]
    assert.deepEqual(inVain(steps), { left: 'new cannot be made, and may be this one under another name' })
    const started = { id: 'n', name: 'new', type: 'fake/thing', status: 'create-failed' } as ResourceRecord
    const changed = step('new', { current: started, blocked })
    assert.deepEqual(inVain([changed, ...steps.slice(1)]), {
      left: 'new cannot be deployed, and may be this one under another name',
    })
  })
})
