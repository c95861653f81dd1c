import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentAt, type DocumentMap, type DocumentNode } from '@slipway/model'
import { expandDocument } from './expand-document.ts'
import { reference } from './blueprint-texts.ts'

function map(members: Record<string, DocumentNode>): DocumentMap {
  return { kind: 'map', entries: Object.entries(members).map(([key, value]) => ({ key, value })) }
}

const scalar = (value: string | boolean): DocumentNode => ({ kind: 'scalar', value })

const slipway = (options: Record<string, DocumentNode>) =>
  map({ custom: map({ slipway: map(options), other: map({}) }) })

const shop = (metadata: DocumentNode) => map({ type: scalar('shops/shop'), metadata, spec: map({}) })

const sign: DocumentNode = {
  kind: 'text',
  parts: [{ kind: 'reference', to: 'resource', name: 'tea', path: ['spec', 'sign'] }],
}

const at = (node: DocumentNode | undefined, ...path: string[]) =>
  path.reduce<DocumentNode | undefined>((inside, key) => documentAt(inside, key), node)

const made = (name: string) => ({
  resources: {
    [`${name}_sign`]: { type: 'local/file', metadata: { custom: { slipway: { provider: 'eu' } } }, spec: {} },
  },
  outputs: { sign: reference('resources', `${name}_sign`, 'spec', 'path') },
})

test('the results of an abstract resource have its options, with references to the new resources', () => {
  const blueprint = map({
    resources: map({
      tea: shop(map({})),
      fruit: shop(
        slipway({
          protect: scalar(true),
          aliases: scalar('old'),
          version: scalar('^2.0'),
          replaceTriggeredBy: sign,
          provider: scalar('us'),
        }),
      ),
    }),
  })
  const expansions = new Map(['tea', 'fruit'].map((name) => [name, made(name)]))
  const { blueprint: result, diagnostics } = expandDocument(blueprint, expansions)
  assert.deepEqual(diagnostics, [])
  const options = at(result, 'resources', 'fruit_sign', 'metadata', 'custom', 'slipway')
  assert.deepEqual(options?.kind === 'map' && options.entries.map(({ key }) => key), [
    'provider',
    'protect',
    'replaceTriggeredBy',
  ])
  assert.deepEqual(at(options, 'provider'), scalar('eu'))
  const trigger = at(options, 'replaceTriggeredBy')
  assert.match(JSON.stringify(trigger), /"name":"tea_sign","path":\["spec","path"\]/)
  assert.deepEqual(
    at(result, 'resources', 'tea_sign', 'metadata', 'custom', 'slipway'),
    map({ provider: scalar('eu') }),
  )
})
