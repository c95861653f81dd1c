import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { documentAt, type DocumentMap, type DocumentNode, PluginFailure, sourceAnnotations } from '@slipway/model'
import { Unchecked } from '../check/unchecked.ts'
import {
  checkAmong,
  checkLeavingOpen,
  checkWith,
  definitionOf,
  FakeTransformer,
  type Make,
  said,
  told,
} from '../testing/fake-transformer.ts'

function map(members: Record<string, DocumentNode>): DocumentMap {
  return { kind: 'map', entries: Object.entries(members).map(([key, value]) => ({ key, value })) }
}

function scalar(value: string | number): DocumentNode {
  return { kind: 'scalar', value }
}

function withResources(blueprint: DocumentMap, resources: Record<string, DocumentNode>): DocumentMap {
  const entries = blueprint.entries.map((entry) =>
    entry.key === 'resources' ? { ...entry, value: map(resources) } : entry,
  )
  return { ...blueprint, entries }
}

/** A transform that makes a server and a file for each service. Like a Go plugin, it keeps no places. */
const services: Make = (blueprint) => {
  const resources: Record<string, DocumentNode> = {}
  const declared = documentAt(blueprint, 'resources')
  for (const { key, value } of declared?.kind === 'map' ? declared.entries : []) {
    const type = documentAt(value, 'type')
    if (type?.kind !== 'scalar' || type.value !== 'acme/service') resources[key] = value
    else {
      const { place: _, ...port } = documentAt(documentAt(value, 'spec'), 'port') ?? scalar(1)
      resources[`${key}_server`] = map({ type: scalar('test/server'), spec: map({ port }) })
      const path: DocumentNode = {
        kind: 'text',
        parts: ['/tmp/${', { kind: 'reference', to: 'resource', name: `${key}_server`, path: ['spec', 'url'] }],
      }
      const annotations = map({ [sourceAnnotations.name]: scalar(key) })
      resources['log_of_it'] = map({
        type: scalar('test/file'),
        metadata: map({ annotations }),
        spec: map({ path, content: scalar('${not a substitution}') }),
      })
    }
  }
  return withResources(blueprint, resources)
}

const text = `version: 2025-11-02
transform: services
variables:
  name: { type: string, default: web }
resources:
  web:
    type: acme/service
    spec:
      port: 8080
  other:
    type: test/file
    spec: { path: "/tmp/\${variables.name}", content: "1.10", mode: '0644' }
`

function serviceMaker(): FakeTransformer {
  return new FakeTransformer(definitionOf('services', 'acme/service'), services)
}

async function hash(other: Make): Promise<string | undefined> {
  return (await checkWith(text, new FakeTransformer(definitionOf('services', 'acme/service'), other))).checked?.hash()
}

