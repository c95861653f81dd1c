import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasErrors, isSecret, revealed, Unknown, type Value } from '@slipway/model'
import { renderDiagnostic } from '@slipway/source'
import fc from 'fast-check'
import { evaluate } from '../evaluate/evaluate.ts'
import { resolveSpec } from '../check/resources/resolve-spec.ts'
import { scopeOf, unknownSources } from '../check/values/blueprint-scope.ts'
import type { CheckedBlueprint } from '../check/checked.ts'
import { Unchecked } from '../check/unchecked.ts'
import { readBlueprint } from '../language/parse/blueprint.ts'
import { checkFiles } from '../testing/files.ts'

const version = 'version: 2025-11-02\n'

async function checked(files: Readonly<Record<string, string>>, given?: Readonly<Record<string, Value>>) {
  const result = await checkFiles(files, given)
  assert.deepEqual(result.diagnostics, [])
  assert.ok(result.checked)
  return result.checked
}

async function complaints(files: Readonly<Record<string, string>>): Promise<string> {
  const { diagnostics } = await checkFiles(files)
  assert.ok(hasErrors(diagnostics))
  return diagnostics.map((diagnostic) => renderDiagnostic(diagnostic)).join('\n')
}

function specs(blueprint: CheckedBlueprint): Record<string, Value> {
  const scope = scopeOf(blueprint, unknownSources())
  return Object.fromEntries(
    Array.from(blueprint.resources.values(), (one) => [one.name, resolveSpec(one, scope).spec['content'] ?? null]),
  )
}

const file = (path: string, content: string): string =>
  `{ type: test/file, spec: { path: ${path}, content: "${content}" } }`

test('an included file that is not a blueprint is not quoted', async () => {
  const including = `include: { x: { path: %, variables: {} } }\nresources: {}\n`
  const secrets = ['machine h password hunter2: x', 'users: [{token: hunter2}]', 'version: hunter2\na: b', 'hunter2']
  for (const text of secrets) {
    const said = await complaints({ 'app.yaml': including.replace('%', 'key'), key: text })
    assert.match(said, /^app\.yaml:2:\d+: error: key(:1)? (is not a blueprint|cannot be read).*\[blueprint\/include\]/)
    assert.doesNotMatch(said, /hunter2|token|password/)
  }
})

const network = `
variables: { cidr: { type: string }, size: { type: integer, default: 3 } }
values: { both: { type: string, value: "\${variables.cidr} \${variables.size}" } }
resources:
  vpc: ${file('vpc', '${values.both}')}
  gate: ${file('gate', 'g')}
exports:
  vpc: { type: string, field: resources.vpc.spec.sha256 }
  gate: { type: string, field: gate.spec.path }
  size: { type: integer, field: variables.size }
`

test('a child adds its declarations under longer names, with variables evaluated in the parent', async () => {
  const blueprint = await checked({
    'app.yaml': `
include: { network: { path: network.yaml, variables: { cidr: "\${values.net}/16" } } }
values: { net: { type: string, value: "10.0.0.0" } }
resources: { page: ${file('page', '${children.network.size}')}, door: ${file('door', '${children.network.gate}')} }
exports: { vpc: { type: string, field: children.network.vpc } }`,
    'network.yaml': network,
  })
  assert.deepEqual(specs(blueprint), {
    page: '3',
    door: new Unknown('resources.network/gate.spec.path'),
    'network/vpc': '10.0.0.0/16 3',
    'network/gate': 'g',
  })
  assert.deepEqual(blueprint.resources.get('door')?.dependsOn, ['network/gate'])
  assert.deepEqual([...blueprint.exports.keys()], ['vpc'])
  const [path, child] = [...(blueprint.children ?? [])][0] ?? []
  assert.deepEqual(
    [path, child?.file, [...(child?.exports.keys() ?? [])]],
    ['network', 'network.yaml', ['vpc', 'gate', 'size']],
  )
})

/** A child with an export that does not depend on its variable, and a resource that depends on it. */
function relay(of: string): string {
  return `
variables: { told: { type: string } }
resources: { first: ${file(`${of}1`, 'c')}, second: ${file(`${of}2`, '${variables.told}')} }
exports: { first: { type: string, field: first.spec.sha256 } }`
}

test('a reader of a child’s export waits only for the sources of that export', async () => {
  const blueprint = await checked({
    'app.yaml': `
include:
  a: { path: a.yaml, variables: { told: "\${children.b.first}" } }
  b: { path: b.yaml, variables: { told: "\${children.a.first}" } }`,
    'a.yaml': relay('a'),
    'b.yaml': relay('b'),
  })
  const needs = Array.from(blueprint.resources.values(), ({ name, dependsOn }) => [name, dependsOn])
  assert.deepEqual(Object.fromEntries(needs), {
    'a/first': [],
    'a/second': ['b/first'],
    'b/first': [],
    'b/second': ['a/first'],
  })
})

