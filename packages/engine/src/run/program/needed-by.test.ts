import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { NeededBy } from './needed-by.ts'

function recordOf(name: string, more: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    id: `${name}-1`,
    name,
    type: 'yard/thing',
    pluginId: 'yard',
    pluginVersion: '1.0.0',
    status: 'created',
    spec: valueMap(),
    dependsOn: [],
    reads: [],
    removalPolicy: 'delete',
    replaced: false,
    failureReasons: [],
    createdAt: 1,
    updatedAt: 1,
    deployedAt: 1,
    ...more,
  }
}

function reading(name: string, ...others: readonly string[]): ResourceRecord {
  return recordOf(name, { dependsOn: others, reads: others.map((other) => `${other}-1`) })
}

const network = recordOf('network')

function namesOf(records: readonly ResourceRecord[]): readonly string[] {
  return records.map(({ name }) => name)
}

test('a reader of a record comes after the record’s own dependencies', () => {
  const records = [reading('probe', 'disk', 'machine'), reading('disk', 'machine'), reading('machine', 'network')]
  const needing = new NeededBy(network, [...records, network, recordOf('other')])
  assert.deepEqual(namesOf(needing.inOrder), ['machine', 'disk', 'probe'])
})

test('a member of a reader needs the record, too', () => {
  const part = recordOf('part', { options: { deletedWith: 'machine' }, standsIn: ['machine-1'] })
  const needing = new NeededBy(network, [part, reading('machine', 'network'), network])
  assert.deepEqual(namesOf(needing.inOrder), ['machine', 'part'])
})

test('a reader of a vanished thing needs the present owner of the name', () => {
  const machine = recordOf('machine', { dependsOn: ['network'], reads: ['network-0'] })
  assert.deepEqual(namesOf(new NeededBy(network, [machine, network]).inOrder), ['machine'])
  const older = recordOf('network', { id: 'network-0', replaced: true })
  assert.deepEqual(namesOf(new NeededBy(network, [machine, older, network]).inOrder), [])
})

test('direct readers among some records come without anything in between', () => {
  const records = [reading('machine', 'network'), reading('disk', 'machine'), reading('probe', 'disk')]
  const needing = new NeededBy(network, [network, ...records])
  assert.deepEqual(needing.next('network-1', new Set(['disk-1', 'probe-1'])), ['disk-1'])
  assert.deepEqual(needing.next('disk-1', new Set(['disk-1', 'probe-1'])), ['probe-1'])
})
