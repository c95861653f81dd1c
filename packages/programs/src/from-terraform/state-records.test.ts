import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret } from '@slipway/model'
import { keptOf } from '@slipway/protocol/terraform/kept'
import { hasSensitive } from '../to-terraform/to-state.ts'
import { exportedAgain } from '../to-terraform/testing.ts'
import { instance, keyed, local, type Parts, resource, stateText, taken } from './testing.ts'

function inNet(name: string, key: string, dependencies: readonly string[] = []): Parts {
  return resource(name, [instance(`${name}-${key}`, { dependencies })], { module: `module.net["${key}"]` })
}

describe('names of what a state of Terraform has', () => {
  test('modules become children, and keys follow the name', () => {
    const { records, told } = taken(
      stateText([
        resource('page', [instance('a', { index_key: 0 }), instance('b', { index_key: 1 })]),
        resource('sub', [instance('c', { index_key: 'a b' }), instance('d', { index_key: 'ü."x' })], {
          module: 'module.net["x y"].module.inner[0]',
        }),
      ]),
    )
    assert.deepEqual(
      records.map(({ name }) => name),
      ['page_0', 'page_1', 'net_x-y/inner_0/sub_a-b', 'net_x-y/inner_0/sub_---x'],
    )
    assert.match(told[0] ?? '', /^names: for example, module\.net\.local_file\.page\["a b"\] becomes net\/page_a-b/)
  })

  test('many long keys with one beginning get their names at once', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => 'x'.repeat(200) + index)
    const begun = performance.now()
    const { records } = taken(
      stateText([
        resource(
          'page',
          keys.map((key) => instance(key, { index_key: key })),
        ),
      ]),
    )
    assert.equal(new Set(records.map(({ name }) => name)).size, keys.length)
    assert.match(records.at(-1)?.name ?? '', /-20000$/)
    const took = performance.now() - begun
    assert.ok(took < 20_000, `it took ${took.toFixed()} ms`)
  })

  test('the same name of two types, or of two keys, stays apart and is reported', () => {
    const { records, told } = taken(
      stateText([
        resource('page', [instance('a')]),
        resource('page', [instance('b')], { type: 'local_sensitive_file' }),
        resource('key', [instance('c', { index_key: 'a b' }), instance('d', { index_key: 'a-b' })]),
      ]),
    )
    assert.deepEqual(
      records.map(({ name, type }) => [name, type]),
      [
        ['local_file-page', 'tflocal/local_file'],
        ['local_sensitive_file-page', 'tflocal/local_sensitive_file'],
        ['key_a-b', 'tflocal/local_file'],
        ['key_a-b-2', 'tflocal/local_file'],
      ],
    )
    assert.deepEqual(told.slice(1, 4), [
      'local_file.page is now local_file-page',
      'local_sensitive_file.page is now local_sensitive_file-page',
      'local_file.key["a-b"] is now key_a-b-2',
    ])
  })
})

describe('providers of a state', () => {
  test('have the keys of the project, and registry.terraform.io is the default registry', () => {
    const named = [{ key: 'files', source: 'registry.opentofu.org/hashicorp/local' }]
    const { records, told } = taken(stateText([resource('page', [instance('a')])]), named)
    assert.deepEqual(
      records.map(({ type, pluginId, pluginDescriptor }) => [type, pluginId, pluginDescriptor]),
      [['files/local_file', 'registry.opentofu.org/hashicorp/local', 'terraform:hashicorp/local']],
    )
    assert.equal(told.length, 1)
  })

  test('stay those of registry.terraform.io where the descriptor names it', () => {
    const source = 'registry.terraform.io/hashicorp/local'
    const { records } = taken(stateText([resource('page', [instance('a')])]), [{ key: 'files', source }])
    assert.deepEqual(
      records.map(({ pluginId, pluginDescriptor }) => [pluginId, pluginDescriptor]),
      [[source, `terraform:${source}`]],
    )
  })

  test('have a key for each configuration, which the project is told to write', () => {
    const provider = `module.net.${local}.east`
    const { records, told } = taken(
      stateText([resource('page', [instance('a')]), resource('other', [instance('b')], { provider })]),
    )
    assert.deepEqual(
      records.map(({ type }) => type),
      ['tflocal/local_file', 'tflocal_east/local_file'],
    )
    assert.deepEqual(
      told.slice(1).map((sentence) => /write (\S+: "\S+")/.exec(sentence)?.[1]),
      ['tflocal: "terraform:hashicorp/local"', 'tflocal_east: "terraform:hashicorp/local"'],
    )
  })
})

