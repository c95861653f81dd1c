import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSecret, isUnknown, revealed, type Value } from '@slipway/model'
import { evaluate } from '../evaluate/evaluate.ts'
import { blueprintOf, check, checked, complaints } from '../testing/definitions.ts'
import { readBlueprint } from '../language/parse/blueprint.ts'
import { readVariableFile } from '../language/parse/variable-file.ts'
import { usedNames } from '../check/definitions/definitions.ts'
import { resolveSpec } from '../check/resources/resolve-spec.ts'
import { missingVariables, variableDeclarations } from '../check/values/variables.ts'
import { scopeOf, unknownSources } from '../check/values/blueprint-scope.ts'

const page = (name: string, content = 'c', more = '') =>
  `  ${name}: { type: test/file, ${more} spec: { path: ${name}, content: "${content}" } }\n`

/** The specs of all resources, by name. */
function specs(text: string, variables?: Readonly<Record<string, Value>>): Record<string, Value> {
  const blueprint = checked(text, variables)
  const scope = scopeOf(blueprint, unknownSources())
  return Object.fromEntries(
    Array.from(blueprint.resources.values(), (each) => [each.name, resolveSpec(each, scope).spec]),
  )
}

test('an empty blueprint is valid', () => {
  const { resources, exports: exported } = checked('')
  assert.deepEqual([resources.size, exported.size], [0, 0])
})

test('a blueprint in YAML and in JSON means the same', () => {
  const yaml = checked(`variables: { n: { type: integer, default: 3 } }\nresources:\n${page('a', '${variables.n}')}`)
  const text =
    '{ "version": "2025-11-02", /* c */ "resources": { "a": { "type": "test/file", "spec": {"path": "a",}, }, }, }'
  const { blueprint: json } = readBlueprint('x.jsonc', text)
  assert.deepEqual(json?.diagnostics, [])
  assert.deepEqual([...(json?.resources.keys() ?? [])], [...yaml.resources.keys()])
})

describe('dependencies', () => {
  test('are direct and without duplicates, even through values and data sources', () => {
    const blueprint = checked(`
values:
  v: { type: string, value: "\${values.w} \${b.spec.sha256}" }
  w: { type: string, value: "\${resources.c.spec.sha256}" }
datasources:
  n: { type: test/network, filter: { field: name, operator: =, search: "\${d.spec.path}" }, exports: { id: { type: string } } }
resources:
${page('a', '${values.v} ${b.spec.path} ${datasources.n.id}', 'dependsOn: e,')}${page('b')}${page('c', '${d.spec.path}')}${page('d')}${page('e')}`)
    assert.deepEqual([...(blueprint.resources.get('a')?.dependsOn ?? [])].sort(), ['b', 'c', 'd', 'e'])
    assert.deepEqual(blueprint.resources.get('c')?.dependsOn, ['d'])
    assert.deepEqual(blueprint.dataSources.get('n')?.dependsOn, ['d'])
    assert.deepEqual([...blueprint.values.keys()], ['w', 'v'])
  })

  test('of 20,000 resources in a chain need no deep stack, and a circle is found', () => {
    const links = Array.from({ length: 20_000 }, (_, n) => page(`r${n}`, `\${r${n + 1}.spec.sha256}`)).join('')
    assert.equal(checked(`resources:\n${links}${page('r20000')}`).resources.size, 20_001)
    const [circle = ''] = complaints(`resources:\n${links}${page('r20000', '${r0.spec.sha256}')}`)
    assert.match(circle, /blueprint\/cycle/)
  })
})

