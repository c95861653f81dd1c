/** A transformer's rules for links apply to blueprints before they are transformed. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LinkTypeDefinition } from '@slipway/model'
import { checkWith, definitionOf, FakeTransformer, said } from '../testing/fake-transformer.ts'

const type = 'acme/service::acme/service'
const calls: LinkTypeDefinition = {
  type,
  kind: 'soft',
  annotations: {
    'acme/service::acme.<resourceName>.weight': {
      name: 'acme.<resourceName>.weight',
      type: 'integer',
      required: true,
      appliesTo: 'a',
    },
  },
  cardinality: { a: { min: 0, max: 0 }, b: { min: 0, max: 1 } },
  provides: [],
  requires: [],
}

function transformer(): FakeTransformer {
  const abstract = { abstractLinkTypeNames: [type, 'acme/service::acme/other'], abstractLinkTypes: { [type]: calls } }
  const nothing = { key: 'resources', value: { kind: 'map', entries: [] } } as const
  return new FakeTransformer({ ...definitionOf('services', 'acme/service'), ...abstract }, (blueprint) => ({
    ...blueprint,
    entries: blueprint.entries.map((entry) => (entry.key === 'resources' ? nothing : entry)),
  }))
}

const text = (annotations: string, more = '') => `version: 2025-11-02
transform: services
variables:
  heavy: { type: integer, default: 3 }
resources:
  web:
    type: acme/service
    metadata: { annotations: ${annotations} }
    linkSelector: { byLabel: { app: back } }
    spec: { port: 80 }
  back:
    type: acme/service
    metadata: { labels: { app: back } }
    spec: { port: 81 }
${more}`

const wrong = async (blueprint: string): Promise<readonly string[]> => {
  const one = transformer()
  const found = said(await checkWith(blueprint, one))
  assert.equal(one.seen.length, 0)
  return found
}

const between = (name: string, rest: string) => `  ${name}: { type: test/server, ${rest}, spec: { port: 1 } }\n`

describe('a link between abstract resources', () => {
  test('is checked by its transformer’s definition, which alone is requested', async () => {
    const one = transformer()
    const { diagnostics, checked } = await checkWith(text("{ acme.back.weight: '${variables.heavy}' }"), one)
    assert.deepEqual(diagnostics, [])
    assert.equal(checked?.resources.size, 0)
    assert.deepEqual(
      one.asked.map(({ abstractLinkTypes }) => abstractLinkTypes),
      [undefined, [type]],
    )
    assert.equal(one.seen.length, 1)
  })

  test('is the only kind of link that a transformer is asked about', async () => {
    const own = text('{ acme.back.weight: 1 }')
    const others =
      between('a', 'linkSelector: { byLabel: { to: b } }') + between('b', 'metadata: { labels: { to: b } }')
    const one = transformer()
    await checkWith(own + others, one)
    assert.deepEqual(one.seenLinks, ['web::back'])
    assert.deepEqual(
      one.seen[0]?.graph.links.map(({ from, to }) => `${from}::${to}`),
      ['web::back', 'a::b'],
    )
  })

  test('that breaks the rules is refused at its place before the transform', async () => {
    assert.deepEqual(await wrong(text('{}')), [
      '6:3 blueprint/link-annotation the link web::back needs the annotation "acme.back.weight" of "web"',
    ])
    assert.deepEqual(await wrong(text('{ acme.back.weight: much }')), [
      '8:50 blueprint/link-annotation the annotation "acme.back.weight" of "web" must be of the type integer',
    ])
    const second = `  app:
    type: acme/service
    metadata: { annotations: { acme.back.weight: 1 } }
    linkSelector: { byLabel: { app: back } }
    spec: { port: 82 }
`
    assert.deepEqual(await wrong(text('{ acme.back.weight: 2 }', second)), [
      `11:3 blueprint/link-cardinality "back" has 2 links of the type ${type}, but may have at most 1`,
    ])
  })
})