test('instances that name their own provider, as with for_each in OpenTofu, have a key for each', () => {
  const all = 'provider["registry.opentofu.org/hashicorp/local"].all'
  const instances = [keyed('eu', `${all}["eu 1"]`), keyed('us', `${all}[2]`)]
  const { records } = taken(stateText([resource('page', instances, { provider: undefined })]))
  assert.deepEqual(
    records.map(({ name, type }) => [name, type]),
    [
      ['page_eu', 'tflocal_all_eu-1/local_file'],
      ['page_us', 'tflocal_all_2/local_file'],
    ],
  )
})

describe('values of a state', () => {
  const sensitive = [
    [{ type: 'get_attr', value: 'content' }],
    [
      { type: 'get_attr', value: 'input' },
      { type: 'get_attr', value: 'list' },
      { type: 'index', value: { value: 1, type: 'number' } },
    ],
  ]
  const attributes = {
    id: 'a',
    content: 'hunter2',
    input: {
      value: { list: ['x', 'hunter3'] },
      type: ['object', { list: ['tuple', ['string', 'string']] }],
    },
    gone: null,
  }
  const text = stateText([
    resource('page', [
      instance('a', { attributes, sensitive_attributes: sensitive, private: 'AQID', schema_version: 2 }),
    ]),
  ])

  test('are those of the spec; sensitive ones are sealed, and so is what the provider wrote', () => {
    const [record] = taken(text).records
    assert.ok(record)
    assert.deepEqual(Object.keys(record.spec), ['id', 'content', 'input', '__terraform'])
    assert.ok(record.spec['content'] instanceof Secret)
    assert.deepEqual(JSON.parse(JSON.stringify(record.spec['input'])), { list: ['x', '(secret)'] })
    assert.equal(record.schemaVersion, 3)
    const { state, private: bytes } = keptOf(record.spec)
    assert.ok(state instanceof Secret && typeof state.value === 'string' && bytes instanceof Secret)
    const texts = Object.entries(JSON.parse(state.value) as Readonly<Record<string, string>>)
    assert.deepEqual(Object.fromEntries(texts.map(([name, json]) => [name, JSON.parse(json)])), attributes)
    assert.ok(!JSON.stringify(record).includes('hunter'))
  })

  test('are secret by their names where an older state marks nothing', () => {
    const passwords = { attributes: { id: 'a', password: 'hunter2' } }
    const [older] = taken(stateText([resource('page', [instance('a', passwords)])])).records
    assert.ok(older?.spec['password'] instanceof Secret)
    const marked = instance('b', { sensitive_attributes: [[{ type: 'get_attr', value: 'content' }]] })
    const [newer] = taken(
      stateText([resource('page', [instance('a', passwords)]), resource('other', [marked])]),
    ).records
    assert.equal(newer?.spec['password'], 'hunter2')
  })

  test('need a flag to be exported in plain text', () => {
    const all = taken(text)
    assert.equal(hasSensitive({ instance: all.instance, resources: all.records }), true)
    const none = taken(stateText([resource('page', [instance('a')])]))
    assert.equal(hasSensitive({ instance: none.instance, resources: none.records }), false)
  })

  test('keep every digit of a number', () => {
    const numbers = '{"id":"a","big":12345678901234567890,"pi":3.14159265358979323846264338327950288,"d":0.1,"e":1e3}'
    const written = stateText([resource('page', [instance('a')])]).replace(
      /"attributes": \{[^}]*\}/,
      `"attributes": ${numbers}`,
    )
    const all = taken(written)
    const [record] = all.records
    assert.ok(record)
    const { spec } = record
    assert.deepEqual(
      [spec['big'], spec['pi'], spec['d'], spec['e']],
      [12_345_678_901_234_567_890n, '3.14159265358979323846264338327950288', 0.1, 1000],
    )
    const again = JSON.stringify(exportedAgain(all))
    assert.ok(again.includes('12345678901234567890') && again.includes('3.14159265358979323846264338327950288'), again)
  })
})

