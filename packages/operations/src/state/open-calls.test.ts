import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { Intent } from '@slipway/stores'
import { recordsOf } from './open-calls.ts'
import { bareRecord } from './testing.ts'

const small = valueMap([['size', 1n]])
const large = valueMap([['size', 2n]])

const open = (action: Intent['action'], resource: Intent['resource']): Intent => ({
  id: 'call',
  runId: 'run',
  action,
  resource,
  startedAt: 1,
})

describe('the record of a thing with an open call', () => {
  test('is the call’s intended result, where the earlier one had to make room', () => {
    const begun = bareRecord('r-1', 'page', { status: 'creating', spec: large })
    const resources = [bareRecord('r-1', 'page', { status: 'absent', spec: valueMap() })]
    const intents = [open('create', begun)]
    assert.deepEqual(recordsOf({ resources, intents }, true), [begun])
    assert.deepEqual(recordsOf({ resources, intents }, false), [{ ...begun, status: 'create-interrupted' }])
  })

  test('is the earlier one during an update or a delete', () => {
    const resources = [bareRecord('r-1', 'page', { spec: small })]
    for (const [action, status] of [
      ['update', 'update-interrupted'],
      ['delete', 'destroy-interrupted'],
    ] as const) {
      const intents = [open(action, bareRecord('r-1', 'page', { spec: large }))]
      assert.deepEqual(recordsOf({ resources, intents }, false), [{ ...resources[0], status }])
    }
  })
})
