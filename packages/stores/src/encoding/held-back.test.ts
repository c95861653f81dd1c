import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heldBack } from './held-back.ts'
import type { DamagedRecord, InstanceState } from '../records.ts'
import type { StoredRow } from './state-rows.ts'
import { sampleInstance, sampleIntent, sampleLink, sampleResource } from '../testing.ts'

/** A row whose secrets do not open; the parts that need no key can be read. */
const sealed = (record: { readonly id: string }): StoredRow => ({
  id: record.id,
  body: JSON.stringify(record, (key, value: unknown) =>
    ['spec', 'metadata', 'data', 'intermediaries'].includes(key) ? undefined : value,
  ),
  intact: true,
})
const resource = (name: string, changes: Parameters<typeof sampleResource>[1] = {}) =>
  sampleResource(name, { dependsOn: [], reads: [], ...changes })
const broken = (id: string): StoredRow => ({ id, body: 'null', intact: true })
const torn = (id: string): StoredRow => ({ id, body: '{', intact: true })
const damage = (kind: DamagedRecord['kind'], id: string): DamagedRecord => ({
  kind,
  id,
  reason: 'its secrets do not open',
})

function held(state: Partial<InstanceState>, rows: Partial<Parameters<typeof heldBack>[1]> = {}) {
  const whole = { instance: sampleInstance('site'), resources: [], intents: [], ...state }
  const {
    resources,
    intents,
    links = [],
    damaged = [],
  } = heldBack(whole, { resources: [], intents: [], links: [], ...rows })
  return {
    resources: resources.map(({ name }) => name),
    intents: intents.map(({ id }) => id),
    links: links.map(({ name }) => name),
    reasons: damaged
      .slice(state.damaged?.length ?? 0)
      .map(({ kind, id, name, reason }) => `${kind} ${name} (${id}): ${reason}`),
  }
}

describe('a state with unreadable records', () => {
  test('keeps everything without such records', () => {
    const state = { resources: [resource('a')], intents: [sampleIntent('a')], links: [sampleLink('a', 'b')] }
    assert.deepEqual(held(state), { resources: ['a'], intents: ['a'], links: ['a::b'], reasons: [] })
  })

  test('leaves alone everything that such a resource reads or depends on, and their dependencies', () => {
    const secret = resource('secret', { reads: ['id-a', 'id-gone'], dependsOn: ['b', 'gone'] })
    const state = {
      resources: [
        resource('a', { reads: ['id-deep'] }),
        resource('b'),
        resource('deep', { dependsOn: ['a'] }),
        resource('free', { dependsOn: ['a'] }),
      ],
      intents: [sampleIntent('a'), sampleIntent('free')],
      links: [sampleLink('a', 'free'), sampleLink('free', 'other')],
      damaged: [damage('resource', 'id-secret')],
    }
    assert.deepEqual(held(state, { resources: [sealed(secret), sealed(resource('free'))] }), {
      resources: ['free'],
      intents: ['free'],
      links: ['free::other'],
      reasons: [
        'resource a (id-a): secret needs it',
        'resource deep (id-deep): a needs it',
        'resource b (id-b): secret needs it',
      ],
    })
  })

  test('takes a name for its present resource, not for a replaced one', () => {
    const state = {
      resources: [resource('a', { id: 'old', replaced: true }), resource('a', { id: 'new' })],
      damaged: [damage('resource', 'id-secret')],
    }
    const { reasons } = held(state, { resources: [sealed(resource('secret', { dependsOn: ['a'] }))] })
    assert.deepEqual(reasons, ['resource a (new): secret needs it'])
  })

  test('leaves the resource of a call in doubt alone with its dependencies', () => {
    const inDoubt = { id: 'id-a', resource: resource('a', { reads: ['id-b'] }) }
    const state = {
      resources: [resource('a'), resource('b'), resource('c')],
      intents: [sampleIntent('c')],
      links: [sampleLink('a', 'c'), sampleLink('c', 'd')],
      damaged: [damage('intent', 'id-a')],
    }
    assert.deepEqual(held(state, { intents: [sealed(inDoubt)], resources: [sealed(resource('c'))] }), {
      resources: ['c'],
      intents: ['c'],
      links: ['c::d'],
      reasons: ['resource a (id-a): a call in doubt of it does not open', 'resource b (id-b): a needs it'],
    })
  })

  test('keeps the ends of such a link, former ones too', () => {
    const former = [{ resourceId: 'id-c', name: 'c', end: 'a' as const }]
    const link = sampleLink('a', 'b', { former })
    const state = {
      resources: ['a', 'b', 'c', 'd'].map((name) => resource(name)),
      damaged: [damage('link', link.id)],
    }
    const rows = { links: [sealed(link), sealed(sampleLink('d', 'd'))] }
    assert.deepEqual(held(state, rows).reasons, [
      'resource a (id-a): the link a::b does not open',
      'resource b (id-b): the link a::b does not open',
      'resource c (id-c): the link a::b does not open',
    ])
    assert.deepEqual(held(state, rows).resources, ['d'])
  })

  test('is not held back by a row that is not a record at all', () => {
    const state = {
      resources: [resource('a')],
      damaged: [damage('resource', 'x'), damage('intent', 'x'), damage('link', 'x'), damage('resource', 'y')],
    }
    const rows = { resources: [broken('x'), torn('y')], intents: [broken('x')], links: [torn('x')] }
    assert.deepEqual(held(state, rows), { resources: ['a'], intents: [], links: [], reasons: [] })
  })
})
