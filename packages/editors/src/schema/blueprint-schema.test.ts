import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionNames, type ProviderDefinition, resourceOptions } from '@slipway/model'
import { readYaml, treeToValue } from '@slipway/source'
import { Ajv } from 'ajv'
import { testProvider } from '../testing.ts'
import { blueprintSchema } from './blueprint-schema.ts'

const schema = blueprintSchema([testProvider])
const validate = new Ajv({ strict: false, allErrors: true }).compile(schema)

/** Paths and messages of the problems that an editor would underline. */
function complaints(text: string): readonly string[] {
  const { tree } = readYaml('x.yaml', `version: 2025-11-02\n${text}`)
  assert.ok(tree)
  validate(JSON.parse(JSON.stringify(treeToValue(tree))))
  return [...new Set(validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`))]
}

const whole = `
metadata: { owner: me }
variables:
  name: { type: string, default: web, description: The name }
  port: { type: integer, default: 8080, allowedValues: [80, 8080] }
  size: { type: shop/size, default: s.1, allowedValues: [s.1, l.9] }
  floor: { type: shop/floor, default: 1 }
  region: { type: elsewhere/region, default: anything }
  several: { type: list, items: { type: object, properties: { a: string, b: { type: map, items: integer, required: false } } }, default: [{ a: x }] }
values:
  list: { type: array, value: "\${split(variables.name, \\",\\")}" }
include:
  child: { path: child.yaml, variables: { a: 1 } }
datasources:
  net:
    type: shop/stock
    filter: { field: name, operator: "=", search: x }
    exports: { left: { type: integer, aliasFor: count } }
resources:
  a:
    type: shop/thing
    description: One of them
    metadata: { displayName: A, labels: { a: b }, custom: [1] }
    condition: { and: ["\${eq(variables.name, \\"x\\")}", { not: true }] }
    dependsOn: [b]
    removalPolicy: retain
    spec: { name: 7, size: "\${variables.port}", tags: [x, "\${i}"], kind: big, where: { shelf: 3 }, env: { A: b } }
  o: { type: shop/empty, metadata: { custom: { other: 1, slipway: { protect: true, timeouts: { create: 10m }, ignoreChanges: ["a.*"] } } } }
  b: { type: shop/thing, each: "\${values.list}", spec: { name: x } }
  c: { type: elsewhere/type, spec: { any: thing } }
  d: { type: shop/empty, options: { protect: true, preconditions: [{ condition: true, message: x }] } }
exports:
  id: { type: string, field: a.spec.id }
`

test('everything that the language allows is valid, with expressions anywhere', () => {
  assert.deepEqual(complaints(whole), [])
})

test('mistakes are found at their places', () => {
  const mistakes: readonly (readonly [string, RegExp])[] = [
    ['variables: { a: { type: shop/size, default: xl } }', /^\/variables\/a\/default/],
    ['variables: { a: { type: shop/size, allowedValues: [s.1, xl] } }', /^\/variables\/a\/allowedValues\/1/],
    ['resuorces: {}', /must NOT have additional properties/],
    ['variables: { a: { type: array, items: { type: text } } }', /^\/variables\/a\/items/],
    ['resources: { a: { type: shop/thing, options: { protekt: true } } }', /^\/resources\/a\/options/],
    ['variables: { a: { type: text } }', /^\/variables\/a\/type/],
    ['resources: { a: { spec: {} } }', /^\/resources\/a must have required property 'type'/],
    [
      'resources: { a: { type: shop/thing, metadata: { custom: { slipway: { protekt: true } } } } }',
      /^\/resources\/a\/metadata\/custom\/slipway/,
    ],
    [
      'resources: { a: { type: shop/thing, metadata: { custom: { slipway: { timeouts: { create: soon } } } } } }',
      /timeouts\/create/,
    ],
    ['resources: { a: { type: thing } }', /^\/resources\/a\/type/],
    ['resources: { a: { type: shop/thing, spec: { nmae: x } } }', /^\/resources\/a\/spec/],
    [
      'resources: { a: { type: shop/thing, spec: { name: x, id: y } } }',
      /^\/resources\/a\/spec must NOT have additional/,
    ],
    [
      'resources: { a: { type: shop/thing, spec: { name: x, size: 11 } } }',
      /^\/resources\/a\/spec\/size must be <= 10/,
    ],
    ['resources: { a: { type: shop/thing, spec: { name: x, kind: huge } } }', /^\/resources\/a\/spec\/kind/],
    ['resources: { a: { type: shop/thing, spec: { name: x, where: { shlf: 1 } } } }', /^\/resources\/a\/spec\/where/],
    [
      'datasources: { a: { type: shop/stock, filter: { field: nme, operator: "=", search: 1 }, exports: "*" } }',
      /field/,
    ],
  ]
  for (const [text, expected] of mistakes) assert.match(complaints(text).join('\n'), expected)
})

test('abstract types are known like others', () => {
  const { resourceTypes } = testProvider
  const { 'shop/thing': thing } = resourceTypes
  assert.ok(thing)
  const transformer = { transformName: 'shops', abstractResourceTypes: { 'shop/thing': thing } }
  const bare = { ...testProvider, resourceTypes: {} }
  assert.deepEqual(
    JSON.stringify(blueprintSchema([bare], [transformer])),
    JSON.stringify(blueprintSchema([{ ...bare, resourceTypes: { 'shop/thing': thing } }])),
  )
})

test('the schema is plain JSON, the same for any order of the providers', () => {
  const other: ProviderDefinition = { ...testProvider, namespace: 'able', resourceTypes: {}, dataSourceTypes: {} }
  assert.deepEqual(blueprintSchema([testProvider, other]), blueprintSchema([other, testProvider]))
  assert.deepEqual(JSON.parse(JSON.stringify(schema)), schema)
})

test('every option of a resource is in the schema, with its description', () => {
  const { definitions } = schema as { readonly definitions: Readonly<Record<string, { readonly properties: object }>> }
  const properties = definitions['resourceOptions']?.properties ?? {}
  for (const name of optionNames()) {
    const { description, ...more } = Reflect.get(properties, name) as Readonly<Record<string, unknown>>
    assert.equal(description, resourceOptions[name].about)
    assert.notDeepEqual(more, {}, name)
  }
})