describe('variables', () => {
  const text = `
variables:
  s: { type: string }
  i: { type: integer, default: 1 }
  f: { type: float, default: 1 }
  b: { type: boolean, default: "true" }
  p: { type: string, secret: true, default: hunter2 }
`
  test('are converted from text to their types', () => {
    const { variables } = checked(text, { s: 12, i: '9007199254740993', f: '-1.5e3', b: 'false' })
    assert.deepEqual([...variables].slice(0, 4), [
      ['s', '12'],
      ['i', 9007199254740993n],
      ['f', -1500],
      ['b', false],
    ])
    const secret = variables.get('p')
    assert.ok(isSecret(secret))
  })

  test('refuse text of the wrong type', () => {
    for (const [name, value] of Object.entries({ i: '1.5', f: '1,5', b: 'yes' })) {
      assert.equal(check(text, { s: '', [name]: value }).checked, undefined, name)
    }
  })

  test('are all reported at once if missing, so that the user can be asked', () => {
    const blueprint = blueprintOf(`${text}  t: { type: integer, description: how many }`)
    assert.deepEqual(
      missingVariables(blueprint, new Map()).map(({ name }) => name),
      ['s', 't'],
    )
    assert.deepEqual(
      variableDeclarations(blueprint)
        .map(({ name, secret }) => [name, secret])
        .at(4),
      ['p', true],
    )
  })

  test('are not shown if they are secret and refused', () => {
    assert.doesNotMatch(
      complaints('variables: { p: { type: integer, secret: true } }', { p: 'hunter2' }).join(),
      /hunter2/,
    )
  })

  test('from files keep the spelling of numbers as text', () => {
    const { variables, diagnostics } = readVariableFile('prod.yaml', 'version: 1.10\ncount: 3\non: true\nlist: [1]\n')
    assert.deepEqual(
      Array.from(variables, ([name, { value }]) => [name, value]),
      [
        ['version', '1.10'],
        ['count', '3'],
        ['on', true],
        ['list', [1]],
      ],
    )
    assert.deepEqual(diagnostics, [])
  })
})

describe('"each" and "condition"', () => {
  test('create a resource for every item, with references to each', () => {
    const found = specs(`
variables: { names: { type: string, default: '["x", "y"]' } }
resources:
  many: { type: test/file, each: "\${jsondecode(variables.names)}", spec: { path: "\${elem}", content: "\${i}" } }
  all: { type: test/file, dependsOn: many, spec: { path: "\${many[0].spec.path}", content: "\${resources.many[1].spec.content}" } }
`)
    assert.deepEqual(Object.keys(found), ['many_0', 'many_1', 'all'])
    assert.deepEqual(Object.entries(found['many_1'] as object), [
      ['path', 'y'],
      ['content', '1'],
      ['mode', '0644'],
    ])
  })

  test('are followed by dependencies', () => {
    const { resources } = checked(
      'resources:\n  many: { type: test/file, each: "${list(1, 2)}", spec: { path: "${i}", content: "${elem}" } }\n  all: { type: test/file, dependsOn: many, spec: { path: "${many[1].spec.sha256}", content: c } }',
    )
    assert.deepEqual([...(resources.get('all')?.dependsOn ?? [])].sort(), ['many_0', 'many_1'])
  })

  test('remove a resource if the condition is false, and references to it are none', () => {
    const text = `
variables: { on: { type: boolean, default: true } }
resources:
  a: { type: test/file, condition: "\${variables.on}", spec: { path: p, content: c } }
  b: { type: test/file, dependsOn: a, spec: { path: '\${coalesce(a.spec.path, "nobody")}', content: c } }
  c: { type: test/file, condition: { and: [ "\${variables.on}", { not: "\${eq(1, 1)}" } ] }, spec: { path: p, content: c } }
`
    assert.deepEqual(Object.keys(specs(text)), ['a', 'b'])
    const without = specs(text, { on: false })
    assert.deepEqual(Object.keys(without), ['b'])
    assert.equal((without['b'] as Record<string, Value>)['path'], 'nobody')
  })

  test('allow an export that is none because of a condition', () => {
    const text = `
variables: { on: { type: boolean, default: false } }
resources: { a: { type: test/file, condition: "\${variables.on}", spec: { path: p, content: c } } }
exports: { path: { type: string, field: a.spec.path }, hash: { type: string, field: resources.a.spec.sha256 } }
`
    assert.deepEqual([...checked(text).exports.keys()], ['path', 'hash'])
  })

  test('keep the secret marks of items', () => {
    const found = specs(
      'variables: { p: { type: string, secret: true, default: "[1]" } }\nresources:\n  a: { type: test/file, each: "${list(variables.p)}", spec: { path: p, content: "${elem}" } }',
    )
    assert.ok(isSecret((found['a_0'] as Record<string, Value>)['content']))
  })
})

