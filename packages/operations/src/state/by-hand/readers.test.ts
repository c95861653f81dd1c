import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { readersOf, refuseConfiguring } from './readers.ts'
import { bareRecord } from '../testing.ts'

function stateOf(...resources: readonly ResourceRecord[]): InstanceState {
  const about = { id: 'i', name: 'site', version: 1, status: 'deployed', createdAt: 1, updatedAt: 1 } as const
  return { instance: { ...about, exports: valueMap() }, resources, intents: [] }
}

describe('a record to be forgotten', () => {
  const type = 'pulumi:providers:aws'
  const urn = 'urn:pulumi:dev::shop::pulumi:providers:aws::west'
  const west = bareRecord('p-1', 'west', { type, spec: valueMap([['urn', urn]]) })
  const named = bareRecord('r-1', 'site', { reads: ['p-1'], options: { provider: 'resources.west' } })
  const byUrn = bareRecord('r-2', 'page', { reads: ['p-1'], spec: valueMap([['provider', `${urn}::p-1`]]) })
  const reader = bareRecord('r-3', 'note', { reads: ['p-1'] })

  test('cannot be a provider that configures others, in a blueprint or a program', () => {
    for (const [user, words] of [
      [named, /west \(pulumi:providers:aws\) configures site$/],
      [byUrn, /configures page$/],
    ] as const)
      assert.throws(() => refuseConfiguring(stateOf(west, user, reader), [west]), {
        code: 'state/configures-others',
        message: words,
      })
    refuseConfiguring(stateOf(west, reader), [west])
    refuseConfiguring(stateOf(west, named), [named])
    refuseConfiguring(stateOf(west, named), [west, named])
  })

  test('is shown with its readers, except for those forgotten with it', () => {
    assert.deepEqual(readersOf(stateOf(west, reader, named), [west, named]), ['note'])
    assert.deepEqual(readersOf(stateOf(west, reader), [reader]), [])
  })
})
