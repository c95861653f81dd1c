import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { renaming } from './renaming.ts'
import { bareRecord } from '../testing.ts'

const cluster = bareRecord('id-cluster', 'cluster', { type: 'test/cluster' })
const pod: ResourceRecord = {
  ...cluster,
  id: 'id-pod',
  name: 'pod',
  dependsOn: ['cluster'],
  reads: ['id-cluster'],
  options: { protect: true, deletedWith: 'cluster' },
}

test('a dependent or member of a renamed resource knows it by its new name', () => {
  const beside: ResourceRecord = { ...cluster, id: 'id-beside', name: 'beside' }
  const intent = { id: 'i1', runId: 'r1', action: 'update', resource: pod, startedAt: 1 } as const
  const state = { resources: [cluster, pod, beside], intents: [intent] } as unknown as InstanceState
  const inNewNames = { ...pod, dependsOn: ['swarm'], options: { protect: true, deletedWith: 'swarm' } }
  assert.deepEqual(renaming(state, 'cluster', 'swarm'), [
    { kind: 'resource', resource: { ...cluster, name: 'swarm', formerNames: ['cluster'] } },
    { kind: 'resource', resource: inNewNames },
    { kind: 'end', intentId: 'i1' },
    { kind: 'begin', intent: { ...intent, resource: inNewNames } },
  ])
})
