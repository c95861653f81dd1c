import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckedBlueprint } from '@slipway/engine'
import { deployEngine, type InstalledPlugin } from '@slipway/host'
import { valueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { NamedSources, type NamedSource } from './named-sources.ts'
import { respelled, sourcesOfRecords } from './respelled.ts'

const local = 'registry.opentofu.org/hashicorp/local'
const random = 'registry.opentofu.org/hashicorp/random'

function named(keys: Readonly<Record<string, string>>): NamedSources {
  const sources = new NamedSources((namespace) => (namespace === 'local' ? 'slipway/local' : undefined))
  sources.add(Object.entries(keys).map(([key, source]): NamedSource => ({ key, source, fits: () => true })))
  return sources
}

function record(name: string, type: string, source = local): ResourceRecord {
  return {
    id: `id-${name}`,
    name,
    type,
    pluginId: source,
    pluginVersion: '1.0.0',
    pluginDescriptor: `terraform:${source}`,
    status: 'created',
    spec: valueMap(),
    dependsOn: [],
    reads: [],
    removalPolicy: 'delete',
    replaced: false,
    failureReasons: [],
    createdAt: 1,
    updatedAt: 1,
  }
}

function stateOf(...resources: readonly ResourceRecord[]): InstanceState {
  const instance = {
    id: 'i',
    name: 'app',
    version: 1,
    status: 'deployed',
    exports: valueMap(),
    createdAt: 1,
    updatedAt: 1,
  } as const
  return { instance, resources, intents: [] }
}

function blueprint(types: Readonly<Record<string, string>>, moved: CheckedBlueprint['moved'] = []): CheckedBlueprint {
  const resources = new Map(Object.entries(types).map(([name, type]) => [name, { name, type }]))
  return { resources, moved } as unknown as CheckedBlueprint
}

function typesOf({ resources }: InstanceState): readonly string[] {
  return resources.map(({ type }) => type)
}

test('a renamed key is another spelling of the same types', () => {
  const state = stateOf(record('page', 'tflocal/local_file'), record('old', 'tflocal/local_file'))
  const now = respelled(state, named({ files: local }), blueprint({ page: 'files/local_file' }))
  assert.deepEqual(typesOf(now), ['files/local_file', 'files/local_file'])
})

test('each resource has the key by which its own text calls it', () => {
  const keys = named({ tflocal: local, child: local })
  const declared = blueprint({ page: 'tflocal/local_file', 'net/page': 'child/local_file' })
  const state = stateOf(record('page', 'child/local_file'), record('net/page', 'tflocal/local_file'))
  assert.deepEqual(typesOf(respelled(state, keys, declared)), ['tflocal/local_file', 'child/local_file'])
})

test('a resource that is renamed together with its key is found', () => {
  const declared = blueprint({ 'web/index': 'files/local_file' }, [{ from: 'site', to: 'web' }])
  const state = stateOf(record('site/index', 'tflocal/local_file'))
  assert.deepEqual(typesOf(respelled(state, named({ files: local }), declared)), ['files/local_file'])
})

test('another type, or the same type of another source, is never taken for it', () => {
  const declared = blueprint({ page: 'files/local_sensitive_file', id: 'files/random_id' })
  const state = stateOf(record('page', 'tflocal/local_file'), record('id', 'tfrandom/random_id', random))
  assert.deepEqual(typesOf(respelled(state, named({ files: local }), declared)), [
    'files/local_file',
    'tfrandom/random_id',
  ])
})

test('a state without such records stays the same object', () => {
  const { pluginDescriptor: _, ...ours } = record('page', 'local/file', 'slipway/local')
  const state = stateOf(ours)
  assert.equal(respelled(state, named({ files: local })), state)
})

test('keys that only records have go on, unless the project has renamed them', () => {
  const records = [record('a', 'tflocal/local_file'), record('b', 'tflocal_east/local_file')]
  const keysFor = (keys: Readonly<Record<string, string>>): readonly string[] =>
    sourcesOfRecords(records, named(keys)).map(({ key }) => key)
  assert.deepEqual(keysFor({}), ['tflocal', 'tflocal_east'])
  assert.deepEqual(keysFor({ tflocal: local }), ['tflocal_east'])
  assert.deepEqual(keysFor({ files: local }), [])
  assert.deepEqual(keysFor({ tflocal: random }), ['tflocal2', 'tflocal_east'])
})

test('a key that is taken does not count, and another one is proposed', () => {
  const sources = named({ local, tflocal: random })
  assert.equal(sources.get('local'), undefined)
  assert.deepEqual(sources.refusal('local', local), { takenBy: 'slipway/local', proposal: 'tflocal2' })
  assert.equal(sources.refusal('tflocal', random), undefined)
})

test('a key that two texts give to two sources is refused for the second one', () => {
  const sources = named({ files: local })
  sources.add([{ key: 'files', source: random, fits: () => true }])
  assert.deepEqual(sources.refusal('files', random), { takenBy: local, proposal: 'tfrandom' })
})

test('the wanted version of an installed provider serves its key, and none serves a name of its own', () => {
  const dialect = { ...deployEngine, isNamedByProject: true }
  const installed = (version: string): InstalledPlugin => ({
    id: local,
    dialect,
    kind: 'provider',
    namespace: local,
    version,
    file: `/${version}`,
    root: { path: '/', origin: 'default' },
  })
  const sources = new NamedSources(() => undefined)
  sources.add([{ key: 'files', source: local, fits: (version) => version.startsWith('1.') }])
  const found = sources.namespaces({ plugins: [installed('2.0.0')], others: [installed('1.4.0')], problems: [] }, {})
  assert.deepEqual(found.names(), ['files'])
  const { namespace, version, id } = found.resolve('files') ?? {}
  assert.deepEqual([namespace, version, id], ['files', '1.4.0', local])
})
