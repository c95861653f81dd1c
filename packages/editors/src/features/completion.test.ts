import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readBlueprint } from '@slipway/engine'
import { testProvider } from '../testing.ts'
import { complete } from './completion.ts'
import { Known } from './known.ts'

const known = new Known([testProvider])
const noChildren = (): undefined => undefined

/** The labels that are offered at the `|`, and the text that they would replace. */
function offered(
  file: string,
  marked: string,
  lastText = '',
): { readonly labels: readonly string[]; readonly replaced: string } {
  const offset = marked.indexOf('|')
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  const { blueprint } = readBlueprint(file, lastText === '' ? text : lastText)
  const found = complete(file, text, offset, { known, lastRead: blueprint, children: noChildren })
  if (found === undefined) return { labels: [], replaced: '' }
  return { labels: found.items.map(({ label }) => label), replaced: text.slice(found.start, found.end) }
}

const yaml = (text: string, last?: string) => offered('a.blueprint.yaml', `version: 2025-11-02\n${text}`, last)
const json = (text: string) => offered('a.blueprint.json', text)
const bp = (text: string, last?: string) => offered('a.bp', `version "2025-11-02"\n${text}`, last)

function includes(found: readonly string[], ...wanted: readonly string[]): void {
  for (const one of wanted) assert.ok(found.includes(one), `${one} is not among ${found.join(', ')}`)
}

describe('YAML', () => {
  test('a word without end', () => {
    const word = 'a'.repeat(200_000)
    includes(yaml(`# ${word} \nre|`).labels, 'resources')
    assert.equal(yaml(`resources:\n  ${word}|`).replaced, word)
  })

  test('types, with or without the rest of the resource', () => {
    for (const text of ['resources:\n  a:\n    type: |', 'resources:\n  a:\n    type: shop/th|\n    spec: { name: x }'])
      includes(yaml(text).labels, 'shop/thing', 'shop/empty')
    assert.equal(yaml('resources:\n  a:\n    type: shop/th|\n').replaced, 'shop/th')
    includes(yaml('datasources: { a: { type: | } }').labels, 'shop/stock')
    includes(yaml('variables:\n  a:\n    type: |').labels, 'string', 'boolean')
  })

  test('missing fields', () => {
    includes(yaml('re|').labels, 'resources', 'exports')
    const fields = yaml('resources:\n  a:\n    type: shop/thing\n    |').labels
    includes(fields, 'spec', 'dependsOn', 'removalPolicy')
    assert.ok(!fields.includes('type'))
    includes(yaml('resources:\n  a:\n    type: shop/thing\n    metadata:\n      |').labels, 'labels')
    const options = yaml('resources:\n  a:\n    type: shop/thing\n    options:\n      |').labels
    includes(options, 'protect', 'eachKey', 'preconditions')
    assert.deepEqual(yaml('datasources:\n  a:\n    type: shop/stock\n    options:\n      |').labels, ['provider'])
    assert.deepEqual(yaml('resources:\n  a:\n    options:\n      protect: |').labels, ['true', 'false'])
    includes(bp('resource a: shop/thing {\n    options {\n        |\n    }\n}').labels, 'protect')
  })

  test('properties of the spec, at any depth, without computed ones', () => {
    const spec = 'resources:\n  a:\n    type: shop/thing\n    spec:\n'
    const properties = yaml(`${spec}      name: x\n      |`).labels
    includes(properties, 'size', 'where')
    assert.ok(!properties.includes('id') && !properties.includes('name'))
    includes(yaml(`${spec}      |`).labels, 'name')
    includes(yaml(`${spec}      where:\n        sh|`).labels, 'shelf')
    includes(yaml('resources: { a: { type: shop/thing, spec: { na| } } }').labels, 'name')
    assert.deepEqual(yaml(`${spec}      kind: |`).labels, ['big', 'small'])
    assert.deepEqual(yaml(`${spec}      fragile: |`).labels, ['true', 'false'])
  })

  test('references and functions inside of expressions', () => {
    const before = 'variables: { who: { type: string } }\nresources:\n  a: { type: shop/thing, spec: { name: x } }\n'
    const after = (text: string) => yaml(`${before}  b:\n    type: shop/thing\n    spec:\n      name: ${text}\n`).labels
    includes(after('"${|}"'), 'variables', 'resources', 'a', 'join', 'price')
    assert.deepEqual(after('${variables.|'), ['who'])
    includes(after('${resources.|}'), 'a', 'b')
    assert.deepEqual(after('${a.|}'), ['spec', 'metadata'])
    includes(after('${to_upper(resources.a.spec.|)}'), 'name', 'id')
    includes(after('${a.spec.where.|'), 'shelf')
    assert.deepEqual(after('done ${a.spec.name} |'), [])
    const net = before.replace(
      '{ who: { type: string } }',
      '{ net: { type: object, properties: { cidr: string, ports: { type: list } } } }',
    )
    assert.deepEqual(yaml(`${net}exports:\n  a: { type: string, field: variables.net.| }\n`).labels, ['cidr', 'ports'])
    const inside = 'variables:\n  net:\n    type: list\n    items:\n      '
    includes(yaml(`${inside}type: |`).labels, 'string', 'map')
    includes(yaml(`${inside}type: object\n      properties:\n        a:\n          |`).labels, 'required', 'default')
  })

  test('parameters inside of short functions, and everything after a map', () => {
    const head = 'exports:\n  a: { type: string, field: x }\nvalues:\n  v:\n    type: array\n    value: '
    includes(yaml(`${head}\${map(values.x, item => it|)}`).labels, 'item', 'variables', 'merge')
    includes(yaml(`${head}\${map(values.x, (each, at) => { k = 1, n = a| })}`).labels, 'each', 'at')
    includes(yaml(`${head}\${merge({ a = 1 }, va|)}`).labels, 'values')
    assert.deepEqual(yaml(`${head}\${map(values.x, item => item)} va|`).labels.includes('item'), false)
    includes(bp('value v: array {\n  value = map(values.x, item => i|)\n}').labels, 'item')
  })

  test('names where names are expected', () => {
    const data = 'datasources:\n  n:\n    type: shop/stock\n    filter:\n      '
    assert.deepEqual(yaml(`${data}field: |`).labels, ['name'])
    assert.deepEqual(yaml(`${data}field: name\n      operator: |`).labels, ['=', 'in'])
    includes(yaml('datasources: { n: { type: shop/stock, exports: { | } } }').labels, 'count')
    includes(
      yaml('resources:\n  a: { type: shop/empty }\n  b:\n    type: shop/empty\n    dependsOn:\n      - |').labels,
      'a',
    )
    includes(yaml('resources:\n  a: { type: shop/empty }\nexports:\n  x:\n    type: string\n    field: |').labels, 'a')
  })

  test('an unreadable text keeps its earlier names', () => {
    const last = 'version: 2025-11-02\nresources: { a: { type: shop/thing, spec: { name: x } } }'
    includes(yaml('resources: { a: { type: shop/thing, spec: { name: ${|', last).labels, 'a')
  })
})