test('definitions are requested for each used namespace, including its functions', () => {
  const blueprint = blueprintOf(
    'values: { v: { type: string, value: "${shout(trim(1))}" } }\nresources:\n  a: { type: test/file }\n  b: { type: aws/s3/bucket }\ndatasources:\n  n: { type: test/network, filter: { field: a, operator: =, search: 1 }, exports: "*" }',
  )
  assert.deepEqual(Object.fromEntries(usedNames(blueprint)), {
    test: { resourceTypes: ['test/file'], dataSourceTypes: ['test/network'], functions: ['shout'] },
    aws: { resourceTypes: ['aws/s3/bucket'], dataSourceTypes: [], functions: ['shout'] },
  })
})

test('the provider of a called function is found', () => {
  const { functions } = checked('values: { v: { type: string, value: "${shout(trim(1))}" } }')
  assert.deepEqual(
    Array.from(functions ?? [], ([name, { namespace }]) => [name, namespace]),
    [['shout', 'test']],
  )
})

test('a star exports all fields of a data source', () => {
  const { dataSources } = checked(
    'datasources:\n  n: { type: test/network, filter: { field: name, operator: =, search: 1 }, exports: "*" }\nvalues: { v: { type: array, value: "${datasources.n.subnets}" } }',
  )
  assert.deepEqual(Object.entries(dataSources.get('n')?.exports ?? {}), [
    ['id', { type: 'string' }],
    ['subnets', { type: 'array' }],
  ])
})

test('the hash of a blueprint covers declarations and variables, and ignores comments', () => {
  const text = `variables: { n: { type: string, default: a } }\nresources:\n${page('a')}`
  assert.equal(checked(text).hash(), checked(text).hash())
  assert.notEqual(checked(text).hash(), checked(text, { n: 'b' }).hash())
  assert.equal(checked(text).hash(), checked(`${text}\n# words`).hash())
  assert.notEqual(checked(text).hash(), checked(text + page('b')).hash())
  const labelled = (label: string): string => text + page('b', 'x', `metadata: { labels: { origin: ${label} } },`)
  assert.notEqual(checked(labelled('here')).hash(), checked(labelled('there')).hash())
})

test('a resource may be called constructor', () => {
  const found = specs(
    `resources:\n${page('constructor')}${page('__proto__')}${page('toString', '${__proto__.spec.path} ${constructor.spec.sha256}')}`,
  )
  assert.deepEqual(Object.keys(found).length, 2 + Number(Object.hasOwn(found, '__proto__')))
  const blueprint = checked(
    `resources:\n${page('__proto__')}values: { v: { type: object, value: { __proto__: { a: 1 } } } }`,
  )
  const value = evaluate(blueprint.values.get('v')?.expression ?? assert.fail(), scopeOf(blueprint, unknownSources()))
  assert.deepEqual(Object.keys(revealed(value) as object), ['__proto__'])
})

test('an export is unknown until its resource exists', () => {
  const blueprint = checked(
    `resources:\n${page('a')}exports: { hash: { type: string, field: a.spec.sha256 }, path: { type: string, field: resources.a.spec.path } }`,
  )
  const scope = scopeOf(blueprint, unknownSources())
  const hash = blueprint.exports.get('hash')
  assert.ok(hash && isUnknown(evaluate(hash.expression, scope)))
})

/** The diagnostics for an expression as a value of this type. */
function ofValue(type: string, expression: string, more = ''): string[] {
  return complaints(`values:\n  v: { type: ${type}, value: '\${${expression}}' }\n${more}`)
}

test('the function link requires a link between existing resources', () => {
  const resources = `resources:\n${page('a')}${page('b')}`
  const refused = '2:32 error: "a" is not linked to "b"  [blueprint/no-such-link] | "a" has no links'
  for (const call of ['link(resources.a, b)', 'link("a", "b")'])
    assert.deepEqual(ofValue('object', call, resources), [refused])
  const mistyped = ofValue('object', 'link(a, bb)', resources)
  assert.match(mistyped.join(), /there is no resource "bb"/)
})

test('a function passed as an argument is found before a resource of its name', () => {
  assert.deepEqual(ofValue('array', 'map(list("a"), to_upper)'), [])
  assert.match(
    ofValue('array', 'map(list("a"), to_uper)').join(),
    /there is no function "to_uper".*did you mean "to_upper"/,
  )
})
