import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftRetained, type Plan, type PlanStep } from '@slipway/engine'
import type { ResourceRecord } from '@slipway/stores'
import { bareRecord } from '../state/testing.ts'
import { keepingRetained } from './taken-back.ts'

function step(current: ResourceRecord, action: 'delete' | 'forget', reason: string): PlanStep {
  const { name, type } = current
  return { key: name, name, type, action, reason, current, changes: [], replaceBecause: [], after: [] }
}

test('a way back keeps what is retained, and what that reads, directly or not', () => {
  const steps = [
    step(bareRecord('1', 'net'), 'delete', 'not in the blueprint'),
    step(bareRecord('2', 'disk', { reads: ['1'] }), 'delete', 'not in the blueprint'),
    step(bareRecord('3', 'data', { reads: ['2'] }), 'forget', leftRetained),
    step(bareRecord('4', 'page', { reads: ['1', '3'] }), 'delete', 'not in the blueprint'),
    step(bareRecord('5', 'gone'), 'forget', 'was never made'),
  ]
  const plan: Plan = {
    format: 2,
    operation: 'up',
    instance: 'site',
    stateVersion: 1,
    blueprintHash: '',
    regrouped: [],
    steps,
    exports: {},
    exportsChanged: false,
  }
  assert.deepEqual(
    keepingRetained(plan).steps.map(({ name, action, reason }) => `${name} ${action}: ${reason}`),
    [
      'net none: disk still reads it',
      'disk none: data still reads it',
      'data none: it was made by the run, and is retained',
      'page delete: not in the blueprint',
      'gone forget: was never made',
    ],
  )
})
