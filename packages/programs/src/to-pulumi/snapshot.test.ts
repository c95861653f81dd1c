import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Value, valueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import fc from 'fast-check'
import { componentType } from '../urns/urn.ts'
import { programDeployment } from './program-deployment.ts'
import { toDeployment } from './to-deployment.ts'
import { faultsOf } from './verify-snapshot.ts'

const bucket = 'acme:index:Bucket'
const providerType = 'pulumi:providers:acme'
const urnOf = (name: string, type = bucket): string => `urn:pulumi:dev::shop::${type}::${name}`
const reference = (name: string, id = `${name}-id`): string => `${urnOf(name, providerType)}::${id}`

interface Words {
  readonly type?: string
  readonly id?: string
  readonly recordId?: string
  readonly at?: number
  readonly replaced?: boolean
  readonly status?: string
  readonly doubtSince?: number
  readonly reads?: readonly string[]
  readonly parent?: string
  readonly provider?: string
  readonly needs?: readonly string[]
  readonly aliases?: readonly string[]
  readonly deletedWith?: string
}

let clock = 0

function recordOf(name: string, words: Words = {}): ResourceRecord {
  const { type = bucket, id = `${name}-id`, recordId = name, at = ++clock, replaced = false } = words
  const { status = 'created', doubtSince, reads = [], needs = [], parent, provider, aliases = [] } = words
  const isWhole = type === componentType
  const own = isWhole ? 'acme:index:Site' : type
  const options = Object.entries({ aliases, deletedWith: words.deletedWith ?? '' }).filter(
    ([, { length }]) => length > 0,
  )
  const spec: readonly (readonly [string, Value])[] = [
    ['urn', urnOf(name, own)],
    ['inputs', valueMap()],
    ['outputs', valueMap()],
    ['dependencies', needs],
    ['propertyDependencies', valueMap([['size', needs]])],
    ...(options.length > 0 ? [['options', valueMap(options)] as const] : []),
    ...(isWhole || doubtSince !== undefined ? [] : [['id', id] as const]),
    ...(parent === undefined ? [] : [['parent', parent] as const]),
    ...(provider === undefined ? [] : [['provider', provider] as const]),
  ]
  const { [status]: deployedAt = at } = { absent: undefined } as Readonly<Record<string, undefined>>
  return {
    id: recordId,
    name,
    type,
    pluginId: 'pulumi/acme',
    pluginVersion: '',
    status: status as ResourceRecord['status'],
    spec: valueMap(spec),
    dependsOn: [],
    reads,
    removalPolicy: 'delete',
    replaced,
    failureReasons: [],
    createdAt: at,
    updatedAt: at,
    ...(doubtSince === undefined ? { deployedAt } : { doubtSince }),
  }
}

function stateOf(...resources: readonly ResourceRecord[]): InstanceState {
  const about = { id: 'i', name: 'shop/dev', version: 1, status: 'deployed', createdAt: 0, updatedAt: 0 } as const
  return { instance: { ...about, exports: valueMap() }, resources, intents: [] }
}

/** Names in written order, after a check that Pulumi accepts the snapshot. */
function orderOf(...records: readonly ResourceRecord[]): readonly string[] {
  const written = programDeployment(stateOf(...records), 1000)
  assert.deepEqual(faultsOf(written), [])
  return (written.resources ?? []).map(({ urn, delete: isOld, pendingReplacement }) => {
    const name = urn.split('::').at(-1) ?? ''
    return isOld === true ? `${name} (old)` : pendingReplacement === true ? `${name} (to come)` : name
  })
}

