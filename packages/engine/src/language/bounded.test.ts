import assert from 'node:assert/strict'
import { describe, test } from '../../../../test/cases.ts'
import { check } from '../testing/definitions.ts'

const resource = (value: string): string =>
  `resources:\n  a: { type: test/file, spec: { path: p, content: '${value}' } }`

/** Sixty values, each of which is twice the previous one. */
const doubling = (first: string, twice: (name: string) => string): string =>
  ['values:', `  v0: ${first}`, ...Array.from({ length: 60 }, (_, n) => `  v${n + 1}: ${twice(`values.v${n}`)}`)].join(
    '\n',
  )

describe('a blueprint of a few lines that grows too large is refused at its place', () => {
  const bombs: Readonly<Record<string, readonly [string, string]>> = {
    'a text of itself': [
      `${doubling('{ type: string, value: aaaaaaaaaa }', (name) => `{ type: string, value: "\${${name}}\${${name}}" }`)}\n${resource('${values.v60}')}`,
      'blueprint/too-large',
    ],
    'a list of itself': [
      `${doubling('{ type: array, value: [1] }', (name) => `{ type: array, value: ["\${${name}}", "\${${name}}"] }`)}\n${resource('c')}`,
      'blueprint/too-large',
    ],
    'a list in a list in a list': [
      `${doubling('{ type: array, value: [1] }', (name) => `{ type: array, value: "\${list(list(list(${name})))}" }`)}\n${resource('c')}`,
      'blueprint/too-large',
    ],
    'replacements of replacements': [
      resource(`\${${'replace('.repeat(9)}"a"${', "a", "aaaaaaaaaa")'.repeat(9)}}`),
      'blueprint/function-failed',
    ],
    'more resources than anybody deploys': [
      `resources:\n  a:\n    type: test/file\n    each: '\${split(${'replace('.repeat(5)}"aa"${', "a", "aaaaaaaaaa")'.repeat(5)}, "")}'\n    spec: { path: p, content: c }`,
      'blueprint/too-large',
    ],
  }
  for (const [what, [text, code]] of Object.entries(bombs)) {
    test(what, () => {
      const [first] = check(text).diagnostics
      assert.equal(first?.code, code)
      assert.ok(first.range !== undefined)
    })
  }
})

const rows = (count: number, row: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => row(n)).join('\n')
const replaced = (times: number): string => `${'replace('.repeat(times)}"aa"${', "a", "aaaaaaaaaa")'.repeat(times)}`
const each = (name: string, times: number, rest: string): string =>
  `  ${name}:\n    type: test/file\n    each: '\${split(${replaced(times)}, "")}'\n${rest}`
const spec = '    spec: { path: p, content: c }'

describe('small values that are too large together are refused by name', () => {
  const bombs: Readonly<Record<string, readonly [text: string, subject: RegExp]>> = {
    'many values that double': [
      `values:\n${rows(40, (c) => rows(20, (n) => `  c${c}v${n}: { type: string, value: "${n === 0 ? 'aaaaaaaaaaaaaaa' : `\${values.c${c}v${n - 1}}\${values.c${c}v${n - 1}}`}" }`))}\n${resource('c')}`,
      /^with values\.c\d+v\d+ the blueprint becomes too large/,
    ],
    'a large list that many values are': [
      `values:\n  large: { type: array, value: '\${split(${replaced(5)}, "")}' }\n${rows(200, (n) => `  v${n}: { type: array, value: "\${values.large}" }`)}\n${resource('c')}`,
      /^with values\.v\d+ the/,
    ],
    'a text that is gone through again and again': [
      `values:\n  large: { type: string, value: '\${${replaced(6)}}' }\n${rows(400, (n) => `  v${n}: { type: string, value: "\${sha256(values.large)}" }`)}\n${resource('c')}`,
      /^with values\.v\d+ the/,
    ],
    'items that all need all items of another resource': [
      `resources:\n${each('a', 4, spec)}\n${each('b', 4, `    dependsOn: a\n${spec}`)}`,
      /^with resources\.b_\d+ the/,
    ],
    'items with a long text each': [
      `resources:\n${each('a', 4, `    spec: { path: p, content: "${'${elem}'.repeat(1000)}" }`)}`,
      /^with resources\.a the/,
    ],
  }
  for (const [what, [text, subject]] of Object.entries(bombs)) {
    test(what, () => {
      const found = check(text).diagnostics
      assert.equal(found.length, 1, 'it is said once')
      assert.equal(found[0]?.code, 'blueprint/too-large')
      assert.match(found[0].message, subject)
      assert.ok(found[0].range !== undefined)
    })
  }
})

describe('a large but honest blueprint is evaluated', () => {
  const blueprints: Readonly<Record<string, string>> = {
    'a hundred thousand resources of an "each"': `values:\n  all: { type: array, value: '\${split(${replaced(4)}, "")}' }\nresources:\n${rows(5, (n) => `  a${n}:\n    type: test/file\n    each: "\${values.all}"\n    spec: { path: "out/\${i}", content: "\${elem}", mode: "0644" }`)}`,
    'ten thousand resources with thirty fields and two dependencies each': `resources:\n${rows(10_000, (n) => `  r${n}: { type: test/server, dependsOn: [r${Math.max(0, n - 1)}x], spec: { port: 80, env: { ${rows(30, (m) => `k${m}: "value \${variables.v}"`).replaceAll('\n', ', ')} } } }`).replaceAll(/\[r(\d+)x\]/g, (_, before: string) => (before === '0' ? '[]' : `[r${before}, r0]`))}\nvariables: { v: { type: string, default: x } }`,
    'fifty long texts that are counted': `values:\n  t: { type: string, value: '\${${replaced(5).replaceAll('a', '😀').replaceAll('repl😀ce', 'replace')}}' }\n${rows(50, (n) => `  v${n}: { type: integer, value: "\${len(values.t)}" }`)}\n${resource('c')}`,
  }
  for (const [what, text] of Object.entries(blueprints)) {
    test(what, () => assert.deepEqual(check(text).diagnostics, []))
  }
})
