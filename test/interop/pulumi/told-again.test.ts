// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone } from './bare-machine.ts'
import { machine, skip } from './machine.ts'

/** A machine with a provider that answers only the required calls. */
function mini(t: TestContext) {
  const box = machine(t, {
    install: alone('mini.cjs', 'mini'),
    plugin: 'resource-mini-v1.0.0',
    variables: (at) => ({ MINI_OLDS: at('olds') }),
  })
  const { at, run } = box
  return {
    ...box,
    /** The outputs that the plugin received in its last comparison. */
    olds: (): unknown => JSON.parse(readFileSync(at('olds'), 'utf8').trim().split('\n').at(-1) ?? ''),
    blueprint: (spec: string): void =>
      writeFileSync(
        at('notes.blueprint.yaml'),
        `version: 2025-11-02
resources:
  n: { type: "mini:index:Note", spec: { ${spec} } }
exports:
  tag: { type: string, field: resources.n.spec.tag }
  warning: { type: string, field: resources.n.spec.warning }
`,
      ),
    note: (inputs: string): void =>
      box.program(
        `const n = new pulumi.CustomResource('mini:index:Note', 'n', { tag: undefined, warning: undefined, ...${inputs} })
exports.tag = n.tag
exports.warning = n.warning`,
      ),
    up: (): { readonly out: string; readonly err: string } => {
      const { code, out, err } = run('up', '--yes')
      assert.equal(code, 0, err)
      return { out, err }
    },
  }
}

const named = ['a blueprint', 'a program'] as const

suite('a provider’s new report on a resource', { skip }, () => {
  test('replaces the recorded outputs completely', (t) => {
    const { blueprint, up, olds } = mini(t)
    blueprint('name: n, tag: blue')
    assert.match(up().out, /tag +blue\nwarning +new\n/)
    blueprint('name: n')
    const { out, err } = up()
    assert.match(err, /n \(mini:index:Note\) will be updated in place\n +- tag: "blue"\n/)
    assert.match(out, /tag +null\nwarning +null\n/)
    assert.match(up().err, /Nothing to do/)
    assert.deepEqual(olds(), { name: 'n' })
  })

  test('works the same for a program', (t) => {
    const { note, run, up, olds } = mini(t)
    note("{ name: 'n', tag: 'blue' }")
    assert.match(up().out, /tag +blue\nwarning +new\n/)
    note("{ name: 'n' }")
    assert.match(run('plan').out, /- inputs\.tag: "blue"\n/)
    assert.doesNotMatch(up().out, /blue|new/)
    assert.match(up().err, /Nothing to do/)
    assert.deepEqual(olds(), { name: 'n' })
  })

  for (const where of named)
    test(`without a change causes no replacement, in ${where}`, (t) => {
      const { blueprint, note, up } = mini(t)
      if (where === 'a blueprint') blueprint('name: n, tag: listed')
      else note("{ name: 'n', tag: 'listed' }")
      up()
      assert.match(up().err, /Nothing to do/)
    })

  test('with a change is reflected in the exit code of up', (t) => {
    const { note, run } = mini(t)
    const codes = (): readonly unknown[] =>
      ['plan', 'up --yes', 'up --yes'].map((words) => run(...words.split(' '), '--detailed-exitcode').code)
    note("{ name: 'n' }")
    assert.deepEqual(codes(), [2, 2, 0])
    note("{ name: 'n', tag: 'blue' }")
    assert.deepEqual(codes(), [2, 2, 0])
  })

  test('is compared with a program’s import, and a mismatch is named without secrets', (t) => {
    const { program, run, up } = mini(t)
    const imported = (tag: string, pin: string): void =>
      program(`const inputs = { name: 'theirs', tag: '${tag}', pin: pulumi.secret('${pin}') }
new pulumi.CustomResource('mini:index:Note', 'n', inputs, { import: 'ext-1' })`)
    imported('blue', '4711')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /differs from the program: pin is another secret; tag is "red", but should be "blue"\n/)
    assert.match(err, /hint: give the program its real properties/)
    assert.doesNotMatch(err, /\b(4711|1234)\b/)
    imported('red', '1234')
    up()
  })
})
