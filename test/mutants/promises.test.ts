import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutationsOf } from './operators.ts'
import { promises } from './promises.ts'

const workspace = join(import.meta.dirname, '../..')

describe('the lines that keep promises', () => {
  for (const { file, tests, lines } of promises) {
    test(`are in ${file}, and their tests exist`, () => {
      const text = readFileSync(join(workspace, file), 'utf8')
      for (const [promise, line, broken] of lines) {
        assert.equal(text.split(line).length, 2, `${promise}: once: ${line}`)
        assert.notEqual(broken, line)
      }
      for (const path of tests) assert.ok(existsSync(join(workspace, path)), path)
    })
  }
})

const broken = (source: string): readonly string[] =>
  mutationsOf('a.ts', source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

describe('a mutant breaks a file', () => {
  test('at its conditions, comparisons, answers, calls and numbers', () => {
    assert.deepEqual(broken('if (a && b) f(1)'), [
      'if (!(a && b)) f(1)',
      'if ((a) || (b)) f(1)',
      'if (a && b) void 0',
      'if (a && b) f(2)',
    ])
    assert.deepEqual(broken('function f() { return x < 3 }'), [
      'function f() { return undefined }',
      'function f() { return (x) <= (3) }',
      'function f() { return x < 4 }',
    ])
  })

  test('but never in its types', () => {
    assert.deepEqual(broken('type A = 1 | 2; interface B { c: true }; const d: 3 = e as 4'), [])
  })
})
