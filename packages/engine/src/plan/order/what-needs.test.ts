import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { providersOf } from '../../providers/ask-providers.ts'
import { WhatNeeds } from './what-needs.ts'

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

const providers = providersOf(new Map())
const network = recordOf('network')

function namesOf(records: readonly ResourceRecord[]): readonly string[] {
  return records.map(({ name }) => name)
}

test('a reader of a record comes after the record’s own dependencies', () => {
  const records = [reading('probe', 'disk', 'machine'), reading('disk', 'machine'), reading('machine', 'network')]
  const needing = new WhatNeeds(network, [...records, network, recordOf('other')], providers)
  assert.deepEqual(namesOf(needing.inOrder), ['machine', 'disk', 'probe'])
})

test('a member of a reader needs the record, too', () => {
  const part = recordOf('part', { options: { deletedWith: 'machine' }, standsIn: ['machine-1'] })
  const needing = new WhatNeeds(network, [part, reading('machine', 'network'), network], providers)
  assert.deepEqual(namesOf(needing.inOrder), ['machine', 'part'])
})

test('a reader of a vanished thing needs the present owner of the name', () => {
  const machine = recordOf('machine', { dependsOn: ['network'], reads: ['network-0'] })
  assert.deepEqual(namesOf(new WhatNeeds(network, [machine, network], providers).inOrder), ['machine'])
  const older = recordOf('network', { id: 'network-0', replaced: true })
  assert.deepEqual(namesOf(new WhatNeeds(network, [machine, older, network], providers).inOrder), [])
})

test('direct readers among some records come without anything in between', () => {
  const records = [reading('machine', 'network'), reading('disk', 'machine'), reading('probe', 'disk')]
  const needing = new WhatNeeds(network, [network, ...records], providers)
  assert.deepEqual(needing.next('network-1', new Set(['disk-1', 'probe-1'])), ['disk-1'])
  assert.deepEqual(needing.next('disk-1', new Set(['disk-1', 'probe-1'])), ['probe-1'])
})

test('of two that read each other, each is found once, and the wait of the first one by name is kept', () => {
  const records = [reading('machine', 'disk', 'network'), reading('disk', 'machine')]
  const needing = new WhatNeeds(network, [network, ...records], providers)
  assert.deepEqual(namesOf(needing.inOrder), ['machine', 'disk'])
  assert.deepEqual(needing.next('machine-1', new Set(['disk-1'])), ['disk-1'])
  assert.deepEqual(needing.next('disk-1', new Set(['machine-1'])), ['machine-1'])
})

test('what only may stand in a record does not need it', () => {
  const part = recordOf('part', { options: { deletedWith: 'network' }, standsIn: ['other-1', 'network-1'] })
  const needing = new WhatNeeds(network, [part, network, recordOf('other')], providers)
  assert.deepEqual(namesOf(needing.inOrder), [])
})
