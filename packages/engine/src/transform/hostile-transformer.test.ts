import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DocumentNode } from '@slipway/model'
import { checkWith, definitionOf, FakeTransformer } from '../testing/fake-transformer.ts'

const text = `version: 2025-11-02
transform: services
resources:
  web:
    type: acme/service
    spec: { port: 8080 }
  other: { type: test/file, spec: { path: /tmp/x, content: x } }
`

const anyNode = fc.letrec<{ node: DocumentNode }>((tie) => {
  const place = fc.record({ line: fc.integer(), column: fc.integer(), endLine: fc.nat(), endColumn: fc.nat() })
  const key = fc.oneof(
    fc.constantFrom('version', 'resources', 'type', 'spec', 'web', 'each', 'path', 'exports'),
    fc.string(),
  )
  return {
    node: fc.oneof(
      { maxDepth: 5 },
      fc.record({
        kind: fc.constant('scalar'),
        value: fc.oneof(fc.string(), fc.constant('test/file'), fc.integer()),
        place,
      }),
      fc.record({
        kind: fc.constant('text'),
        parts: fc.array(
          fc.oneof(
            fc.string(),
            fc.record({
              kind: fc.constant('reference'),
              to: fc.constant('resource'),
              name: fc.string(),
              path: fc.array(fc.string()),
            }),
            fc.constant({ kind: 'call', name: 'map', args: [] }),
          ),
        ),
      }),
      fc.record({ kind: fc.constant('list'), items: fc.array(tie('node')), place }),
      fc.record({
        kind: fc.constant('map'),
        entries: fc.uniqueArray(fc.record({ key, value: tie('node'), place }), { selector: (entry) => entry.key }),
      }),
    ) as fc.Arbitrary<DocumentNode>,
  }
}).node

test('any output of a transformer is checked, and its mistakes have places in the blueprint', async () => {
  const entries = fc.uniqueArray(
    fc.record({
      key: fc.constantFrom('version', 'resources', 'values', 'exports', 'datasources', 'transform', 'x'),
      value: anyNode,
    }),
    { selector: ({ key }) => key },
  )
  await fc.assert(
    fc.asyncProperty(entries, async (given) => {
      const hostile = new FakeTransformer(definitionOf('services', 'acme/service'), () => ({
        kind: 'map',
        entries: given,
      }))
      const { checked, diagnostics } = await checkWith(text, hostile)
      assert.ok(checked !== undefined || diagnostics.some(({ severity }) => severity === 'error'))
      for (const { range } of diagnostics) assert.ok(range === undefined || range.end.offset <= text.length)
    }),
    { numRuns: 200 },
  )
})