const resource = (inside: string): string => `{ "version": "2025-11-02", "resources": { "a": { ${inside} } } }`

describe('JSON', () => {
  test('types, fields, properties and references', () => {
    includes(json(resource('"type": "|"')).labels, 'shop/thing')
    assert.equal(json(resource('"type": "shop/|"')).replaced, 'shop/')
    includes(json(resource('"type": "shop/thing", "|"')).labels, 'spec')
    includes(json(resource('"type": "shop/thing", "spec": { "na|" }')).labels, 'name')
    includes(json(resource('"type": "shop/thing", "spec": { "kind": "|" }')).labels, 'big')
    includes(json(resource('"type": "shop/thing", "spec": { "name": "${a.spec.|}" }')).labels, 'id')
  })
})

describe('the blueprint language', () => {
  test('words, types, fields and properties', () => {
    includes(bp('\nres|').labels, 'resource', 'export')
    includes(bp('resource a: |').labels, 'shop/thing')
    assert.equal(bp('resource a: shop/th|').replaced, 'shop/th')
    includes(bp('data n: |').labels, 'shop/stock')
    includes(bp('variable v: str| {\n}').labels, 'string')
    includes(bp('resource a: shop/thing {\n    |\n}').labels, 'spec', 'dependsOn')
    includes(bp('resource a: shop/thing {\n    spec {\n        |\n    }\n}').labels, 'name', 'kind')
  })

  test('expressions, bare and inside of text', () => {
    const a = 'resource a: shop/thing {\n    spec {\n        name = "x"\n    }\n}\n'
    const last = `version "2025-11-02"\n${a}`
    const b = (text: string) =>
      bp(`${a}resource b: shop/thing {\n    spec {\n        name = ${text}\n    }\n}`, last).labels
    includes(b('a.spec.|'), 'id')
    includes(b('"at ${a.spec.|}"'), 'id')
    includes(b('to_upper(|)'), 'a', 'join')
    assert.deepEqual(b('"plain |"'), [])
  })
})

test('no text makes it fail, at any cursor position', () => {
  const texts = [
    '',
    '{',
    'a: [',
    '"${',
    'resources:\n  a:\n   - {',
    'resource x: {{{ "',
    '\0',
    'version: "2025',
    '}}}}',
  ]
  for (const text of texts) {
    for (const file of ['a.yaml', 'a.json', 'a.bp']) {
      for (let offset = 0; offset <= text.length; offset++)
        complete(file, text, offset, { known, lastRead: undefined, children: noChildren })
    }
  }
})
