import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const launcher = new URL('../../bin/slipway', import.meta.url).pathname

function slipway(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const env = { ...process.env, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const { status, stdout, stderr } = spawnSync(launcher, args, { env, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
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
  const extensions = [
    'add',
    'divide',
    'format',
    'jsonencode',
    'modulo',
    'multiply',
    'subtract',
    'yamldecode',
    'yamlencode',
  ]
  assert.deepEqual(
    listed.filter(({ extension }) => extension).map(({ name }) => name),
    extensions,
  )
  assert.ok(listed.every(({ name, description, signature }) => signature.startsWith(`${name}(`) && description !== ''))
  assert.match(slipway('functions').out, /^join\(list: list, separator: string\): string +Joins the items/m)
})
