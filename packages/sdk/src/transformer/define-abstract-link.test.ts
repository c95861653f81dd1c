import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DocumentMap, type DocumentNode, documentAt } from '@slipway/model'
import * as z from 'zod'
import { transformerPage } from '../reference-page.ts'
import { defineAbstractLink, defineAbstractResource, defineTransformer, type LinkedTo } from '../index.ts'

const seen: LinkedTo[] = []
const ship = defineAbstractResource({
  type: 'fleet/ship',
  schema: z.object({}),
  expand({ linksTo, linkedFrom }) {
    seen.push(...linksTo, ...linkedFrom)
    return { resources: {} }
  },
})
const escorts = defineAbstractLink({
  a: ship,
  b: ship,
  annotations: {
    'fleet.<resourceName>.side': { on: 'b', type: 'string', default: 'port' },
    'fleet.speed': { on: 'a', type: 'integer' },
  },
  cardinality: { b: { max: 2 } },
})
const fleet = (...links: ReturnType<typeof defineAbstractLink>[]) =>
  defineTransformer({ id: 'acme/fleet', version: '1.0.0', transform: 'fleet', resources: [ship], links, log() {} })

function map(members: Record<string, DocumentNode>): DocumentMap {
  return { kind: 'map', entries: Object.entries(members).map(([key, value]) => ({ key, value })) }
}

describe('a link between abstract resources', () => {
  test('reaches the engine as it was defined', async () => {
    const type = 'fleet/ship::fleet/ship'
    const asked = { abstractResourceTypes: [], abstractLinkTypes: [type, 'fleet/ship::fleet/crew'] }
    const { abstractLinkTypeNames, abstractLinkTypes } = await fleet(escorts).define(asked)
    assert.deepEqual(abstractLinkTypeNames, [type])
    const { [type]: definition, ...others } = abstractLinkTypes ?? {}
    assert.deepEqual({ ...others }, {})
    assert.deepEqual(definition?.cardinality, { a: { min: 0, max: 0 }, b: { min: 0, max: 2 } })
    assert.deepEqual(Object.keys(definition?.annotations ?? {}), [
      'fleet/ship::fleet.<resourceName>.side',
      'fleet/ship::fleet.speed',
    ])
  })

  test('passes the annotations to both ends, with the defaults', async () => {
    const type: DocumentNode = { kind: 'scalar', value: 'fleet/ship' }
    const annotations = map({ 'fleet.speed': { kind: 'scalar', value: 12 } })
    const resources = map({ a: map({ type, metadata: map({ annotations }) }), b: map({ type }) })
    const blueprint = map({ resources })
    const link = { from: 'a', to: 'b', fromType: 'fleet/ship', toType: 'fleet/ship', labels: [] }
    const graph = { links: [link], resources: { a: 'abstract', b: 'abstract' } } as const
    const { blueprint: made } = await fleet(escorts).transform({
      blueprint,
      graph,
      context: { config: {}, variables: {} },
    })
    assert.deepEqual(documentAt(made, 'resources'), map({}))
    const said = { 'fleet.<resourceName>.side': 'port', 'fleet.speed': 12 }
    assert.deepEqual(
      seen.map(({ name, annotations: told }) => [name, { ...told }]),
      [
        ['b', said],
        ['a', said],
      ],
    )
  })

  test('has an abstract end, and annotations about another resource', () => {
    const foreign = defineAbstractLink({ a: 'local/file', b: 'local/file' })
    assert.throws(() => fleet(foreign), { code: 'sdk/no-abstract-end' })
    const name = '<resourceName>.<resourceName>'
    const annotations = { [name]: { on: 'a', type: 'string' } } as const
    assert.throws(() => defineAbstractLink({ a: ship, b: ship, annotations }), { code: 'sdk/bad-annotation' })
  })

  test('has its place in its transformer’s reference page', async () => {
    const page = await transformerPage(fleet(escorts))
    assert.match(page, /for blueprints with `transform: fleet`/)
    assert.match(page, /## fleet\/ship::fleet\/ship \(link\)/)
    assert.match(page, /\| `fleet\.<resourceName>\.side` of a fleet\/ship \| string \| default `"port"` \|/)
    assert.match(page, /Links of a fleet\/ship: at most 2\./)
  })
})
