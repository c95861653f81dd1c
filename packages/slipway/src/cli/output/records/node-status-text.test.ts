import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusTable } from './node-status-text.ts'

const web = { node: 'north', pod: 'web', kind: 'pod', state: 'running', pid: 7, attempts: 1 } as const

test('a running but unhealthy pod is not shown as fine', () => {
  const lines = statusTable([web, { ...web, pod: 'shop', healthy: true }, { ...web, pod: 'mail', healthy: false }])
  const reasons = lines.split('\n').map((line) => line.includes('not healthy'))
  assert.deepEqual(reasons, [false, false, false, true, false])
})
