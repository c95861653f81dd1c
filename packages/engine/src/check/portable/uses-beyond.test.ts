import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { beyondSpecification } from './beyond-specification.ts'
import { usesBeyondSpecification } from './uses-beyond.ts'

const said = (file: string, text: string): readonly string[] =>
  usesBeyondSpecification(file, text).map(
    ({ severity, range, message }) =>
      `${range?.start.line}:${range?.start.column} ${severity} ${message.replace(/ goes beyond.*: /, ': ')}`,
  )

test('each use of an extension is reported at its place, in every form', () => {
  const yaml = `version: 2025-11-02
variables:
  ports: { type: array, items: { type: integer } }
  name: { type: string }
values:
  a: { type: string, value: 'x\${add(1, 2)}' }
metadata:
  owner: me
  slipway: { moved: [{ from: a, to: b }] }
resources:
  one:
    type: x/y
    options: { protect: true }
  two:
    type: x/y
    metadata: { custom: { other: 1, slipway: { protect: true } } }
    spec: { options: { type: array }, text: '\${map(values.a, jsonencode)}', plain: '\${len("a")}' }
`
  const all = [
    '3:12 error variables.ports.type: other engines refuse it',
    '6:33 error the function add: other engines refuse it',
    '9:14 warning metadata.slipway.moved: other engines ignore it',
    '13:5 error resources.one.options: other engines refuse it',
    '16:48 warning resources.two.metadata.custom.slipway.protect: other engines ignore it',
    '17:62 error the function jsonencode: other engines refuse it',
  ]
  assert.deepEqual(said('x.yaml', yaml), all)
  const bp = `version "2025-11-02"
resource one: x/y {
    options { protect = true }
    spec { a = add(1, 2) }
}
`
  assert.deepEqual(said('x.bp', bp), [
    '3:5 error resources.one.options: other engines refuse it',
    '4:16 error the function add: other engines refuse it',
  ])
})

test('operators and short functions are reported as extensions if the public language lacks them', () => {
  const words = (text: string): readonly string[] =>
    said('x.yaml', `values: { a: { type: array, value: '${text}' } }\n`).map((line) => line.replace(/^\S+ /, ''))
  assert.deepEqual(words('${map(list("a"), x => to_upper(x))}'), [
    'error the short function of x: other engines refuse it',
  ])
  assert.deepEqual(words('${if(1 == 2, "a", "b")}'), ['error "==": other engines refuse it'])
  const bp = 'version "2025-11-02"\nvalue a: boolean { value = 1 == 2 }\n'
  assert.deepEqual(said('x.bp', bp), [])
})

test('an unreadable text has no uses of extensions', () => {
  assert.deepEqual(said('x.json', '{"a": '), [])
  assert.deepEqual(said('x.yaml', 'values: { a: { value: "${(" } }'), [])
})

const page = join(import.meta.dirname, '../../../../../docs/reference/portable.md')

/** The page with its table written anew. */
function pageWithTable(text: string): string {
  const rows = beyondSpecification.map(
    ({ construct, elsewhere, instead }) => `| ${construct} | ${elsewhere} | ${instead.replaceAll('|', '\\|')} |`,
  )
  const table = ['| what | elsewhere | what to do |', '|---|---|---|', ...rows].join('\n')
  return text.replace(/\| what \| elsewhere [^]*?\n(?=\n)/, () => `${table}\n`)
}

if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, pageWithTable(readFileSync(page, 'utf8')))

test('the reference prints the table of extensions (UPDATE_DOCS=1 writes it)', () => {
  const text = readFileSync(page, 'utf8')
  assert.equal(text, pageWithTable(text))
})
