import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  Unknown,
  equalValues,
  isSecret,
  isUnknown,
  secret,
  valueMap,
  type PropertySchema,
  type Value,
} from '@slipway/model'
import { checked, testProvider } from '../../testing/definitions.ts'
import { diffReality, diffSpec } from '../../spec/diff.ts'
import { checkValue, resolveSpec, withUnknownComputed } from './resolve-spec.ts'
import { scopeOf, unknownSources } from '../values/blueprint-scope.ts'

function specOf(spec: string, variables = ''): Readonly<Record<string, Value>> {
  const blueprint = checked(`${variables}\nresources:\n  a:\n    type: test/server\n    spec: ${spec}`)
  const resource = blueprint.resources.get('a')
  assert.ok(resource)
  const { spec: resolved, diagnostics } = resolveSpec(resource, scopeOf(blueprint, unknownSources()))
  assert.deepEqual(diagnostics, [])
  return resolved
}

test('defaults are filled in at every depth', () => {
  const expected = { port: 1, health: { http: '/', timeoutMs: 1000 }, host: 'localhost' }
  assert.ok(equalValues(specOf('{ port: 1, health: { http: / } }'), expected))
})

test('a spec without references is converted once per schema', () => {
  const blueprint = checked('resources: { a: { type: test/server, spec: { port: 1 } } }')
  const resource = blueprint.resources.get('a') ?? assert.fail()
  const resolve = (one: typeof resource) => resolveSpec(one, scopeOf(blueprint, unknownSources()))
  assert.equal(resolve(resource).spec, resolve(resource).spec)
  const schema: PropertySchema = { type: 'object', attributes: { port: { type: 'boolean' } } }
  const other = { ...resource, definition: { ...resource.definition, schema } }
  for (let each = 0; each < 2; each++) {
    // A repeated evaluation reports its problems again.
    assert.deepEqual(
      resolve(other).diagnostics.map(({ path }) => path),
      ['resources.a.spec.port'],
    )
  }
  assert.deepEqual(resolve(resource).diagnostics, [])
})

test('a nullable field is left to its provider if it is null, with or without a default', () => {
  const schema: PropertySchema = {
    type: 'object',
    attributes: {
      path: { type: 'string', nullable: true, default: '/', mustRecreate: true },
      mode: { type: 'string', default: '0644' },
    },
  }
  const literal = { kind: 'map', entries: [], origin: { start: 0, end: 0 } } as const
  const resource = { name: 'a', spec: literal, origin: literal.origin }
  const definition = { ...testProvider.resourceTypes['test/file'], type: 'test/role', schema }
  const { spec } = resolveSpec(
    { ...resource, definition } as Parameters<typeof resolveSpec>[0],
    scopeOf({ variables: new Map(), values: new Map() }, unknownSources()),
  )
  assert.deepEqual(Object.entries(spec), [['mode', '0644']])
  // Values that an earlier version sent, or that the provider computed, are no change.
  const recorded = valueMap([['path', '/'], ...Object.entries(spec)])
  assert.deepEqual(diffSpec(schema, recorded, spec).changes, [])
  assert.deepEqual(diffReality(schema, spec, recorded), [])
  assert.deepEqual(diffSpec(schema, valueMap([['path', '/x/']]), valueMap()).recreate, ['spec.path'])
})

test('a value of none is dropped from maps and lists', () => {
  const { args, env, secure } = specOf(
    '{ port: 1, secure: "${none}", args: [a, "${none}", b], env: { A: x, B: "${if(false, 1, none)}" } }',
  )
  assert.deepEqual(args, ['a', 'b'])
  assert.deepEqual(Object.entries(env as object), [['A', 'x']])
  assert.equal(secure, undefined)
})

test('numbers and booleans keep their spelling when they become text', () => {
  const { args, env } = specOf('{ port: 1, args: [1.10, 0644, 12345678901234567890, 1e3, true], env: { V: 2.0 } }')
  assert.deepEqual(args, ['1.10', '0644', '12345678901234567890', '1e3', 'true'])
  assert.deepEqual(Object.entries(env as object), [['V', '2.0']])
})

