import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBlueprint } from '../expand/check-blueprint.ts'
import { blueprintOf, testDefinitions } from '../testing/definitions.ts'
import { Unchecked } from './unchecked.ts'

/** A check that may leave open the parts without values or providers. */
function looked(text: string, variables: Readonly<Record<string, string>> = {}) {
  const given = Object.entries(variables).map(([name, value]) => [name, { value, from: `--var ${name}` }] as const)
  const definitions = new Map([...testDefinitions, ['silent', undefined] as const])
  return checkBlueprint(blueprintOf(text), definitions, new Map(given), {
    installed: ['test', 'silent'],
    unchecked: new Unchecked(),
  })
}

function messages(text: string, variables?: Readonly<Record<string, string>>): readonly string[] {
  return looked(text, variables).diagnostics.map(({ severity, message }) => `${severity}: ${message}`)
}

test('a variable without a value is reported once, and its readers are not checked', () => {
  const text = `
variables: { hosts: { type: string }, on: { type: boolean }, size: { type: integer } }
values: { list: { type: array, value: "\${split(variables.hosts, \\",\\")}" } }
resources:
  a: { type: test/file, each: "\${values.list}", spec: { path: "\${elem}", content: "\${i}" } }
  b: { type: test/server, condition: "\${variables.on}", spec: { port: "\${variables.size}", args: ["\${a[7].spec.path}"] } }
exports: { c: { type: string, field: b.spec.url } }`
  const { checked, diagnostics } = looked(text)
  assert.deepEqual(diagnostics, [
    {
      code: 'blueprint/not-checked',
      severity: 'warning',
      message: 'not everything could be checked: the variables "hosts", "on", "size" have no value',
      hint: 'give values with --var hosts=… or --var-file',
    },
  ])
  const edges = [...(checked?.resources.values() ?? [])].map(({ name, dependsOn }) => [name, dependsOn])
  assert.deepEqual(edges, [
    ['a', []],
    ['b', ['a']],
  ])
  assert.deepEqual(messages(text, { hosts: 'x', on: 'true', size: '80' }), [
    'error: "a" has no item [7]: there are 1, counted from 0',
  ])
})

test('a missing provider is reported once, and a misspelt one is an error', () => {
  const text = `
datasources: { n: { type: far/net, filter: { field: x, operator: "=", search: 1 }, exports: { id: { type: string } } } }
resources:
  a: { type: aws/bucket, spec: { any: thing, id: "\${datasources.n.id}", sum: "\${total(1)}" } }
  b: { type: silent/thing }
  c: { type: tets/file }
  d: { type: test/file, spec: { path: "\${a.spec.arn[0].x}", content: c, moed: d } }
  e: { type: nothing }`
  assert.deepEqual(messages(text), [
    'warning: not everything could be checked: no provider for "aws", "silent", "far" is installed; no plugin that could be asked has the function "total"',
    'error: no provider for "tets" is installed, which tets/file needs',
    'error: test/file has no attribute "moed"',
    'error: "nothing" is not a type: a type is written namespace/name',
  ])
})

test('a resource without a provider may be used as its id', () => {
  const text = `
resources:
  a: { type: aws/bucket, spec: { name: a } }
  many: { type: silent/thing, each: "\${list(1, 2)}" }
  b: { type: aws/role, spec: { of: "\${a}", also: "x-\${resources.a}-y", first: "\${many[0]}" } }
  c: { type: test/file, spec: { path: "\${a}", content: c } }
exports: { d: { type: string, field: resources.a } }`
  assert.deepEqual(messages(text), [
    'warning: not everything could be checked: no provider for "aws", "silent" is installed',
  ])
  assert.match(messages(text.replace('of: "${a}"', 'of: "${a.name}"')).join(), /error: a field of "a" is read through/)
})

test('values known only to a deployment cause no error, with or without variables', () => {
  const [message] = messages(`
variables: { v: { type: string } }
resources:
  a: { type: test/file, spec: { path: "\${variables.v}", content: c } }
  b: { type: test/file, each: "\${split(a.spec.sha256, \\"x\\")}", spec: { path: b, content: c } }`).slice(1)
  assert.match(message ?? '', /^error: the "each" of "b" must be a list or a map, but it needs resources.a/)
})

test('a long list of names is shortened to a count', () => {
  assert.equal(new Unchecked().diagnostic, undefined)
  const unchecked = new Unchecked()
  for (let at = 0; at < 8; at++) unchecked.variable(`v${at}`)
  unchecked.provider('slow', { why: 'it did not start' })
  assert.equal(
    unchecked.diagnostic?.message,
    'not everything could be checked: the variables "v0", "v1", "v2", "v3", "v4" and 3 more have no value; the provider for "slow" cannot be asked: it did not start',
  )
})

const linked = (app: string) => `
resources:
  a: { type: far/function, linkSelector: { byLabel: { app: site } }, spec: { any: thing } }
  b: { type: test/file, metadata: { labels: { app: ${app} } }, spec: { path: p, content: c } }
  c: { type: test/file, spec: { path: q, content: '\${link(a, "b").role}' } }`

test('links of missing providers are not checked', () => {
  const missing = 'warning: not everything could be checked: no provider for "far" is installed'
  assert.deepEqual(messages(linked('site')), [missing])
  assert.deepEqual(messages(linked('other')), [missing, 'warning: the linkSelector of "a" links it to nothing'])
})

test('an instance that is not deployed is named, with what is known about it', () => {
  const unchecked = new Unchecked()
  unchecked.instance('db', 'did you mean "dbs"?')
  assert.deepEqual(unchecked.diagnostic, {
    code: 'blueprint/not-checked',
    severity: 'warning',
    message: 'not everything could be checked: the instance "db" is not deployed, so its exports are unknown',
    hint: 'did you mean "dbs"?',
  })
  unchecked.instance('net')
  assert.match(unchecked.diagnostic?.message ?? '', /the instances "db", "net" are not deployed, so their exports are/)
  assert.match(unchecked.diagnostic?.hint ?? '', /^deploy them first/)
  unchecked.setting('TOKEN is not set')
  assert.equal(unchecked.diagnostic?.hint, '"slipway plan" and "slipway up" need it')
})
