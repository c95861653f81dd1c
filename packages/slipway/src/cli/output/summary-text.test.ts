import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan, RunResult } from '@slipway/engine'
import { summaryText } from './summary-text.ts'

test('what is said of a run about some targets is not said of the whole', () => {
  const plan = { operation: 'destroy', instance: 'site', steps: [] as Plan['steps'] } as Plan
  const result = { outcome: 'succeeded', counts: { delete: 2 } } as unknown as RunResult
  const said = (targets: readonly string[]): string =>
    summaryText({ plan, result, durationMs: 5, targets }, { color: false })
  assert.equal(said([]), 'site is destroyed: 2 destroyed (5 ms)\n')
  assert.equal(said(['web']), 'web of site is destroyed: 2 destroyed (5 ms)\n')
  assert.equal(said(['web', 'db']), 'web, db of site are destroyed: 2 destroyed (5 ms)\n')
})
