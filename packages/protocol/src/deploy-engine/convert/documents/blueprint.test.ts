import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'

import { documentAt, type DocumentMap, type DocumentNode, type Substitution } from '@slipway/model'

import { decode, encode } from '../../../wire/codec/message.ts'
import { Blueprint } from '../../gen/schema.ts'
import { blueprintFromWire, blueprintToWire } from './blueprint.ts'

const name = fc.stringMatching(/^[a-z_][a-zA-Z0-9_-]{0,8}$/)
const place = fc.record({ line: fc.integer({ min: 1, max: 9999 }), column: fc.integer({ min: 1, max: 999 }) })
const scalar = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: 2n ** 60n, max: 2n ** 63n - 1n }),
)
const step = fc.oneof(name, fc.nat(1000))
const reference = fc.oneof(
  fc.record({
    kind: fc.constant('reference' as const),
    to: fc.constantFrom('resource' as const, 'value' as const, 'child' as const),
    name,
    path: fc.array(step, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('reference' as const),
    to: fc.constant('datasource' as const),
    name,
    path: fc.tuple(name, fc.nat(9)),
  }),
  fc.record({
    kind: fc.constant('reference' as const),
    to: fc.constant('variable' as const),
    name,
    path: fc.constant([]),
  }),
  fc.constant({ kind: 'reference', to: 'index', name: '', path: [] } as const),
)

const { substitution } = fc.letrec<{ substitution: Substitution }>((tie) => ({
  substitution: fc.oneof(
    { maxDepth: 3 },
    reference,
    fc.record({ kind: fc.constant('literal' as const), value: fc.oneof(scalar, fc.constant(null)) }),
    fc.record({
      kind: fc.constant('call' as const),
      name,
      args: fc.array(
        fc.record({ value: tie('substitution'), name }, { requiredKeys: ['value'] }) as fc.Arbitrary<{
          value: Substitution
        }>,
        { minLength: 1, maxLength: 3 },
      ),
    }),
  ),
}))

/** Text with a substitution in it: text without one would come back as another kind of node. */
const text = fc.tuple(fc.string({ minLength: 1 }), substitution).map((parts): DocumentNode => ({ kind: 'text', parts }))

const { node } = fc.letrec<{ node: DocumentNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constant('scalar' as const), value: scalar, place }, { requiredKeys: ['kind', 'value'] }),
    text,
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('node'), { maxLength: 4 }) }),
    fc
      .uniqueArray(name, { maxLength: 4 })
      .chain((keys) => fc.tuple(...keys.map((key) => fc.record({ key: fc.constant(key), value: tie('node'), place }))))
      .map((entries): DocumentNode => ({ kind: 'map', entries })),
  ) as fc.Arbitrary<DocumentNode>,
}))

function map(members: Record<string, DocumentNode>): DocumentMap {
  return { kind: 'map', entries: Object.entries(members).map(([key, value]) => ({ key, value })) }
}

function text1(value: string | boolean): DocumentNode {
  return { kind: 'scalar', value }
}

function overTheWire(document: DocumentMap): DocumentMap {
  return blueprintFromWire(decode(Blueprint, encode(Blueprint, blueprintToWire(document))))
}

/** Sorts map entries by key: the wire keeps no order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const)
  const plain = Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  if (!Array.isArray(plain['entries'])) return plain
  const entries = (plain['entries'] as { key: string }[]).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { ...plain, entries }
}

describe('a blueprint on the wire', () => {
  test('comes back as it was sent, with any values', () => {
    fc.assert(
      fc.property(node, text, fc.boolean(), (spec, label, secret) => {
        const document = map({
          version: text1('2025-11-02'),
          transform: { kind: 'list', items: [text1('a'), text1('b')] },
          variables: map({ v: map({ type: text1('string'), secret: text1(secret), default: text1('x') }) }),
          values: map({ value: map({ type: text1('object'), value: spec }) }),
          datasources: map({
            source: map({
              type: text1('a/b'),
              filter: {
                kind: 'list',
                items: [map({ field: text1('f'), operator: text1('in'), search: { kind: 'list', items: [label] } })],
              },
              exports: map({ e: map({ type: text1('string'), aliasFor: text1('g') }) }),
            }),
          }),
          resources: map({
            r: map({
              type: text1('a/c'),
              description: label,
              metadata: map({
                displayName: label,
                labels: map({ l: text1('m') }),
                annotations: map({ a: label }),
                custom: spec,
              }),
              dependsOn: { kind: 'list', items: [text1('q')] },
              condition: map({ and: { kind: 'list', items: [label, map({ not: text1(secret) })] } }),
              each: label,
              linkSelector: map({ byLabel: map({ l: text1('m') }), exclude: { kind: 'list', items: [text1('z')] } }),
              spec,
              removalPolicy: text1('retain'),
            }),
          }),
          exports: map({ e: map({ type: text1('string'), field: text1('resources.r.spec.x') }) }),
          metadata: spec,
        })
        assert.deepEqual(sorted(overTheWire(document)), sorted(document))
      }),
      { numRuns: 300 },
    )
  })

  test('keeps the language’s short forms', () => {
    const one = map({
      type: text1('a/b'),
      filter: map({ field: text1('f'), operator: text1('='), search: text1('x') }),
      exports: text1('*'),
    })
    const got = overTheWire(map({ version: text1('1'), transform: text1('a'), datasources: map({ one }) }))
    assert.deepEqual(documentAt(got, 'transform'), { kind: 'list', items: [text1('a')] })
    const source = documentAt(documentAt(got, 'datasources'), 'one')
    assert.deepEqual(documentAt(source, 'exports'), text1('*'))
    assert.equal(documentAt(source, 'filter')?.kind, 'list')
    // Where the wire allows only text, a list travels as the call that makes it.
    const each: DocumentNode = { kind: 'list', items: [text1('a'), map({ b: text1('c') })] }
    const resources = map({ r: map({ type: text1('a/b'), each, spec: map({}) }) })
    const made = documentAt(documentAt(documentAt(overTheWire(map({ resources })), 'resources'), 'r'), 'each')
    assert.equal(made?.kind === 'text' && typeof made.parts[0] === 'object' && made.parts[0].kind, 'call')
  })

  test('of more levels than anybody writes is refused', () => {
    const deep = (levels: number): DocumentNode =>
      levels === 0 ? text1('x') : { kind: 'list', items: [deep(levels - 1)] }
    assert.throws(() => overTheWire(map({ metadata: deep(101) })), /nested deeper than 100/)
    assert.ok(overTheWire(map({ metadata: deep(90) })))
  })
})
