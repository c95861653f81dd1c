import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LinkTypeDefinition } from '@slipway/model'
import { renderDiagnostic } from '@slipway/source'
import type { Blueprint } from '../../language/declarations.ts'
import { checkBlueprint } from '../../expand/check-blueprint.ts'
import { blueprintOf, testProvider } from '../../testing/definitions.ts'

const none = { min: 0, max: 0 }

function provider(more: Partial<LinkTypeDefinition> = {}, activating = false) {
  const type = 'test/server::test/file'
  const link: LinkTypeDefinition = {
    type,
    kind: 'soft',
    annotations: {},
    cardinality: { a: none, b: none },
    provides: [],
    requires: [],
    ...more,
  }
  const server = testProvider.resourceTypes['test/server']
  assert.ok(server?.schema.attributes?.['args'])
  const items = { type: 'string', activatesLinkOnReference: activating } as const
  const attributes = { ...server.schema.attributes, args: { type: 'array', items } as const }
  const resourceTypes = {
    ...testProvider.resourceTypes,
    'test/server': { ...server, schema: { ...server.schema, attributes } },
  }
  return { ...testProvider, resourceTypes, linkTypeNames: [type], linkTypes: { [type]: link } }
}

function check(text: string, definition = provider()) {
  return checkRead(blueprintOf(text), definition)
}

function checkRead(blueprint: Blueprint, definition = provider()) {
  const { checked, diagnostics } = checkBlueprint(blueprint, new Map([['test', definition]]), new Map())
  const said = diagnostics.map(({ file: _file, range: _range, ...rest }) => renderDiagnostic(rest))
  return { links: checked?.links?.map(({ name }) => name) ?? [], checked, said }
}

const file = (name: string, labels = '{ app: site }') =>
  `  ${name}: { type: test/file, metadata: { labels: ${labels} }, spec: { path: ${name}, content: c } }\n`

const server = (selector: string, more = '', spec = 'port: 80') =>
  `  web: { type: test/server, ${selector} ${more} spec: { ${spec} } }\n`

const selecting = (more = '') => server(`linkSelector: { byLabel: { app: site } ${more} },`)

