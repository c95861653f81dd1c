import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure, valueMap } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import { onlyRecordNamed, recordNamed } from './record-named.ts'
import { bareRecord } from './testing.ts'

const attempt = bareRecord('attempt', 'db', { replaced: true, status: 'create-failed' })
const cutShort = bareRecord('cut-short', 'web', { status: 'creating' })
const state: InstanceState = {
  instance: { id: 'i', name: 'site', version: 1, status: 'deployed', exports: valueMap(), createdAt: 1, updatedAt: 1 },
  resources: [attempt, bareRecord('db-1', 'db'), bareRecord('alone', 'far')],
  intents: [{ id: 'call', runId: 'run', action: 'create', resource: cutShort, startedAt: 1 }],
}

describe('the record for a name or an id', () => {
  test('is the resource of that name, before other attempts', () => {
    assert.equal(recordNamed(state, 'db').id, 'db-1')
    assert.equal(recordNamed(state, 'attempt').id, 'attempt')
  })

  test('may be known by an open call alone', () => {
    assert.equal(recordNamed(state, 'web').id, 'cut-short')
    assert.equal(onlyRecordNamed(state, 'cut-short').id, 'cut-short')
  })

  test('says what its open call is doing', () => {
    assert.equal(recordNamed(state, 'web', true).status, 'creating')
    assert.equal(recordNamed(state, 'web').status, 'create-interrupted')
  })

  test('is never guessed where one of several is to be forgotten', () => {
    assert.equal(onlyRecordNamed(state, 'far').id, 'alone')
    assert.equal(onlyRecordNamed(state, 'attempt').id, 'attempt')
    assert.throws(
      () => onlyRecordNamed(state, 'db'),
      (error) =>
        error instanceof Failure &&
        error.code === 'cli/several-of-a-name' &&
        error.details.join('\n') ===
          'attempt (fake/ask, create-failed) is an older generation of the name\ndb-1 (fake/ask, created) has the name',
    )
  })

  test('has to exist', () => {
    assert.throws(() => onlyRecordNamed(state, 'dbb'), { code: 'cli/no-such-resource' })
  })
})
