import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runNow } from '../../../../../test/ledger/command.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-eval-')))
after(() => rmSync(folder, { recursive: true, force: true }))

function slipway(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const env = { ...process.env, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const { code, stdout, stderr } = runNow({ folder, env }, ...args)
  return { code, out: stdout, err: stderr }
}

test('eval prints the value of an expression, without a blueprint', () => {
  assert.deepEqual(slipway('eval', 'cidrsubnet("10.0.0.0/8", 8, 1)'), { code: 0, out: '10.1.0.0/16\n', err: '' })
  assert.equal(slipway('eval', 'object(a = list(1, none, "x"))').out, '{ a: [1, "x"] }\n')
  assert.equal(slipway('eval', 'lookup(object(), "a")').out, 'none\n')
})

test('eval --json prints the bare value', () => {
  const values = ['"a"', 'none', 'list(1, none, true)', 'jsonencode(object(a = list(1, 2)))'].map((text) => {
    const { code, out } = slipway('eval', text, '--json')
    assert.equal(code, 0)
    return JSON.parse(out) as unknown
  })
  assert.deepEqual(values, ['a', null, [1, true], '{"a":[1,2]}'])
})

test('eval names the mistake and its place', () => {
  const { code, out, err } = slipway('eval', 'join(tirm("a"), ",")')
  assert.deepEqual([code, out], [1, ''])
  assert.match(
    err,
    /^the expression:1:6: error: there is no function "tirm" {2}\[blueprint\/unknown-function\]\n {2}hint: did you mean "trim"\?/,
  )
})

test('functions lists them all', () => {
  const listed = JSON.parse(slipway('functions', '--json').out) as readonly {
    readonly name: string
    readonly extension: boolean
    readonly description: string
    readonly signature: string
  }[]
  const marked = new Set(listed.filter(({ extension }) => extension).map(({ name }) => name))
  for (const name of ['add', 'jsonencode', 'range']) assert.ok(marked.has(name), name)
  for (const name of ['join', 'map', 'cidrsubnet']) assert.ok(!marked.has(name), name)
  assert.ok(listed.every(({ name, description, signature }) => signature.startsWith(`${name}(`) && description !== ''))
  assert.match(slipway('functions').out, /^join\(list: list, separator: string\): string +Joins the items/m)
})

test('eval sees the variables, values, resources and exports of a blueprint and an instance', () => {
  const text = `version: 2025-11-02
variables:
  name: { type: string, default: you }
  token: { type: string, secret: true, default: hush }
values:
  hello: { type: string, value: "Hello, \${variables.name}" }
resources:
  page: { type: local/file, spec: { path: a.txt, content: "\${values.hello}" } }
exports:
  size: { type: integer, field: page.spec.size }
`
  writeFileSync(join(folder, 'a.blueprint.yaml'), text)
  const said = (expression: string, ...more: readonly string[]): readonly [number | null, string, string] => {
    const { code, out, err } = slipway('eval', expression, '--blueprint', 'a.blueprint.yaml', ...more)
    return [code, out, err]
  }
  assert.deepEqual(said('to_upper(values.hello)', '--var', 'name=me'), [0, 'HELLO, ME\n', ''])
  assert.match(
    said('exports.size').join(),
    /^1,,error: this needs resources\.page\.spec\.size, which is not known here {2}\[cli\/not-known-yet\]/,
  )
  assert.equal(slipway('up', '--yes', '--instance', 'one').code, 0)
  assert.deepEqual(said('exports.size', '--instance', 'one'), [0, '10\n', ''])
  assert.deepEqual(
    said('list(page.spec.path, file("a.txt"), variables.token)', '--instance', 'one', '--json').slice(0, 2),
    [0, '[\n  "a.txt",\n  "Hello, you",\n  "(secret)"\n]\n'],
  )
  assert.match(said('values.helo')[2], /^the expression:1:1: error: there is no value "helo"[^]*did you mean "hello"/)
  assert.match(said('exports.sise')[2], /the blueprint does not export "sise"[^]*did you mean "size"/)
})
