import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { check } from '../fixture.ts'

const resource = (value: string): string =>
  `resources:\n  a: { type: test/file, spec: { path: p, content: '${value}' } }`

/** Sixty values, each of them twice the one before. */
const doubling = (first: string, twice: (name: string) => string): string =>
  ['values:', `  v0: ${first}`, ...Array.from({ length: 60 }, (_, n) => `  v${n + 1}: ${twice(`values.v${n}`)}`)].join(
    '\n',
  )

describe('a few lines that come to more than fits are refused where they do', () => {
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