test('a circle across files is reported with the places in each file', async () => {
  const said = await complaints({
    'app.yaml': 'include: { a: { path: a.yaml, variables: { told: "${children.a.it}" } } }',
    'a.yaml': `
variables: { told: { type: string } }
resources: { it: ${file('x', '${variables.told}')} }
exports: { it: { type: string, field: it.spec.sha256 } }`,
  })
  assert.match(said, /in a circle: (?:resources\.a\/it -> variables\.a\/told|variables\.a\/told -> resources\.a\/it)/)
  assert.match(said, /resources\.a\/it in line 4 of a\.yaml/)
})

test('nested children may use each, condition, secrets and defaults', async () => {
  const blueprint = await checked(
    {
      'app.yaml': `
variables: { token: { type: string, secret: true } }
include: { outer: { path: outer.yaml, variables: { token: "\${variables.token}", names: a-b } } }
resources: { page: ${file('page', '${children.outer.second}')} }`,
      'outer.yaml': `
variables: { token: { type: string }, names: { type: string } }
include: { inner: { path: inner.yaml, variables: { names: "\${variables.names}", token: "\${variables.token}" } } }
exports: { second: { type: string, field: children.inner.second } }`,
      'inner.yaml': `
variables: { token: { type: string }, names: { type: string } }
resources:
  it: { type: test/file, each: "\${split(variables.names, \\"-\\")}", spec: { path: "\${elem}", content: "\${elem} \${variables.token}" } }
  no: { type: test/file, condition: false, spec: { path: n, content: n } }
exports: { second: { type: string, field: "it[1].spec.path" } }`,
    },
    { token: 'hush' },
  )
  assert.deepEqual([...blueprint.resources.keys()], ['page', 'outer/inner/it_0', 'outer/inner/it_1'])
  const found = specs(blueprint)
  assert.ok(isSecret(found['outer/inner/it_1'] ?? null))
  assert.equal(revealed(found['outer/inner/it_1'] ?? null), 'b hush')
  assert.deepEqual(blueprint.resources.get('page')?.dependsOn, ['outer/inner/it_1'])
})

test('a mistake in a child is reported once, in the file and form where it was made', async () => {
  const said = await complaints({
    'app.yaml': `
include:
  one: { path: child.yaml, variables: { szie: 1, size: many } }
  two: { path: child.yaml, variables: { size: 2 } }
  gone: { path: gone.yaml }
  far: { path: x.yaml, metadata: { sourceType: aws/s3 } }
resources: { page: ${file('page', '${children.one.nope} ${children.on.a} ${children.gone.x} ${children.two}')} }`,
    'child.yaml': `
variables: { size: { type: integer }, other: { type: string } }
resources: { a: ${file('a', '${values.b}')}, b: { type: test/fiel } }`,
  })
  assert.equal(
    said,
    `app.yaml:4:3: error: the child "one" needs the variable "other"  [blueprint/missing-variable]
  hint: write "other" under include.one.variables
app.yaml:4:47: error: the child "one" has no variable "szie"  [blueprint/undeclared-variable]
  hint: did you mean "size"?
app.yaml:4:56: error: variables.one/size must be of the type integer, but it is given the string "many"  [blueprint/wrong-type]
app.yaml:5:3: error: the child "two" needs the variable "other"  [blueprint/missing-variable]
  hint: write "other" under include.two.variables
app.yaml:6:17: error: there is no file gone.yaml  [test/no-file]
app.yaml:7:16: error: there is no driver  [test/no-driver]
app.yaml:8:71: error: the child "one": it does not export "nope"  [blueprint/no-such-part]
  hint: it exports nothing
app.yaml:8:92: error: there is no child "on"  [blueprint/unknown-child]
  hint: there are: one, two, gone, far
app.yaml:8:128: error: the child "two": name one of its exports  [blueprint/no-such-part]
  hint: it exports nothing
child.yaml:4:65: error: there is no value "b"  [blueprint/unknown-value]
  hint: did you mean resources.b?
child.yaml:4:92: error: acme/test has no resource type test/fiel  [blueprint/unknown-type]
  hint: did you mean "test/file"?`,
  )
})

/** Texts that are nested to a depth: `app.yaml` includes the next file, which includes the next one. */
function nested(depth: number): Record<string, string> {
  const textAt = (at: number): string =>
    at === depth - 1 ? `resources: { a: ${file('a', 'c')} }` : `include: { c: { path: f${at + 1}.yaml } }`
  return Object.fromEntries(
    Array.from({ length: depth }, (_, at) => [at === 0 ? 'app.yaml' : `f${at}.yaml`, textAt(at)]),
  )
}

