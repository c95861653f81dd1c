import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { providersOf } from '../../providers/definitions/ask-providers.ts'
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

test('a reader of a record comes after that record’s dependencies', () => {
  const records = [reading('probe', 'disk', 'machine'), reading('disk', 'machine'), reading('machine', 'network')]
  const needing = new WhatNeeds(network, [...records, network, recordOf('other')], providers)
  assert.deepEqual(namesOf(needing.inOrder), ['machine', 'disk', 'probe'])
})

test('a member of a reader needs the record, too', () => {
  const part = recordOf('part', { options: { deletedWith: 'machine' }, standsIn: ['machine-1'] })
  const needing = new WhatNeeds(network, [part, reading('machine', 'network'), network], providers)
  assert.deepEqual(namesOf(needing.inOrder), ['machine', 'part'])
})

test('a reader of a vanished resource needs the present owner of its name', () => {
  const machine = recordOf('machine', { dependsOn: ['network'], reads: ['network-0'] })
  assert.deepEqual(namesOf(new WhatNeeds(network, [machine, network], providers).inOrder), ['machine'])
  const older = recordOf('network', { id: 'network-0', replaced: true })
  assert.deepEqual(namesOf(new WhatNeeds(network, [machine, older, network], providers).inOrder), [])
})

test('direct readers are found without the resources in between', () => {
  const records = [reading('machine', 'network'), reading('disk', 'machine'), reading('probe', 'disk')]
  const needing = new WhatNeeds(network, [network, ...records], providers)
  assert.deepEqual(needing.next('network-1', new Set(['disk-1', 'probe-1'])), ['disk-1'])
  assert.deepEqual(needing.next('disk-1', new Set(['disk-1', 'probe-1'])), ['probe-1'])
})

test('two resources that read each other are found once each, and the first by name keeps its wait', () => {
  const records = [reading('machine', 'disk', 'network'), reading('disk', 'machine')]
  const needing = new WhatNeeds(network, [network, ...records], providers)
  assert.deepEqual(namesOf(needing.inOrder), ['machine', 'disk'])
  assert.deepEqual(needing.next('machine-1', new Set(['disk-1'])), ['disk-1'])
  assert.deepEqual(needing.next('disk-1', new Set(['machine-1'])), ['machine-1'])
})

test('a resource that only may be in a container does not need it', () => {
  const part = recordOf('part', { options: { deletedWith: 'network' }, standsIn: ['other-1', 'network-1'] })
  const needing = new WhatNeeds(network, [part, network, recordOf('other')], providers)
  assert.deepEqual(namesOf(needing.inOrder), [])
})
