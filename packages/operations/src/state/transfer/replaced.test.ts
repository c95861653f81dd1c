import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import { lossBy } from './replaced.ts'
import { bareRecord } from '../testing.ts'

const doubted = bareRecord('r-3', 'queue', { status: 'create-interrupted', spec: valueMap() })
const cut = bareRecord('r-4', 'page', { status: 'creating', spec: valueMap() })
const recorded: InstanceState = {
  instance: { id: 'i', name: 'site', version: 1, status: 'deployed', exports: valueMap(), createdAt: 1, updatedAt: 1 },
  resources: [bareRecord('r-1', 'site'), bareRecord('r-2', 'db'), doubted],
  intents: [{ id: 'call', runId: 'run', action: 'create', resource: cut, startedAt: 1 }],
}

describe('a thing that an import would make Slipway forget', () => {
  test('is named, with open doubts and possible results of open calls', () => {
    const changes = [{ kind: 'resource', resource: bareRecord('r-1', 'site') }] as const
    assert.deepEqual(lossBy(recorded, changes, 'record'), {
      lost: ['db', 'queue', 'page'],
      inDoubt: ['queue', 'page'],
    })
  })

  test('is identified by its own properties where the document has no record ids', () => {
    const anew = [
      { kind: 'resource', resource: bareRecord('new-1', 'site') },
      { kind: 'resource', resource: bareRecord('new-2', 'db', { spec: valueMap([['id', 'another']]) }) },
      { kind: 'resource', resource: { ...doubted, id: 'new-3' } },
      { kind: 'resource', resource: { ...cut, id: 'new-4' } },
    ] as const
    assert.deepEqual(lossBy(recorded, anew, 'thing'), { lost: ['db'], inDoubt: [] })
    assert.deepEqual(lossBy(recorded, anew, 'record').lost, ['site', 'db', 'queue', 'page'])
  })

  test('cannot be named where the instance cannot be read', () => {
    assert.deepEqual(lossBy(undefined, [], 'record'), { lost: [], inDoubt: [] })
  })
})