test('a circular or too deep include is reported with its chain', async () => {
  assert.match(
    await complaints({
      'app.yaml': 'include: { a: { path: a.yaml } }',
      'a.yaml': 'include: { b: { path: b.yaml } }',
      'b.yaml': 'include: { again: { path: a.yaml } }',
    }),
    /b\.yaml:2:27: error: these blueprints include each other in a circle: a\.yaml -> b\.yaml -> a\.yaml/,
  )
  assert.deepEqual([...(await checked(nested(5))).resources.keys()], ['c/c/c/c/a'])
  assert.match(
    await complaints(nested(6)),
    /f4\.yaml:2:23: error: the child "c" is nested too deep, inside more than 4 others: app\.yaml -> f1\.yaml/,
  )
})

function withPath(path: string): Record<string, string> {
  return {
    'app.yaml': `
variables: { env: { type: string, default: prod } }
values: { dir: { type: string, value: "\${cwd()}" } }
include: { c: { path: "${path}", variables: { env: "\${variables.env}" } } }
resources: { a: ${file('a', 'c')} }`,
    'here/prod.yaml': 'variables: { env: { type: string } }\ninclude: { d: { path: "${variables.env}-d.yaml" } }',
    'prod-d.yaml': `resources: { b: ${file('b', 'c')} }`,
  }
}

test('the path of a child may depend on variables, values and functions, but not on later values', async () => {
  const found = await checked(withPath('${values.dir}/${variables.env}.yaml'))
  assert.deepEqual([...found.resources.keys()], ['a', 'c/d/b'])
  assert.match(
    await complaints(withPath('${a.spec.sha256}')),
    /include\.c\.path must be known before anything is deployed/,
  )
})

/** The values of the include `net` in a text. */
function written(name: string, text: string) {
  const { blueprint } = readBlueprint(name, text)
  assert.deepEqual(blueprint?.diagnostics, [])
  assert.ok(blueprint)
  const include = blueprint.includes.get('net')
  assert.ok(include)
  const scope = scopeOf({ variables: new Map(), values: new Map() }, unknownSources())
  return [include.path, ...include.variables.values(), include.metadata, include.description].map((one) =>
    one === undefined ? undefined : evaluate(one, scope),
  )
}

test('a child means the same in each of the three forms', async () => {
  const child = 'variables: { n: { type: string } }\nexports: { n: { type: string, field: variables.n } }'
  const yaml = `${version}include: { net: { path: net.yaml, description: d, variables: { n: "a\${1}" }, metadata: { host: h } } }`
  const json = `{ "version": "2025-11-02", "include": { "net": { "path": "net.yaml", "description": "d",
    "variables": { "n": "a\${1}" }, "metadata": { "host": "h" } } } }`
  const own = `version "2025-11-02"
include net "net.yaml" {
    description = "d"
    variables { n = "a\${1}" }
    metadata { host = "h" }
}`
  const forms = [written('a.yaml', yaml), written('a.json', json), written('a.bp', own)]
  assert.deepEqual(forms[1], forms[0])
  assert.deepEqual(forms[2], forms[0])
  assert.equal(
    (await checkFiles({ 'app.yaml': 'include: { net: { path: c.yaml, variables: { n: x } } }', 'c.yaml': child }))
      .diagnostics.length,
    0,
  )
})

test('a wrong reference in a child is reported inside its file', async () => {
  const word = fc.constantFrom(
    'variables.a',
    'values.a',
    'a.spec.path',
    'children.a.a',
    'children.b.a',
    'datasources.a.x',
    'elem',
  )
  const blueprint = fc.record({ a: word, b: word, c: word }).map(
    ({ a, b, c }) => `
variables: { a: { type: string, default: x } }
values: { a: { type: string, value: "\${${a}}" } }
include: { a: { path: a.yaml, variables: { a: "\${${b}}" } } }
resources: { a: ${file('a', `\${${c}}`)} }
exports: { a: { type: string, field: values.a } }`,
  )
  await fc.assert(
    fc.asyncProperty(blueprint, blueprint, async (app, child) => {
      const { diagnostics } = await checkFiles({
        'app.yaml': app,
        'a.yaml': child.replace('a.yaml', 'b.yaml'),
        'b.yaml': '',
      })
      for (const { file: where, range } of diagnostics) {
        assert.ok(['app.yaml', 'a.yaml', 'b.yaml'].includes(where ?? ''))
        assert.ok((range?.start.line ?? 99) <= 7)
      }
    }),
    { numRuns: 200 },
  )
})