describe('the other parts of a state', () => {
  test('dependencies are the nearest ones, in the same instance of a module', () => {
    const { records } = taken(
      stateText([
        resource('base', [instance('base')]),
        ...['x', 'y'].flatMap((key) => [
          inNet('a', key, ['local_file.base']),
          inNet('b', key, ['local_file.base', 'module.net.local_file.a', 'data.http.gone']),
        ]),
      ]),
    )
    assert.deepEqual(
      records.map(({ name, dependsOn }) => [name, dependsOn]),
      [
        ['base', []],
        ['net_x/a', ['base']],
        ['net_x/b', ['net_x/a']],
        ['net_y/a', ['base']],
        ['net_y/b', ['net_y/a']],
      ],
    )
    const byId = new Map(records.map(({ id, name }) => [id, name]))
    for (const { reads, dependsOn } of records)
      assert.deepEqual(
        reads.map((id) => byId.get(id)),
        dependsOn,
      )
  })

  test('deposed objects are older generations, tainted ones are created again, and the order is kept', () => {
    const { records } = taken(
      stateText([
        resource('page', [
          instance('new', { create_before_destroy: true }),
          instance('old', { deposed: '0a1b2c3d', create_before_destroy: true }),
        ]),
        resource('bad', [instance('bad', { status: 'tainted' })]),
      ]),
    )
    assert.deepEqual(
      records.map(({ name, replaced, status, spec }) => [
        name,
        replaced,
        status,
        keptOf(spec).tainted ?? false,
        keptOf(spec).createBeforeDestroy ?? false,
      ]),
      [
        ['page', false, 'created', false, true],
        ['page', true, 'created', false, true],
        ['bad', false, 'create-failed', true, false],
      ],
    )
  })

  test('the order of a replacement is an option of the resource that asked for it', () => {
    const first = { create_before_destroy: true }
    const { records } = taken(
      stateText([
        resource('asked', [instance('a', { ...first, dependencies: ['local_file.follows'] })]),
        resource('follows', [instance('b', first)]),
        resource('other', [instance('c')]),
      ]),
    )
    assert.deepEqual(
      records.map(({ name, options }) => [name, options?.replaceOrder]),
      [
        ['asked', 'create-first'],
        ['follows', undefined],
        ['other', undefined],
      ],
    )
  })

  test('outputs are exports', () => {
    const outputs = { url: { value: 'http://x', type: 'string' }, key: { value: 'k', type: 'string', sensitive: true } }
    const { instance: record } = taken(stateText([], { outputs }))
    assert.equal(record.exports['url'], 'http://x')
    assert.ok(record.exports['key'] instanceof Secret)
  })

  test('data sources and terraform_data wait for the export', () => {
    const builtIn = resource('one', [instance('a')], {
      type: 'terraform_data',
      provider: 'provider["terraform.io/builtin/terraform"]',
    })
    const data = resource('facts', [instance('b')], { mode: 'data' })
    const all = taken(stateText([data, builtIn]))
    assert.deepEqual(all.records, [])
    assert.match(all.told.join('\n'), /^terraform_data\.one is not imported: only Terraform itself has terraform_data/)
    assert.deepEqual(
      exportedAgain(all).resources?.map(({ type, mode }) => [type, mode]),
      [
        ['local_file', 'data'],
        ['terraform_data', 'managed'],
      ],
    )
  })
})
