import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AttemptLog } from './attempt-log.ts'

const attempt = {
  type: 'attempt-failed',
  name: 'web',
  pluginId: 'acme/web',
  method: 'provider.Resource.Deploy',
  attempt: 1,
  code: 'TRANSIENT',
  reasons: ['busy'],
  durationMs: 1,
  at: 0,
} as const

test('an attempt is recorded only once', () => {
  const log = new AttemptLog()
  assert.deepEqual(log.take(), {})
  log.note(attempt)
  const { type: _, ...noted } = attempt
  assert.deepEqual(log.take(), { attempts: [noted] })
  assert.deepEqual(log.take(), {})
})
