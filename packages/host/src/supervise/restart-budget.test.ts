import { test } from 'node:test'
import assert from 'node:assert/strict'
import { RestartBudget } from './restart-budget.ts'

test('deaths count only within the time window', () => {
  const budget = new RestartBudget({ times: 2, windowMs: 100 })
  assert.deepEqual([budget.spend(0), budget.spend(50), budget.spend(99)], [true, true, false])
  assert.equal(budget.spend(1000), true)
})