describe('a blueprint with a transform', () => {
  test('becomes the transformer’s output, with the origin of each resource', async () => {
    const { checked, diagnostics } = await checkWith(text, serviceMaker())
    assert.deepEqual(diagnostics, [])
    assert.deepEqual([...(checked?.resources.keys() ?? [])], ['log_of_it', 'web_server', 'other'])
    const madeFrom = { resource: 'web', type: 'acme/service', transform: 'services' }
    assert.deepEqual(checked?.resources.get('web_server')?.madeFrom, madeFrom)
    assert.deepEqual(checked?.resources.get('log_of_it')?.madeFrom, madeFrom)
    assert.deepEqual(checked?.resources.get('log_of_it')?.dependsOn, ['web_server'])
    assert.equal(checked?.resources.get('other')?.madeFrom, undefined)
    const content = checked?.resources.get('log_of_it')?.spec
    assert.equal(JSON.stringify(content).includes('${not a substitution}'), true, 'a text of a transformer is literal')
  })

  test('has a hash that changes exactly with the transformer’s output', async () => {
    const first = await hash(services)
    const turned: Make = (blueprint, request) => {
      const made = services(blueprint, request)
      return { ...made, entries: made.entries.toReversed() }
    }
    assert.equal(await hash(turned), first)
    assert.notEqual(await hash((blueprint, request) => withResources(services(blueprint, request), {})), first)
  })

  test('is checked beforehand against the transformer’s types, at the original places', async () => {
    const transformer = serviceMaker()
    const found = await checkWith(text.replace('port: 8080', 'prot: 8080'), transformer)
    assert.equal(found.checked, undefined)
    assert.deepEqual(said(found), ['9:7 blueprint/unknown-attribute acme/service has no attribute "prot"'])
    assert.equal(transformer.seen.length, 0)
  })

  test('has errors of the output reported at the words they came from, or else at the resource', async () => {
    const found = said(await checkWith(text.replace('8080', '80800'), serviceMaker()))
    assert.deepEqual(found, [
      '9:13 blueprint/out-of-range "port" is the integer 80800, but must be at most 65535 (in resources.web_server.spec.port, after the transform services)',
    ])
    const missing = new FakeTransformer(definitionOf('services', 'acme/service'), (blueprint) =>
      withResources(blueprint, { web_it: map({ type: scalar('test/server'), spec: map({}) }) }),
    )
    assert.match(said(await checkWith(text, missing)).join(), /^6:3 blueprint\/missing-attribute .*after the transform/)
  })

  test('may refer to resources of the output, and an error says if they are missing', async () => {
    const exported = `${text}exports:\n  url: { type: string, field: resources.web_server.spec.url }\n`
    const { checked, diagnostics } = await checkWith(exported, serviceMaker())
    assert.deepEqual([...(checked?.exports.keys() ?? []), ...diagnostics], ['url'])
    const wrong = await checkWith(exported.replace('web_server', 'web_sever'), serviceMaker())
    assert.match(said(wrong).join(), /^14:31 blueprint\/unknown-resource .*after the transform services/)
  })

  test('is reported at the places that the transformer objects to', async () => {
    const transformer = serviceMaker()
    transformer.against = [
      { severity: 'error', message: 'too high', hint: 'dig', place: { line: 9, column: 7 } },
      { severity: 'warning', message: 'rather plain', place: { line: 900, column: 1 } },
    ]
    transformer.againstLinks = [{ severity: 'error', message: 'nobody links' }]
    const refused = await checkWith(text, transformer)
    assert.deepEqual(said(refused), [
      '6:3 blueprint/refused-by-transformer rather plain',
      '9:7 blueprint/refused-by-transformer the transform services (acme/services, transformer.CustomValidateAbstractResource): too high',
    ])
    assert.deepEqual(
      refused.diagnostics.map(({ hint }) => hint),
      [undefined, 'dig'],
    )
    assert.deepEqual(attempts(), ['transformer.CustomValidateAbstractResource 1 BAD_INPUT too high'])
    assert.equal(transformer.seen.length, 0)
    const failing = new FakeTransformer(definitionOf('services', 'acme/service'), () => {
      const details = {
        pluginId: 'acme/services',
        method: 'transformer.Transform',
        pluginErrorCode: 'BAD_INPUT',
      } as const
      throw new PluginFailure('protocol/plugin-error', 'no', { ...details, reasons: ['too wet', 'too cold'] })
    })
    assert.deepEqual(said(await checkWith(text, failing)), [
      '2:12 blueprint/transform-failed the transform services (acme/services, transformer.Transform): no; too wet; too cold',
    ])
    assert.deepEqual(attempts(), ['transformer.Transform 1 BAD_INPUT too wet, too cold'])
  })

  test('that is not installed is named with a similar name', async () => {
    const { diagnostics } = await checkWith(text.replace('transform: services', 'transform: [servces]'), serviceMaker())
    assert.deepEqual(
      diagnostics.map(({ code, hint }) => [code, hint]),
      [['blueprint/no-transformer', 'did you mean "services"?']],
    )
  })

  test('that is not installed is accepted by a loose check, with its types unchecked', async () => {
    const { checked, diagnostics } = await checkLeavingOpen(new Unchecked(), text)
    assert.ok(checked?.resources.has('web') === true)
    assert.deepEqual(
      diagnostics.map(({ severity, message }) => [severity, message]),
      [['warning', 'not everything could be checked: no transformer for "services" is installed']],
    )
  })

  test('is transformed in the declared order, each transformer getting the output of the one before', async () => {
    const shops = new FakeTransformer(definitionOf('shops', 'acme/shop'), (blueprint) =>
      withResources(blueprint, {
        till: map({ type: scalar('acme/service'), spec: map({ port: scalar(80_800) }) }),
      }),
    )
    const shop = `version: 2025-11-02
transform: [shops, services]
resources:
  shop:
    type: acme/shop
    spec:
      port: 1
`
    const { diagnostics } = await checkWith(shop, shops, serviceMaker())
    assert.deepEqual(said({ diagnostics }), [
      '4:3 blueprint/out-of-range "port" is the integer 80800, but must be at most 65535 (in resources.till_server.spec.port, after the transform shops, services)',
    ])
    const fine = new FakeTransformer(definitionOf('shops', 'acme/shop'), (blueprint) =>
      withResources(blueprint, { till: map({ type: scalar('acme/service'), spec: map({ port: scalar(80) }) }) }),
    )
    const { checked } = await checkWith(shop, fine, serviceMaker())
    assert.deepEqual(checked?.resources.get('till_server')?.madeFrom, {
      resource: 'shop',
      type: 'acme/shop',
      transform: 'shops',
    })
    assert.equal(
      (await checkWith(shop.replace('[shops, services]', '[services, shops]'), fine, serviceMaker())).checked,
      undefined,
    )
  })

  test('is handed to the transformer with all its values, places and links', async () => {
    const whole = `version: 2025-11-02
transform: same
values:
  list: { type: array, value: '\${list(1, "a\\"b", none)}' }
  ups: { type: array, value: '\${map(values.list, to_upper)}' }
  at: { type: string, value: '\${reduce(list(0), getelem(0), lookup(object(a = list("x")), "a"))}' }
resources:
  a:
    type: test/file
    metadata: { labels: { app: x }, annotations: { 'a.b': '\${values.at}' } }
    condition: { and: [true, { not: '\${eq(1, 2)}' }] }
    spec: { path: '/\${values.at}-\${i}', content: x }
    each: [a, '\${values.at}']
  b:
    type: test/server
    dependsOn: [a]
    spec: { port: 1, args: [], settings: {}, health: { http: 1.10 }, log: '\${"\${HOME}"}' }
exports:
  first: { type: string, field: 'resources.a[0].spec.path' }
`
    const same = new FakeTransformer(definitionOf('same'), (blueprint) => blueprint)
    const plain = await checkWith(whole.replace('transform: same', ''))
    // Transformers do not know the accessors of calls.
    const written = whole.replace(/reduce.*"a"\)\)/, 'object(a = list("x")).a[0]')
    const { checked, diagnostics } = await checkWith(written, same)
    assert.deepEqual(diagnostics, [])
    const { hash: _, source: __, file: ___, ...rest } = checked ?? assert.fail()
    const { hash: _1, source: _2, file: _3, ...expected } = plain.checked ?? assert.fail(said(plain).join('\n'))
    assert.deepEqual(withoutEnds(rest), withoutEnds(expected))
  })
})

