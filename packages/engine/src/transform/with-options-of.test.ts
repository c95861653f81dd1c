/** The user's options for an abstract resource hold for everything made from it, even if the transformer drops them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { documentAt, type DocumentNode } from '@slipway/model'
import { checkWith, definitionOf, FakeTransformer, type Make, said } from '../testing/fake-transformer.ts'

function map(members: Record<string, DocumentNode>): DocumentNode {
  return { kind: 'map', entries: Object.entries(members).map(([key, value]) => ({ key, value })) }
}

const scalar = (value: string | number): DocumentNode => ({ kind: 'scalar', value })

/** A transform that makes two servers for each service and drops its metadata, as transformers do that know nothing of Slipway. */
const services: Make = (blueprint) => {
  const declared = documentAt(blueprint, 'resources')
  const resources = (declared?.kind === 'map' ? declared.entries : []).flatMap(({ key, value }) => {
    const type = documentAt(value, 'type')
    if (type?.kind !== 'scalar' || type.value !== 'acme/service') return [{ key, value }]
    const each = documentAt(value, 'each')
    const server = (own: Record<string, DocumentNode>): DocumentNode =>
      map({ type: scalar('test/server'), spec: map({ port: scalar(1) }), ...(each && { each }), ...own })
    const says = map({ custom: map({ slipway: map({ replaceOrder: scalar('create-first') }) }) })
    return [
      { key: `${key}_a`, value: server({}) },
      { key: `${key}_b`, value: server({ metadata: says }) },
    ]
  })
  const entries = blueprint.entries.map((one) =>
    one.key === 'resources' ? { ...one, value: { kind: 'map', entries: resources } as const } : one,
  )
  return { ...blueprint, entries }
}

const maker = () => new FakeTransformer(definitionOf('services', 'acme/service'), services)

const blueprint = (options: string, more = '') => `version: 2025-11-02
transform: services
variables:
  port: { type: integer, default: 80 }
resources:
  web:
    type: acme/service
    metadata: { custom: { slipway: ${options} } }
    spec: { port: 80 }
${more}`

const importing = (to: string) =>
  blueprint('{}').replace('variables:', `metadata: { slipway: { import: [{ to: ${to}, id: i-1 }] } }\nvariables:`)

describe('options of an abstract resource', () => {
  test('apply to everything derived from it, unless the transformer sets its own', async () => {
    const options = '{ protect: true, replaceOrder: destroy-first, timeouts: { create: 30m } }'
    const { checked, diagnostics } = await checkWith(blueprint(options, '    removalPolicy: retain\n'), maker())
    assert.deepEqual(diagnostics, [])
    const timeouts = { create: 1_800_000 }
    assert.deepEqual(
      ['web_a', 'web_b'].map((name) => checked?.resources.get(name)?.options),
      [
        { protect: true, replaceOrder: 'destroy-first', timeouts },
        { protect: true, replaceOrder: 'create-first', timeouts },
      ],
    )
    assert.deepEqual(
      ['web_a', 'web_b'].map((name) => checked?.resources.get(name)?.removalPolicy),
      ['retain', 'retain'],
    )
  })

  test('reach a transformer in metadata.custom.slipway, wherever they are written', async () => {
    const text = blueprint('{}').replace('metadata: { custom: { slipway: {} } }', 'options: { protect: true }')
    let seen: DocumentNode | undefined
    const looking: Make = (document, request) => {
      seen = documentAt(documentAt(document, 'resources'), 'web')
      return services(document, request)
    }
    const looker = new FakeTransformer(definitionOf('services', 'acme/service'), looking)
    const { checked, diagnostics } = await checkWith(text, looker)
    assert.deepEqual(diagnostics, [])
    assert.equal(documentAt(seen, 'options'), undefined)
    const options = documentAt(documentAt(documentAt(seen, 'metadata'), 'custom'), 'slipway')
    const protect = documentAt(options, 'protect')
    assert.equal(protect?.kind === 'scalar' && protect.value, true)
    assert.equal(checked?.resources.get('web_a')?.options?.protect, true)
  })

  test('name the items of its each', async () => {
    const { checked, diagnostics } = await checkWith(
      blueprint('{ eachKey: "${elem}" }', '    each: [north, south]\n'),
      maker(),
    )
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(
      [...(checked?.resources.keys() ?? [])],
      ['web_a_north', 'web_a_south', 'web_b_north', 'web_b_south'],
    )
  })

  test('include its conditions', async () => {
    const { checked, diagnostics } = await checkWith(
      blueprint('{ preconditions: [{ condition: "${gt(variables.port, 1)}", message: no }] }'),
      maker(),
    )
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(
      ['web_a', 'web_b'].map((name) => checked?.resources.get(name)?.demands?.preconditions.length),
      [1, 1],
    )
  })

  test('are checked against the derived resources', async () => {
    const own = '{ condition: "${eq(self.spec.secure, true)}", message: no }'
    const options = `{ ignoreChanges: [args], replaceOnChanges: [args], postconditions: [${own}] }`
    const { checked, diagnostics } = await checkWith(blueprint(options), maker())
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(checked?.resources.get('web_a')?.options?.ignoreChanges, ['args'])
    const unfit = said(await checkWith(blueprint(options.replaceAll('self.spec.secure', 'self.spec.colour')), maker()))
    assert.match(unfit.join(), /blueprint\/unknown-attribute test\/server has no attribute "colour"/)
  })

  test('limit the plugin version of the abstract type, not those of derived resources', async () => {
    const { checked, diagnostics } = await checkWith(blueprint('{ version: "^1.0", protect: true }'), maker())
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(checked?.resources.get('web_a')?.options, { protect: true })
    assert.match(
      said(await checkWith(blueprint('{ version: "^2.0" }'), maker())).join(),
      /^8:\d+ blueprint\/plugin-version this blueprint is for acme\/services \^2\.0, and 1\.0\.0 is used here$/,
    )
  })

  test('for one name may be given to the blueprint instead', async () => {
    const { checked, diagnostics } = await checkWith(importing('web_b'), maker())
    assert.deepEqual(diagnostics, [])
    assert.deepEqual([...(checked?.imports ?? [])], [['web_b', 'i-1']])
    assert.match(
      said(await checkWith(importing('web_c'), maker())).join(),
      /bad-import i-1 cannot be imported as web_c: this blueprint has no such resource/,
    )
  })

  test('must fit the derived resources, and options for one name are refused', async () => {
    const unfit = said(await checkWith(blueprint('{ ignoreChanges: [colour] }'), maker()))
    assert.match(unfit.join(), /^8:\d+ blueprint\/bad-option .*"?colour/)
    assert.deepEqual(said(await checkWith(blueprint('{ aliases: [site], import: i-1 }'), maker())), [
      '8:47 blueprint/bad-option "aliases" is for one resource, and the transform services makes web_a, web_b of "web"',
      '8:63 blueprint/bad-option "import" is for one resource, and the transform services makes web_a, web_b of "web"',
    ])
  })
})
