import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone, bareMachine } from './bare-machine.ts'
import type { Deployment } from '@slipway/programs/deployments/deployment'
import { faultsOf } from '@slipway/programs/to-pulumi/verify-snapshot'
import { machine, skip } from './machine.ts'
import { project } from './project.ts'

/** Options of a resource that has moved below a component. */
const below = `{ parent: new pulumi.ComponentResource('app:index:Flat', 'flat'), aliases: [{ parent: pulumi.rootStackResource }] }`

/** Two entries; one reads the other. */
function entries(account: string, options = '{}'): string {
  return `
const rent = new Entry('rent', { account: '${account}' }, ${options})
new Entry('heat', { account: 'heat', note: pulumi.interpolate\`page \${rent.page}\` })
`
}

suite('a state exported to Pulumi', { skip, timeout: 300_000 }, () => {
  test('has only given values as inputs, and warns about unknown types', (t) => {
    const { at, write, run } = bareMachine(t, '')
    write('text: hello')
    assert.equal(run('up', '--yes').code, 0)
    const exported = () => {
      const { code, out, err } = run('state', 'export', '--format', 'pulumi')
      assert.equal(code, 0, err)
      const { inputs, outputs } = JSON.parse(out).deployment.resources.at(-1)
      return { inputs, outputs, err }
    }
    const answered = { text: 'hello', letters: 5 }
    const known = exported()
    assert.deepEqual([known.inputs, known.outputs, known.err], [{ text: 'hello' }, answered, ''])
    for (const folder of ['cache', 'home/.pulumi']) rmSync(at(folder), { recursive: true, force: true })
    const unknown = exported()
    assert.deepEqual([unknown.inputs, unknown.outputs], [{ text: 'hello', letters: 5 }, answered])
    assert.match(unknown.err, /outputs of bare are also written as inputs, .*: its plugin is not installed/)
  })

  test('contains the version that a plugin on the PATH reports', (t) => {
    const { at, run } = machine(t, {
      install: () => {},
      plugin: 'none',
      variables: (path) => ({ CHOOSY: path('made'), PATH: `${path('bin')}:${process.env['PATH']}` }),
    })
    mkdirSync(at('bin'))
    alone('choosy.cjs', 'choosy')(at('bin'))
    const write = (version: string): void =>
      writeFileSync(
        at('spaces.blueprint.yaml'),
        `version: 2025-11-02\nresources:\n  it:\n    type: "choosy:index:Space"\n    metadata: { custom: { slipway: { version: "${version}" } } }\n`,
      )
    write('^2')
    assert.match(run('plan').err, /this blueprint is for pulumi\/choosy \^2, and 1\.0\.0 is used here/)
    write('^1')
    assert.equal(run('up', '--yes').code, 0)
    // The cache knows it, too.
    assert.equal(run('plan', '--detailed-exitcode').code, 0)
    const [, provider] = JSON.parse(run('state', 'export', '--format', 'pulumi').out).deployment.resources
    assert.deepEqual([provider.urn.split('::').at(-1), provider.inputs], ['default_1_0_0', { version: '1.0.0' }])
  })

  test('lists each resource after those that it refers to, even after a replacement and a move', (t) => {
    const { program, up, run } = project(t)
    const order = (): readonly string[] => {
      const { code, out, err } = run('state', 'export', '--format', 'pulumi', '--show-secrets')
      assert.equal(code, 0, err)
      const { deployment } = JSON.parse(out) as { deployment: Deployment }
      assert.deepEqual(faultsOf(deployment), [])
      return (deployment.resources ?? []).map(({ urn }) => urn.split('::').at(-1) ?? '')
    }
    program(entries('house'))
    up()
    assert.deepEqual(order(), ['books-dev', 'default', 'rent', 'heat'])
    program(entries('flat'))
    assert.match(up(), /rent replaced/)
    assert.deepEqual(order(), ['books-dev', 'default', 'rent', 'heat'])
    program(entries('flat', below))
    up()
    assert.deepEqual(order(), ['books-dev', 'default', 'flat', 'rent', 'heat'])
  })

  test('describes a partly created resource in its provider’s words', (t) => {
    const { program, run } = project(t)
    program(`new Entry('rent', { account: 'house', note: 'blotted' })`)
    assert.equal(run('up', '--yes').code, 1)
    const { deployment } = JSON.parse(run('state', 'export', '--format', 'pulumi').out)
    assert.deepEqual(deployment.resources.at(-1).initErrors, ['the ink has run'])
  })
})
