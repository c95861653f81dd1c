import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Intent, ResourceRecord } from '@slipway/stores'
import { protecting } from './protecting.ts'
import { bareRecord } from '../testing.ts'

const db = bareRecord('id-db', 'db', { type: 'test/db', status: 'create-interrupted' })
const protectedDb: ResourceRecord = { ...db, options: { protect: true } }

const cutShort: Intent = { id: 'i1', runId: 'r1', action: 'create', resource: protectedDb, startedAt: 1 }

test('protection is also lifted from the record that an interrupted call would leave', () => {
  const state = { resources: [db, { ...protectedDb, id: 'id-web', name: 'web' }], intents: [cutShort] }
  const changes = protecting(state, db.id, false)
  assert.deepEqual(
    changes.map(({ kind }) => kind),
    ['end', 'begin'],
  )
  const [, begun] = changes
  assert.ok(begun?.kind === 'begin')
  assert.equal(begun.intent.id, 'i1')
  assert.equal(begun.intent.resource.options?.protect, undefined)
})

test('an unchanged record is not written again', () => {
  assert.deepEqual(protecting({ resources: [protectedDb], intents: [cutShort] }, db.id, true), [])
})