describe('links', () => {
  test('lead to all resources of a linkable type with all the labels, except excluded ones', () => {
    const files = `${file('a')}${file('b')}${file('c', '{ app: other }')}`
    assert.deepEqual(check(`resources:\n${selecting()}${files}`).links, ['web::a', 'web::b'])
    assert.deepEqual(check(`resources:\n${selecting(', exclude: [a]')}${files}`).links, ['web::b'])
    assert.deepEqual(check(`resources:\n${selecting(', exclude: a')}${files}`).links, ['web::b'])
    const two = server('linkSelector: { byLabel: { app: site, tier: one } },')
    assert.deepEqual(check(`resources:\n${two}${file('a')}${file('b', '{ app: site, tier: one }')}`).links, ['web::b'])
  })

  test('lead from and to each item of an "each", and its name excludes all items', () => {
    const many = `  f: { type: test/file, each: "\${list(1, 2)}", metadata: { labels: { app: site } }, spec: { path: "\${i}", content: c } }\n`
    assert.deepEqual(check(`resources:\n${selecting()}${many}`).links, ['web::f_0', 'web::f_1'])
    assert.deepEqual(check(`resources:\n${selecting(', exclude: [f]')}${many}`).links, [])
  })

  test('exclude everything that a transformer derives from an excluded resource', () => {
    const blueprint = blueprintOf(`resources:\n${selecting(', exclude: [site]')}${file('site_a')}${file('b')}`)
    const madeFrom = { resource: 'site', type: 'acme/site', transform: 'sites' }
    const resources = Array.from(blueprint.resources, ([name, resource]) => {
      return [name, name === 'site_a' ? { ...resource, madeFrom } : resource] as const
    })
    assert.deepEqual(checkRead({ ...blueprint, resources: new Map(resources) }).links, ['web::b'])
  })

  test('are created once by a reference in a link field', () => {
    const spec = 'port: 80, args: ["${a.spec.path}", "${a.spec.sha256}"], env: { other: "${b.spec.path}" }'
    const resources = `resources:\n${server('', '', spec)}${file('a')}${file('b')}`
    assert.deepEqual(check(resources).links, [])
    assert.deepEqual(check(resources, provider({}, true)).links, ['web::a'])
    const both = `resources:\n${server('linkSelector: { byLabel: { app: site } },', '', spec)}${file('a')}${file('b')}`
    assert.deepEqual(check(both, provider({}, true)).links, ['web::a', 'web::b'])
  })

  test('may end at a resource with an open condition', () => {
    const maybe = `  b: { type: test/file, condition: "\${eq(a.spec.size, 1)}", metadata: { labels: { app: site } }, spec: { path: b, content: c } }\n`
    const text = `resources:\n${selecting(', exclude: [a]')}${file('a')}${maybe}`
    assert.deepEqual([check(text).links, check(text).said], [['web::b'], []])
  })

  test('that are hard delay one end until the other exists', () => {
    const text = `resources:\n${selecting()}${file('a')}`
    assert.deepEqual(check(text).checked?.resources.get('web')?.dependsOn, [])
    const first = (priority: 'a' | 'b') => check(text, provider({ kind: 'hard', priority })).checked?.resources
    assert.deepEqual(first('b')?.get('web')?.dependsOn, ['a'])
    assert.deepEqual(first('a')?.get('a')?.dependsOn, ['web'])
    assert.deepEqual(check(text, provider({ priority: 'b' })).checked?.resources.get('web')?.dependsOn, [])
    const back = `resources:\n${server('linkSelector: { byLabel: { app: site } },', '', 'port: 80, args: ["${a.spec.path}"]')}${file('a')}`
    assert.match(check(back, provider({ kind: 'hard', priority: 'a' })).said.join(), /in a circle/)
  })

  test('that match nothing cause a warning', () => {
    assert.match(check(`resources:\n${selecting()}${file('a', '{ app: other }')}`).said.join(), /links it to nothing/)
    assert.match(check(`resources:\n${server('linkSelector: { byLabel: {} },')}`).said.join(), /needs "byLabel"/)
  })

  test('are limited in number over the whole blueprint', () => {
    const many = `resources:\n${selecting()}${file('a')}${file('b')}`
    const atMost = check(many, provider({ cardinality: { a: { min: 0, max: 1 }, b: none } }))
    assert.match(atMost.said.join(), /"web" has 2 links of the type test\/server::test\/file, but may have at most 1/)
    const atLeast = check(many, provider({ cardinality: { a: none, b: { min: 2, max: 0 } } }))
    assert.match(atLeast.said.join(), /"a" has 1 link .* at least 2/)
  })

  test('require annotations of the right type and value', () => {
    const annotations = {
      'test/server::files.mode': {
        name: 'files.mode',
        type: 'string',
        allowedValues: ['read', 'write'],
        required: true,
      },
      'test/server::files.<resourceName>.port': { name: 'files.<resourceName>.port', type: 'integer' },
    } as const
    const said = (written: string) =>
      check(
        `resources:\n${server('linkSelector: { byLabel: { app: site } },', `metadata: { annotations: { ${written} } },`)}${file('a')}`,
        provider({ annotations }),
      ).said.join()
    assert.match(said('other: 1'), /the link web::a needs the annotation "files.mode" of "web"/)
    assert.match(said('files.mode: delete'), /cannot be "delete".*read, write/s)
    assert.match(said('files.mode: read, files.a.port: many'), /"files.a.port" of "web" must be of the type integer/)
    assert.equal(said('files.mode: read, files.a.port: 1, files.b.port: x'), '')
  })

  test('are refused if they require what no other link provides', () => {
    const requires = [{ name: 'test/up', end: 'a', mustExist: true } as const]
    assert.match(
      check(`resources:\n${selecting()}${file('a')}`, provider({ requires })).said.join(),
      /needs "test\/up" of "web"/,
    )
  })

  test('are read by the function link, if they exist', () => {
    const ofValue = (call: string) =>
      check(`resources:\n${selecting()}${file('a')}values: { x: { type: object, value: "\${${call}}" } }\n`)
    assert.deepEqual(ofValue('link(web, a)').said, [])
    assert.deepEqual(ofValue('link(\\"web\\", \\"a\\")').said, [])
    assert.match(ofValue('link(a, web)').said.join(), /"a" is not linked to "web".*the other way round/s)
    assert.match(ofValue('link(values.x, a)').said.join(), /takes|link reads the link between two resources/)
    const reader = `  page: { type: test/file, spec: { path: p, content: "\${link(web, a).role}" } }\n`
    const { checked } = check(`resources:\n${selecting()}${file('a')}${reader}`)
    const page = checked?.resources.get('page')
    assert.deepEqual([page?.dependsOn, page?.links], [['web', 'a'], ['web::a']])
    const circle = server(
      'linkSelector: { byLabel: { app: site } },',
      '',
      'port: 80, env: { x: "${link(web, a).role}" }',
    )
    assert.match(check(`resources:\n${circle}${file('a')}`).said.join(), /depends on itself|in a circle/)
  })
})