/**
 * Leaves out the places of a value, and the fields that only a written text has: a call with an accessor becomes another call in a transformer, and
 * there are no keys for parts that were never written.
 */
function withoutEnds(value: unknown): unknown {
  if (value instanceof Map) return Array.from(value, ([key, member]) => [key, withoutEnds(member)])
  if (Array.isArray(value)) return value.map(withoutEnds)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'origin' && key !== 'keyStarts' && key !== 'madeFrom')
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutEnds(member)]))
}

const including =
  (includes: Record<string, string>): Make =>
  (blueprint, request) => {
    const made = services(blueprint, request)
    const children = Object.entries(includes).map(([name, path]) => [name, map({ path: scalar(path) })] as const)
    const rest = made.entries.filter(({ key }) => key !== 'include')
    const isOutermost = documentAt(blueprint, 'variables') !== undefined
    return isOutermost
      ? { ...made, entries: [...rest, { key: 'include', value: map(Object.fromEntries(children)) }] }
      : made
  }

const names = ({ checked }: { checked?: { resources: ReadonlyMap<string, unknown> } }): string[] =>
  [...(checked?.resources.keys() ?? [])].filter((name) => name.includes('/'))

const maker = (includes: Record<string, string>): FakeTransformer =>
  new FakeTransformer(definitionOf('services', 'acme/service'), including(includes))

describe('a transformer and children', () => {
  const files = {
    'net.yaml': 'resources: { lan: { type: test/server, spec: { port: 1 } } }',
    'far.yaml': 'resources: { wan: { type: test/server, spec: { port: 2 } } }',
    'made.yaml': 'transform: services\nresources: { inner: { type: acme/service, spec: { port: 3 } } }',
  }

  test('an added child is read and transformed by its own declaration', async () => {
    const result = await checkAmong(files, text, maker({ net: 'net.yaml', more: 'made.yaml' }))
    assert.deepEqual(said(result), [])
    assert.deepEqual(names(result), ['more/inner_server', 'more/log_of_it', 'net/lan'])
  })

  test('a child with a changed path is read from there, and a dropped child is gone', async () => {
    const written = `${text}include: { net: { path: net.yaml }, old: { path: net.yaml } }\n`
    assert.deepEqual(names(await checkAmong(files, written, maker({ net: 'far.yaml' }))), ['net/wan'])
  })

  test('a missing child or a circle of children is reported at the transform', async () => {
    const missing = said(await checkAmong(files, text, maker({ net: 'none.yaml' })))
    assert.deepEqual(missing, ['2:12 test/no-file there is no file none.yaml'])
    const circle = { ...files, 'made.yaml': 'include: { again: { path: made.yaml } }' }
    const [first] = said(await checkAmong(circle, text, maker({ more: 'made.yaml' })))
    assert.match(first ?? '', /blueprint\/include-cycle/)
  })
})

/** The attempts of the last check. */
function attempts(): string[] {
  return told.map(({ method, attempt, code, reasons }) => `${method} ${attempt} ${code} ${reasons.join(', ')}`)
}
