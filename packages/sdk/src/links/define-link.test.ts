import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secret, Unknown, type LinkedResource } from '@slipway/model'
import { defineLink, type LinkPhaseCall } from './define-link.ts'
import { defineProvider } from '../provider/define-provider.ts'
import { unexpected } from '../errors.ts'
import { referencePage } from '../reference-page.ts'
import { failureOf } from '../testing.ts'

const seen: LinkPhaseCall<unknown>[] = []

const link = defineLink({
  a: 'press/author',
  b: { type: 'press/page' },
  description: 'Who may write a page',
  first: 'b',
  annotations: {
    'press.role': { on: 'a', type: 'string', default: 'reader', allowedValues: ['reader', 'editor'] },
    'press.<resourceName>.room': { on: 'b', type: 'integer' },
  },
  cardinality: { b: { max: 3 } },
  provides: [{ name: 'press/staffed', end: 'b' }],
  plan: ({ a, annotations }) => ({ role: annotations['press.role'], badge: a.spec['badge'] ?? new Unknown('a.badge') }),
  updateA(call) {
    seen.push(call)
    return { role: call.annotations['press.role'] }
  },
  updateB() {
    throw unexpected('the page is locked', ['by ann'])
  },
  updateIntermediaries: ({ action }) =>
    action === 'destroy' ? undefined : { resources: [{ resourceId: 'pass-1', type: 'press/pass', spec: { n: 1 } }] },
  read: () => ({ 'pass-1': { n: 2 } }),
})

const provider = defineProvider({ id: 'acme/press', version: '1.0.0', links: [link], log: () => {} })

const end = (type: string, resourceName: string, annotations: Record<string, string | number>): LinkedResource => ({
  type,
  resourceId: `id-of-${resourceName}`,
  resourceName,
  instanceId: 'instance-1',
  spec: { name: secret(resourceName) },
  metadata: { annotations },
  current: { spec: { name: resourceName, id: 7 }, status: 'created', dependsOn: [], lastDeployed: 0 },
})

const a = end('press/author', 'ann', {})
const b = end('press/page', 'home', { 'press.ann.room': 12 })
const about = {
  type: link.type,
  linkId: 'link-1',
  linkName: 'ann::home',
  instanceId: 'instance-1',
  instanceName: 'paper',
  context: { config: { other: { key: 'x' } }, variables: { environment: 'test' } },
}
const current = {
  status: 'created' as const,
  data: { role: 'editor', old: 1 },
  intermediaries: [{ resourceId: 'pass-1', type: 'press/pass', status: 'created' as const, spec: { n: 1 } }],
  lastDeployed: 0,
}
const changes = { modified: [], added: [], removed: [], unchanged: [], knownOnDeploy: [] }

describe('a link', () => {
  test('describes itself fully to a host', async () => {
    const { linkTypeNames, linkTypes } = await provider.define({
      resourceTypes: [],
      dataSourceTypes: [],
      functions: [],
      linkTypes: ['press/author::press/page', 'press/page::press/author'],
    })
    assert.deepEqual(linkTypeNames, ['press/author::press/page'])
    assert.deepEqual(Object.keys(linkTypes ?? {}), linkTypeNames)
    const { kind, priority, annotations, cardinality } = link.define()
    assert.deepEqual(
      { kind, priority, cardinality },
      { kind: 'hard', priority: 'b', cardinality: { a: { min: 0, max: 0 }, b: { min: 0, max: 3 } } },
    )
    assert.deepEqual(annotations['press/page::press.<resourceName>.room'], {
      name: 'press.<resourceName>.room',
      type: 'integer',
      appliesTo: 'b',
    })
  })

  test('sees its ends in plain values, and their annotations', async () => {
    const { data } = await provider.links.updateResource({
      ...about,
      end: 'a',
      action: 'create',
      changes,
      resource: a,
      other: b,
    })
    assert.deepEqual({ ...data }, { role: 'reader' })
    const call = seen.at(-1)
    assert.deepEqual({ ...call?.annotations }, { 'press.role': 'reader', 'press.<resourceName>.room': 12 })
    assert.deepEqual({ ...call?.a.spec }, { name: 'ann', id: 7 })
    assert.equal(call?.b.resourceName, 'home')
    assert.equal(call?.variables['environment'], 'test')
  })

  test('announces changes of its data, and unknown ones', async () => {
    const none = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
    const staged = await provider.links.stage({ ...about, a, b, changes: { a: none, b: none }, current })
    assert.deepEqual(
      { ...staged },
      {
        modified: [{ path: 'role', previous: 'editor', next: 'reader' }],
        added: [],
        removed: [],
        unchanged: [],
        knownOnDeploy: ['badge', 'old'],
      },
    )
  })

  test('makes and reads the thing between its ends', async () => {
    const { intermediaries } = await provider.links.updateIntermediaries({ ...about, action: 'create', changes, a, b })
    assert.deepEqual(
      intermediaries.map(({ resourceId, status }) => [resourceId, status]),
      [['pass-1', 'created']],
    )
    const gone = await provider.links.updateIntermediaries({ ...about, action: 'destroy', changes, a, b, current })
    assert.deepEqual(gone.intermediaries, [])
    const states = await provider.links.intermediaryStates({ ...about, a, b, current })
    assert.deepEqual({ ...states['pass-1'] }, { n: 2 })
  })

  test('fails with its author’s words, under the name of the phase', async () => {
    const failure = await failureOf(
      provider.links.updateResource({ ...about, end: 'b', action: 'create', changes, resource: b, other: a }),
    )
    assert.equal(failure.method, 'provider.Link.UpdateResourceB')
    assert.deepEqual(failure.reasons, ['by ann'])
  })

  test('has its place in its provider’s reference', async () => {
    const page = await referencePage(provider)
    assert.match(
      page,
      /## press\/author::press\/page \(link\)\n\nWho may write a page\n\nThe press\/page is made first./,
    )
    assert.match(page, /Links of a press\/page: at most 3./)
    assert.match(page, /\| `press.role` of a press\/author \| `"reader"`, `"editor"` \| default `"reader"` \|/)
  })

  test('without any effect is a mistake of its author', () => {
    assert.throws(() => defineLink({ a: 'x/a', b: 'x/b' }), { code: 'sdk/idle-link' })
    const annotations = { '<resourceName>.<resourceName>': { on: 'a' as const, type: 'string' as const } }
    assert.throws(() => defineLink({ a: 'x/a', b: 'x/b', annotations, updateA: () => {} }), {
      code: 'sdk/bad-annotation',
    })
  })
})