test('a value of a union keeps its type', () => {
  assert.deepEqual(
    [specOf('{ port: 1, restart: 3 }')['restart'], specOf('{ port: 1, restart: true }')['restart']],
    [3, true],
  )
})

test('a number keeps its spelling when a union turns it into text', () => {
  assert.deepEqual(specOf('{ port: 1, log: 1.10 }')['log'], '1.10')
  assert.deepEqual(Object.entries(specOf('{ port: 1, log: { file: 2.0 } }')['log'] as object), [['file', '2.0']])
})

test('sensitive fields and values derived from a secret are secret', () => {
  const spec = specOf(
    '{ port: 1, password: hunter2, args: ["--token=${variables.t}"] }',
    'variables: { t: { type: string, secret: true, default: x } }',
  )
  assert.ok(isSecret(spec['password']))
  const [argument] = spec['args'] as readonly Value[]
  assert.ok(isSecret(argument) && argument.value === '--token=x')
})

test('a free map accepts any value', () => {
  const { settings } = specOf('{ port: 1, settings: { a: [1, { b: true }], __proto__: x } }')
  assert.deepEqual(Object.keys(settings as object), ['a', '__proto__'])
})

test('computed fields are unknown in a planned spec', () => {
  const { schema } = testProvider.resourceTypes['test/server'] ?? assert.fail()
  const planned = withUnknownComputed(schema, { port: 1 }, 'resources.a.spec') as Record<string, Value>
  assert.deepEqual(Object.keys(planned), ['port', 'url', 'addresses'])
  assert.ok(isUnknown(planned['url']) && planned['url'].until === 'resources.a.spec.url')
})

describe('values that became known later', () => {
  const schema: PropertySchema = {
    type: 'object',
    attributes: {
      port: { type: 'integer', minimum: 1 },
      tags: {
        type: 'array',
        maxLength: 1,
        items: { type: 'object', required: ['name'], attributes: { name: { type: 'string', maxLength: 3 } } },
      },
      password: { type: 'string', sensitive: true, pattern: '^[a-z]+$' },
    },
  }
  const cases: readonly (readonly [Value, readonly string[]])[] = [
    [{ port: 8080 }, []],
    [{ port: new Unknown('x') }, []],
    [{ port: '8080' }, ['s.port: "port" must be an integer, but is the string "8080"']],
    [{ port: 0n }, ['s.port: "port" is the integer 0, but must be at least 1']],
    [{ tags: 'a' }, ['s.tags: "tags" must be a list, but is the string "a"']],
    [
      { tags: [{ name: 'long' }, {}] },
      [
        's.tags[0].name: "tags[0].name" has 4 characters, but may have at most 3',
        's.tags[1]: s needs "tags[1].name"',
        's.tags: "tags" has 2 items, but needs at most 1',
      ],
    ],
    [{ password: 'HUNTER2' }, ['s.password: "password" is a secret string, which does not match the pattern ^[a-z]+$']],
    [{ port: secret('x') }, ['s.port: "port" must be an integer, but is a secret string']],
    ['text', ['s: s must be a map, but is the string "text"']],
  ]
  for (const [value, expected] of cases) {
    test(
      JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item)),
      () => {
        assert.deepEqual(
          checkValue(schema, value, 's').map(({ path, message }) => `${path}: ${message}`),
          expected,
        )
      },
    )
  }
})

test('values of a wrong form come with the next step', () => {
  const pattern = String.raw`^\d+(\.\d+)?$`
  const schema: PropertySchema = {
    type: 'object',
    attributes: {
      size: { type: 'union', oneOf: [{ type: 'float' }, { type: 'string', pattern }] },
      rule: { type: 'array', items: { type: 'object', attributes: {} } },
    },
  }
  const hints = (value: Value) => checkValue(schema, value, 's').map(({ hint }) => hint)
  assert.deepEqual(hints({ size: 'many' }), ['write a number, such as 8'])
  assert.deepEqual(hints({ rule: {} }), ['write it as a list of one: [{ name: value }]'])
})