describe('a program’s state, for Pulumi', () => {
  test('keeps the order of creation unless something speaks against it', () => {
    assert.deepEqual(orderOf(recordOf('c'), recordOf('a'), recordOf('b')), ['c', 'a', 'b'])
  })

  test('has a replaced resource before its dependents', () => {
    const y = recordOf('y', { needs: [urnOf('x')], reads: ['x'] })
    assert.deepEqual(orderOf(y, recordOf('x')), ['x', 'y'])
  })

  test('has the living one before outgoing ones of its name, and these before their readers', () => {
    const old = recordOf('x', { recordId: 'x-old', id: 'x-1', replaced: true })
    const reader = recordOf('y', {
      recordId: 'y-old',
      id: 'y-1',
      replaced: true,
      needs: [urnOf('x')],
      reads: ['x-old'],
    })
    const y = recordOf('y', { needs: [urnOf('x')], reads: ['x'] })
    assert.deepEqual(orderOf(reader, old, y, recordOf('x')), ['x', 'x (old)', 'y', 'y (old)'])
  })

  test('marks a destroyed but needed resource as awaiting its successor', () => {
    const t = recordOf('t', { needs: [urnOf('u')], reads: ['u'] })
    const refused = recordOf('u', { status: 'create-failed', doubtSince: 5 })
    assert.deepEqual(orderOf(t, refused), ['u (to come)', 't'])
    const pending = programDeployment(stateOf(t, refused), 1000).pending_operations
    assert.deepEqual(
      pending?.map(({ type, resource }) => [type, resource.urn]),
      [['creating', urnOf('u')]],
    )
    assert.deepEqual(orderOf(t, recordOf('u', { status: 'absent' })), ['u (to come)', 't'])
    assert.deepEqual(orderOf(recordOf('t'), recordOf('u', { status: 'absent' })), ['t'])
  })

  test('has providers before their resources, also the old one of a resource that still has it', () => {
    const users = [recordOf('a', { provider: reference('p') }), recordOf('b', { provider: reference('p', 'p-1') })]
    const old = recordOf('p', { type: providerType, recordId: 'p-old', id: 'p-1', replaced: true })
    assert.deepEqual(orderOf(...users, old, recordOf('p', { type: providerType })), ['p', 'a', 'p (old)', 'b'])
  })

  test('names the existing provider', () => {
    const a = recordOf('a', { provider: reference('p', 'p-0') })
    const { resources = [] } = programDeployment(stateOf(a, recordOf('p', { type: providerType })), 1000)
    assert.equal(resources.at(-1)?.provider, reference('p'))
  })

  test('has parents before children, and uses the present names of moved resources', () => {
    const site = urnOf('site', 'acme:index:Site')
    const child = recordOf('child', { parent: site, needs: [urnOf('former')] })
    const whole = recordOf('site', { type: componentType })
    const moved = recordOf('moved', { aliases: [urnOf('former')] })
    assert.deepEqual(orderOf(child, whole, moved), ['site', 'moved', 'child'])
  })

  test('names no missing resource', () => {
    const a = recordOf('a', { needs: [urnOf('gone')], deletedWith: urnOf('gone'), parent: urnOf('gone') })
    const { resources: [only] = [] } = programDeployment(stateOf(a), 1000)
    assert.deepEqual([only?.dependencies, only?.propertyDependencies, only?.deletedWith], [[], { size: [] }, undefined])
    assert.deepEqual(orderOf(a), ['a'])
  })

  test('breaks a circle by dropping optional references', () => {
    const records = [
      recordOf('a', { needs: [urnOf('b')] }),
      recordOf('b', { needs: [urnOf('a'), urnOf('c')] }),
      recordOf('c'),
    ]
    assert.deepEqual(orderOf(...records), ['a', 'c', 'b'])
  })
})

const names = ['a', 'b', 'c', 'd'] as const
const anyUrn = fc.oneof(
  fc.constantFrom(...names, 'nobody').map((name) => urnOf(name)),
  fc.constantFrom(...names).map((name) => urnOf(`former ${name}`)),
)

/** Records with several generations per name, made in any order, with arbitrary references. */
const anyRecords = fc
  .array(
    fc.record({
      name: fc.constantFrom(...names),
      at: fc.nat(20),
      status: fc.constantFrom('created', 'updated', 'absent', 'destroy-failed', 'create-interrupted', 'create-failed'),
      isDoubtful: fc.boolean(),
      needs: fc.uniqueArray(anyUrn, { maxLength: 3 }),
      reads: fc.uniqueArray(fc.nat(9), { maxLength: 3 }),
      hasParent: fc.boolean(),
      by: fc.constantFrom(reference('p'), reference('p', 'p-old'), reference('p', 'p-lost'), reference('q')),
      deletedWith: fc.option(anyUrn, { nil: undefined }),
    }),
    { maxLength: 10 },
  )
  .map((drafts) => {
    const records = drafts.map(({ name, reads, hasParent, by, isDoubtful, deletedWith, ...rest }, index) => {
      const replaced = drafts.findIndex((draft) => draft.name === name) < index
      return recordOf(name, {
        ...rest,
        replaced,
        recordId: `${index}`,
        id: `thing-${index}`,
        provider: by,
        aliases: [urnOf(`former ${name}`)],
        reads: reads.map(String),
        ...(hasParent && { parent: urnOf('site', 'acme:index:Site') }),
        ...(isDoubtful && { doubtSince: 1 }),
        ...(deletedWith !== undefined && { deletedWith }),
      })
    })
    const providers = [
      recordOf('p', { type: providerType, at: 9 }),
      recordOf('p', { type: providerType, at: 3, recordId: 'p-old', id: 'p-old', replaced: true }),
      recordOf('q', { type: providerType, at: 20 }),
    ]
    return records.concat(providers, recordOf('site', { type: componentType, at: 15 }))
  })

test('any record of a program is valid for Pulumi', () => {
  fc.assert(
    fc.property(anyRecords, (records) => {
      assert.deepEqual(faultsOf(programDeployment(stateOf(...records), 1000)), [])
    }),
  )
})

test('any record of a blueprint is valid for Pulumi', () => {
  fc.assert(
    fc.property(anyRecords, (records) => {
      const own = records.map((record) => {
        const { urn: _, ...spec } = record.spec
        return record.type === componentType ? undefined : { ...record, spec: valueMap(Object.entries(spec)) }
      })
      const state = stateOf(...own.filter((each) => each !== undefined))
      assert.deepEqual(faultsOf(toDeployment(state, { project: 'shop', now: 1000 }).deployment), [])
    }),
  )
})
