// test:rest: runs a provider in Go; units hold each of these rules
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { suite } from '../needs.ts'
import { skipWithoutGo } from './build.ts'
import { makeYard, type Yard } from './yard.ts'

const header = `version: 2025-11-02
metadata:
  slipway:
    plugins: { tfharbor: "terraform:slipway/harbor" }
`

function berth(name: string, label: string): string {
  return `${header}resources:
  ${name}:
    type: tfharbor/harbor_berth
    spec:
      name: ${name}
      label: ${label}
`
}

suite('what a provider of Terraform says', { skip: skipWithoutGo, timeout: 600_000 }, () => {
  let yard: Yard
  before(async () => {
    yard = await makeYard(['harbor'])
  })
  after(() => yard.remove())
  /** A blueprint of its own for each test. */
  const site = (name: string) => ({
    write: (text: string): void => writeFileSync(yard.at(`${name}.blueprint.yaml`), text),
    said: async (command: string, ...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await yard.run(command, `${name}.blueprint.yaml`, ...args)
      return `${code}\n${stdout}${stderr}`
    },
  })

  test('against a change of something that exists is at the line of the user', async () => {
    const { write, said } = site('north')
    write(berth('north', 'free'))
    assert.match(await said('up', '--yes'), /^0\n/)
    write(berth('north', 'stuck'))
    const refused =
      /^1\n[^]*north\.blueprint\.yaml:10:14: error: north \(.*harbor, provider\.PlanResourceChange\): It is stuck/
    assert.match(await said('plan'), refused)
    assert.match(await said('up', '--yes'), refused)
  })

  test('against a blueprint is told by validate, with the lines of the user', async () => {
    const { write, said } = site('south')
    write(berth('south', 'sunk'))
    assert.match(
      await said('validate'),
      /^1\n[^]*south\.blueprint\.yaml:10:14: error: south \(.*provider\.ValidateResourceConfig\): Nothing here is sunk/,
    )
    write(berth('south', 'rusty'))
    const told = await said('validate')
    assert.match(told, /^0\n[^]*south\.blueprint\.yaml:10:14: warning: south .*: Rust: It will not last/)
    assert.doesNotMatch(told, /the rules that plugins have/)
  })

  test('as warnings is told, also about deprecated settings, and of Configure, Read and Apply', async () => {
    const { write, said } = site('east')
    writeFileSync(yard.at('slipway.config.yaml'), 'providers: { tfnoisy: { owner: noisy, old: "yes" } }\n')
    write(berth('east', 'noisy').replaceAll('tfharbor', 'tfnoisy'))
    const made = await said('up', '--yes')
    for (const words of [/Nothing reads it/, /A noisy owner/, /Noise at work/]) assert.match(made, words)
    assert.match(await said('refresh', '--yes'), /Noise on the quay/)
  })

  test('of its own notes is no change outside after a move of type', async () => {
    const { write, said } = site('west')
    write(berth('west', 'free'))
    assert.match(await said('up', '--yes'), /^0\n/)
    write(berth('west', 'free').replace('harbor_berth', 'harbor_crane'))
    assert.match(await said('up', '--yes'), /^0\n/)
    assert.doesNotMatch(await said('refresh', '--yes'), /__terraform|changed outside/)
  })
})

suite('a broken TF_REATTACH_PROVIDERS', { skip: skipWithoutGo, timeout: 600_000 }, () => {
  test('is named by plan and up, beside an installed provider and in place of a missing one', async () => {
    for (const installed of [['harbor'], []] as const) {
      const yard = await makeYard(installed, { TF_REATTACH_PROVIDERS: '{broken' })
      try {
        writeFileSync(yard.at('site.blueprint.yaml'), berth('north', 'free'))
        for (const command of [['plan'], ['up', '--yes']]) {
          const { stdout, stderr } = await yard.run(...command, 'site.blueprint.yaml')
          assert.match(stdout + stderr, /TF_REATTACH_PROVIDERS cannot be read/, command.join(' '))
        }
      } finally {
        yard.remove()
      }
    }
  })
})
