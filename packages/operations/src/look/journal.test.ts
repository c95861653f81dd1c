import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceState, ResourceRecord, RunRecord } from '@slipway/stores'
import { entriesOf } from './journal.ts'

const run: RunRecord = {
  id: 'run-2',
  operation: 'up',
  outcome: 'interrupted',
  startedAt: 100,
  user: 'ann',
  host: 'here',
  counts: {},
  reasons: [],
  attempts: [
    {
      name: 'web',
      pluginId: 'acme/web',
      method: 'deploy',
      attempt: 1,
      code: 'TRANSIENT',
      reasons: ['busy'],
      durationMs: 5,
      at: 110,
    },
  ],
}

const record = (name: string, updatedAt: number): ResourceRecord => ({
  id: `id-${name}`,
  name,
  type: 'acme/web',
  pluginId: 'acme/web',
  pluginVersion: '1.0.0',
  status: 'created',
  spec: {},
  dependsOn: [],
  reads: [],
  removalPolicy: 'delete',
  replaced: false,
  failureReasons: [],
  createdAt: 0,
  updatedAt,
})

const state: InstanceState = {
  instance: {
    id: 'i',
    name: 'app',
    version: 1,
    status: 'interrupted',
    exports: {},
    createdAt: 0,
    updatedAt: 0,
  },
  resources: [record('before', 99), record('made', 120), record('later', 200)],
  intents: [
    { id: 'x', runId: 'run-2', action: 'create', resource: record('web', 0), startedAt: 130 },
    { id: 'y', runId: 'run-1', action: 'create', resource: record('old', 0), startedAt: 50 },
  ],
}

test('the journal of a run lists its begun, recorded and open steps, in order of time, and nothing of others', () => {
  const said = entriesOf(run, { ...run, id: 'run-3', startedAt: 200 }, state).map(({ kind, name, what }) => [
    kind,
    name,
    what,
  ])
  assert.deepEqual(said, [
    ['begun', 'up', 'by ann@here, run run-2'],
    ['failed-call', 'web', 'deploy of acme/web failed with TRANSIENT (attempt 1, 5 ms): busy'],
    ['recorded', 'made', 'created (acme/web id-made, by acme/web 1.0.0)'],
    ['open', 'web', 'create (acme/web, id id-web) has begun; its outcome is unknown'],
  ])
})
