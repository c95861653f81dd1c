import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultDeadlines } from '@slipway/engine/defaults'
import { deadlinesOf } from './deadlines.ts'
import { Settings } from './settings.ts'

const settings = (given: Readonly<Record<string, number>>): Settings => {
  const layer = Object.entries(given).map(([key, value]) => ({ path: key.split('.'), value, origin: 'a test' }))
  return new Settings({ user: [], project: layer, stronger: [] }, { env: {}, cwd: '/' })
}

test('every deadline is a setting; deploy and destroy have their own, or that of calls', () => {
  assert.deepEqual(deadlinesOf(settings({})), defaultDeadlines)
  const given = Object.fromEntries(
    Object.keys(defaultDeadlines).map((name, index) => [`deadlines.${name}Ms`, index + 1]),
  )
  const expected = Object.fromEntries(Object.keys(defaultDeadlines).map((name, index) => [name, index + 1]))
  assert.deepEqual(deadlinesOf(settings(given)), expected)
  const { deploy, destroy } = deadlinesOf(settings({ 'plugins.callMs': 1000, 'deadlines.destroyMs': 2000 }))
  assert.deepEqual([deploy, destroy], [1000, 2000])
})
