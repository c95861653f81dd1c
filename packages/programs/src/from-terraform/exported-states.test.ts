import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toTerraformState } from '../to-terraform/to-state.ts'
import { exportedAgain } from '../to-terraform/testing.ts'
import { instance, keyed, local, type Parts, resource, stateText, taken } from './testing.ts'

describe('a state that was taken over and changed by nobody', () => {
  const whole = stateText(
    [
      resource('facts', [instance('f', { sensitive_attributes: [[{ type: 'get_attr', value: 'content' }]] })], {
        module: 'module.net["x y"]',
        mode: 'data',
      }),
      resource('bad', [instance('bad', { status: 'tainted', private: 'AQID' })]),
      resource('many', [
        instance('a', { index_key: 'a b', dependencies: ['local_file.bad'] }),
        instance('b', { index_key: 'c"${d}', deposed: '0a1b2c3d', dependencies: ['local_file.bad'] }),
      ]),
      resource('numbered', [
        instance('c', { index_key: 2, create_before_destroy: true, identity_schema_version: 1, identity: { id: 'c' } }),
        instance('d', { index_key: 10, skip_destroy: true }),
      ]),
      resource('sub', [instance('e')], { module: 'module.net["x y"]', provider: `module.net.${local}.east` }),
      resource(
        'regions',
        ['eu', 'us'].map((key) => keyed(key, `${local}.all["${key}"]`)),
        { provider: undefined },
      ),
      resource('old', [
        instance('f', {
          dependencies: ['local_file.bad', 'local_file.many'],
          depends_on: ['local_file.many["a b"]'],
        }),
      ]),
    ],
    { outputs: { key: { value: [1, 'k', null], type: ['tuple', ['number', 'string', 'dynamic']], sensitive: true } } },
  )

  test('is exported unchanged, with its lineage and serial', () => {
    const before = JSON.parse(whole) as { resources: readonly Parts[] }
    const again = JSON.parse(JSON.stringify(exportedAgain(taken(whole)))) as typeof before
    const sorted = ({ resources, ...rest }: typeof before): unknown => ({
      ...rest,
      resources: resources.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    })
    assert.deepEqual(sorted(again), sorted(before))
  })

  test('keeps the address and the provider of what is replaced', () => {
    const all = taken(stateText([resource('page', [keyed('a b', `${local}.all["eu"]`)], { provider: undefined })]))
    const records = all.records.map((record) => ({ ...record, id: 'next', spec: { id: 'next' } }))
    const [page] = exportedAgain({ ...all, records }).resources ?? []
    assert.deepEqual([page?.name, page?.instances[0]?.index_key], ['page', 'a b'])
    assert.equal(page?.instances[0]?.provider, `${local}.all["eu"]`)
  })

  test('has a higher serial once a run has changed something', () => {
    assert.equal(exportedAgain(taken(whole), { version: 4 }).serial, 10)
  })
})

test('records that Slipway has made get addresses, a provider and a lineage of their own', () => {
  const [page] = taken(stateText([resource('page', [instance('a')])])).records
  assert.ok(page)
  const { __terraform: _, ...spec } = page.spec
  const made = { ...page, spec, name: 'net/page_0', type: 'files/local_file' }
  const other = { ...made, id: 'other', name: 'reader', dependsOn: ['net/page_0'], reads: [page.id] }
  const strange = { ...made, id: 'strange', name: 'queue', pluginDescriptor: 'pulumi:aws' }
  const half = { ...made, id: 'half', name: 'half', status: 'create-failed' } as const
  const record = {
    id: 'i',
    name: 'app',
    version: 3,
    status: 'deployed',
    exports: {},
    createdAt: 1,
    updatedAt: 1,
  } as const
  const { state, leftOut } = toTerraformState({
    instance: record,
    resources: [made, other, strange, half],
    intents: [],
  })
  assert.deepEqual(leftOut, ['queue'])
  assert.deepEqual(
    state.resources?.map(({ module, name, provider, instances: [only] }) => [
      module,
      name,
      provider,
      only?.dependencies,
      only?.status,
    ]),
    [
      [undefined, 'half', local, undefined, 'tainted'],
      [undefined, 'reader', local, ['module.net.local_file.page_0'], undefined],
      ['module.net', 'page_0', local, undefined, undefined],
    ],
  )
  assert.deepEqual([state.serial, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(state.lineage)], [3, true])
})
