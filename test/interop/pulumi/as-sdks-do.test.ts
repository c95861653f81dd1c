// test:rest: more cases of what ledger.test.ts shows
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone } from './bare-machine.ts'
import { machine, skip } from './machine.ts'

function spaces(t: TestContext) {
  const box = machine(t, {
    install: alone('choosy.cjs', 'choosy'),
    plugin: 'resource-choosy-v1.0.0',
    variables: (at) => ({ CHOOSY: at('made') }),
  })
  const blueprint = (text: string): void =>
    writeFileSync(box.at('spaces.blueprint.yaml'), `version: 2025-11-02\nresources:\n${text}\n`)
  const space = (spec: string): void => blueprint(`  it: { type: "choosy:index:Space", spec: { ${spec} } }`)
  return { ...box, blueprint, space }
}

/** In a program, the package's generated SDK does this; a blueprint has no such SDK. */
suite('a blueprint treats a Pulumi package as its SDK does', { skip, timeout: 300_000 }, () => {
  test('by filling in constants and defaults, which count as given', (t) => {
    const { at, space, run } = spaces(t)
    space('labels: [{ key: a }]')
    const up = run('up', '--yes')
    assert.equal(up.code, 0, up.err)
    const made = { apiVersion: 'v1', kind: 'Space', size: 3, color: 'red', labels: [{ key: 'a' }] }
    assert.deepEqual(JSON.parse(readFileSync(at('made'), 'utf8')), made)
    assert.equal(run('plan', '--detailed-exitcode').code, 0)
  })

  test('by refusing a value outside an enum at its place', (t) => {
    const { space, run } = spaces(t)
    space('kind: Place, color: gren')
    const { code, err } = run('validate')
    assert.equal(code, 1)
    assert.match(err, /spaces.blueprint.yaml:3:\d+: error: "kind" cannot be .*\n[^]*allowed: Space/)
    assert.match(err, /spaces.blueprint.yaml:3:\d+: error: "color" cannot be .*\n[^]*did you mean "green"\?/)
  })

  test('by warning of deprecated properties at their place', (t) => {
    const { blueprint, run } = spaces(t)
    blueprint(`  it: { type: "choosy:index:Space", spec: { label: a, labels: [{ word: b }] } }
  room: { type: "choosy:index:Room", spec: { label: x } }
datasources:
  old:
    type: "choosy:index:getRoom"
    metadata: { displayName: old }
    filter: { field: n, operator: "=", search: x }
    exports: { n: { type: string } }`)
    const { code, err } = run('validate')
    assert.equal(code, 0, err)
    const told = [...err.matchAll(/yaml:(\d+):\d+: warning: (.*) {2}\[blueprint\/deprecated\][^]*?hint: (.*)/g)]
    assert.deepEqual(
      told.map(([, line, what, hint]) => `${line}: ${what}: ${hint}`),
      [
        '3: "label" of choosy:index:Space is deprecated: Use `labels`, which are more.',
        '3: "word" of choosy:index:Space is deprecated: Use `key`.',
        '4: choosy:index:Room is deprecated: Use Space.',
        '7: choosy:index:getRoom is deprecated: There are none.',
      ],
    )
  })
})
