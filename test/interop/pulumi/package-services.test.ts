import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone } from './bare-machine.ts'
import { machine, skip } from './machine.ts'

type Question = readonly [service: string, given: Readonly<Record<string, unknown>>]

interface Heard {
  readonly answer?: Readonly<Record<string, unknown>>
  readonly refusal?: string
}

/** The answers that a plugin has received from its engine. */
function heard(t: TestContext, questions: Readonly<Record<string, Question>>): Readonly<Record<string, Heard>> {
  const box = machine(t, { install: alone('asker.cjs', 'asker'), plugin: 'resource-asker-v2.0.0' })
  const bare = box.at('home/.pulumi/plugins/resource-bare-v3.1.4')
  mkdirSync(bare, { recursive: true })
  alone('bare.cjs', 'bare')(bare)
  const asking = Object.entries(questions).map(([name, [service, given]]) => {
    const args = JSON.stringify({ service, given: JSON.stringify(given) })
    return `exports.${name} = pulumi.runtime.invoke('asker:index:ask', ${args}).then(({ heard }) => JSON.parse(heard))`
  })
  box.program(asking.join('\n'))
  const { code, err } = box.run('up', '--yes')
  assert.equal(code, 0, err)
  return JSON.parse(box.run('exports', '--json').out)
}

suite('a plugin that asks its engine about packages', { skip }, () => {
  test('gets the schema of a package or a parameterized one, but not of a missing version', (t) => {
    const { bare, maps, other, none } = heard(t, {
      bare: ['schema', { package: 'bare', version: '3.1.4' }],
      maps: ['schema', { package: 'asker', parameter: 'maps' }],
      other: ['schema', { package: 'bare', version: '9.9.9' }],
      none: ['schema', { package: 'nowhere' }],
    })
    assert.deepEqual([bare?.answer?.['name'], bare?.answer?.['version']], ['bare', '3.1.4'])
    assert.equal(maps?.answer?.['name'], 'maps')
    assert.deepEqual(maps?.answer?.['asked'], ['maps', '0.1.0'])
    const install =
      /version 9\.9\.9 .* bare is not installed; the installed ones are 3\.1\.4; slipway plugin install pulumi:bare@9\.9\.9 installs it/
    assert.match(other?.refusal ?? '', install)
    assert.match(none?.refusal ?? '', /no plugin for nowhere is installed/)
  })

  test('gets foreign names from any plugin that knows them', (t) => {
    const all = heard(t, {
      named: ['mapping', { provider: 'questions', pulumiProvider: 'asker' }],
      // The package does not name its owner, so a plugin that knows no mappings at all is asked on the way.
      found: ['mapping', { provider: 'questions', pulumiProvider: 'bare' }],
      elsewhere: ['mapping', { provider: 'questions', ecosystem: 'other' }],
      unknown: ['mapping', { provider: 'answers' }],
    })
    const told = { answer: { data: 'asker maps questions' } }
    const nothing = { answer: { data: '' } }
    assert.deepEqual(all, { named: told, found: told, elsewhere: nothing, unknown: nothing })
  })

  test('gets the meaning of a name', (t) => {
    const { own, maps, more, path } = heard(t, {
      own: ['resolve', { source: 'asker' }],
      maps: ['resolve', { source: 'asker@2.0.0', parameters: ['maps', '0.3.0'] }],
      more: ['resolve', { source: 'asker', parameters: ['more', '0.4.0', 'extensionParameterization'] }],
      path: ['resolve', { source: './plugins/mine' }],
    })
    const { name, version, kind, server } = own?.answer ?? {}
    assert.deepEqual([name, version, kind, server], ['asker', '2.0.0', 'resource', 'https://plugins.example'])
    assert.deepEqual([maps?.answer?.['name'], maps?.answer?.['version']], ['asker', '2.0.0'])
    const value = Buffer.from('maps').toString('base64')
    assert.deepEqual(maps?.answer?.['parameterization'], { name: 'maps', version: '0.3.0', value })
    const { name: base, parameterization, extension } = more?.answer ?? {}
    const ofMore = { name: 'more', version: '0.4.0', value: Buffer.from('more').toString('base64') }
    assert.deepEqual([base, parameterization, extension], ['asker', undefined, ofMore])
    assert.match(path?.refusal ?? '', /not the name of an installed plugin/)
  })
})