test('a check without values leaves out a child with an unknown file, and checks the others', async () => {
  const files = {
    'app.yaml': `variables: { where: { type: string } }
include:
  one: { path: "\${variables.where}" }
  two: { path: child.yaml, variables: { name: "\${variables.where}" } }
resources:
  a: ${file('a', '${children.one.anything} ${children.two.nothing}')}`,
    'child.yaml': `variables: { name: { type: string } }
resources: { b: ${file('"${variables.name}"', '${variables.nmae}')} }
exports: { path: { type: string, field: b.spec.path } }`,
  }
  const { diagnostics } = await checkFiles(files, {}, new Unchecked())
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    [
      'not everything could be checked: the variable "where" has no value',
      'the child "two": it does not export "nothing"',
      'there is no variable "nmae"',
    ],
  )
})

test('a check leaves out a child whose source cannot be read, and says so', async () => {
  const files = {
    'app.yaml': `include:
  far: { path: child.yaml, metadata: { sourceType: cloud/store } }
resources:
  a: ${file('a', '${children.far.anything}')}`,
  }
  const { diagnostics } = await checkFiles(files, {}, new Unchecked())
  assert.deepEqual(
    diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
    ['warning: not everything could be checked: the source of the child "far" cannot be read here'],
  )
  assert.deepEqual(
    (await checkFiles(files)).diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
    ['error: there is no driver'],
  )
})

async function complaintsOfValue(value: string): Promise<readonly string[]> {
  const resources = `resources: { r: ${file('r', '${coalesce(values.a, \\"y\\")}')} }`
  const { diagnostics } = await checkFiles({
    'app.yaml': `values:\n  a:\n    type: string\n    value: ${value}\n${resources}`,
  })
  return diagnostics.map(({ message }) => message)
}

test('a value may be an explicit none', async () => {
  assert.deepEqual(await complaintsOfValue('${if(eq(1, 2), "x", none)}'), [])
  assert.deepEqual(await complaintsOfValue('${none}'), [])
  assert.deepEqual(await complaintsOfValue(''), ['values.a needs "value"'])
})

test('a name with a dot is referred to in brackets', async () => {
  const files = {
    'app.yaml': `variables: { "primary.region": { type: string, default: eu } }
resources:
  "a.b": ${file('a', "${variables['primary.region']}")}
  c: ${file('c', "${resources['a.b'].spec.path}")}
exports: { "c.path": { type: string, field: 'resources["a.b"].spec.path' } }`,
  }
  assert.deepEqual((await checked(files)).resources.get('c')?.dependsOn, ['a.b'])
})

test('a path in a child is relative to the child’s folder', async () => {
  const files = {
    'app.yaml': `include: { net: { path: net/child.yaml } }\nresources: { a: ${file('a', '${file(\\"x\\")}')} }`,
    'net/child.yaml': `resources: { b: ${file('b', '${file(\\"x\\")} ${file(path = \\"y\\")}')} }`,
  }
  const { resources } = await checked(files)
  const [inner, outer] = ['net/b', 'a'].map((name) => JSON.stringify(resources.get(name)?.spec))
  assert.match(inner ?? '', /"value":"x".*"value":"net".*"value":"y".*"name":"from".*"value":"net"/)
  assert.doesNotMatch(outer ?? '', /net|from/)
})

test('a child accepts and exports lists and maps, even with unknown parts', async () => {
  const child = `
variables:
  net: { type: object, properties: { id: string, ports: { type: list, items: integer, default: [80] }, key: { type: string, secret: true, required: false } } }
resources: { gate: ${file('gate', '${variables.net.id} ${variables.net.ports[0]} ${variables.net.key}')} }
exports: { net: { type: object, field: variables.net } }
`
  const root = (net: string): string =>
    `include: { in: { path: child.yaml, variables: { net: ${net} } } }
resources: { a: ${file('a', 'x')}, b: ${file('b', '${children.in.net.ports[0]}')} }
`
  const files = (net: string) => ({ 'app.yaml': root(net), 'child.yaml': child })
  const whole = await checked(files('{ id: "${a.spec.sha256}" }'))
  const { b, 'in/gate': gate } = specs(whole)
  assert.equal(b, '80')
  assert.ok(gate instanceof Unknown)
  assert.ok(isSecret(specs(await checked(files('{ id: x, key: hush }')))['in/gate']))
  const wrong = await complaints(files('{ id: x, ports: ["${a.spec.size}", y] }'))
  assert.match(wrong, /net\.ports\[1\] must be of the type integer, and its parent gives the string "y"/)
})
