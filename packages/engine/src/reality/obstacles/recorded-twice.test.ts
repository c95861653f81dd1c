import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { fakeDefinition } from '../../testing/fake-types.ts'
import { refuseRecordedTwice } from './recorded-twice.ts'

function recordOf(name: string, type: string, spec: ValueMap, more: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    id: `id of ${name}`,
    name,
    type,
    pluginId: 'test/fake',
    pluginVersion: '1.0.0',
    status: 'created',
    spec,
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

const specOf = (...fields: readonly (readonly [string, string | boolean])[]): ValueMap => valueMap(fields)

interface Case {
  readonly type?: string
  readonly mine?: ValueMap
  readonly other?: ValueMap
  readonly more?: Partial<ResourceRecord>
  readonly told?: string
  readonly isElsewhere?: boolean
}

function isRefused({ type = 'fake/ask', mine, other, more, told, isElsewhere = false }: Case): boolean {
  const definition = fakeDefinition.resourceTypes[type]
  assert.ok(definition)
  const found = recordOf('late', type, mine ?? specOf(['id', 'topic-7']))
  const others = [found, recordOf('events', type, other ?? specOf(['id', 'topic-7']), more)]
  try {
    refuseRecordedTwice(found, 'topic-7', { definition, others, toldOf: () => told, isElsewhere: () => isElsewhere })
    return false
  } catch (thrown) {
    assert.match(String(thrown), /late cannot be .* "topic-7": events is that already/)
    return true
  }
}

test('a real resource belongs to one record only', () => {
  assert.ok(isRefused({}))
  assert.ok(!isRefused({ other: specOf(['id', 'topic-8']) }))
})

test('declared identity properties also tell records apart', () => {
  const [mine, other] = [specOf(['id', 'topic-7'], ['zone', 'a']), specOf(['id', 'other words'], ['zone', 'a'])]
  assert.ok(isRefused({ type: 'fake/keyed', mine, other }))
})

test('two resources in doubt are not declared the same at once', () => {
  const more = { status: 'create-interrupted', doubtSince: 1 } as const
  assert.ok(isRefused({ other: valueMap(), more, told: 'topic-7' }))
  assert.ok(!isRefused({ other: valueMap(), more, told: 'topic-8' }))
})

test('a record is no obstacle if it may be the resource, is removed, or reads it', () => {
  assert.ok(!isRefused({ more: { replaced: true } }))
  assert.ok(!isRefused({ more: { status: 'create-interrupted', doubtSince: 1 } }))
  assert.ok(!isRefused({ more: { status: 'destroyed' } }))
  assert.ok(!isRefused({ type: 'fake/read', other: specOf(['id', 'topic-7'], ['foreign', true]) }))
  assert.ok(!isRefused({ type: 'fake/shared', other: specOf(['id', 'topic-7'], ['value', 'another kind']) }))
})

test('an id means another resource under other settings', () => {
  assert.ok(!isRefused({ isElsewhere: true }))
  assert.ok(!isRefused({ more: { options: { provider: 'us' } } }))
})

test('a provider that gives every resource the same id is not trusted', () => {
  assert.ok(!isRefused({ mine: specOf(['id', 'none']), other: specOf(['id', 'none']) }))
})
