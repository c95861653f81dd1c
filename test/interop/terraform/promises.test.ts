import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skipWithoutGo } from './build.ts'
import { makeYard, type Yard } from './yard.ts'

const plugins = { tfharbor: 'terraform:slipway/harbor' }

function vault(name: string, more: object = {}): object {
  return { type: 'tfharbor/harbor_vault', spec: { name, secret: 'hush-hush' }, ...more }
}

function berth(name: string, label: string): object {
  return { type: 'tfharbor/harbor_berth', spec: { name, label } }
}

suite('the promises of the engine hold for providers of Terraform', { skip: skipWithoutGo, timeout: 600_000 }, () => {
  let yard: Yard
  before(async () => {
    yard = await makeYard(['harbor'])
  })
  after(() => yard.remove())
  const write = (resources: object): void =>
    writeFileSync(
      yard.at('site.blueprint.json'),
      JSON.stringify({ version: '2025-11-02', metadata: { slipway: { plugins } }, resources }),
    )
  const up = async (...more: string[]): Promise<string> => {
    const { code, stdout, stderr } = await yard.run('up', '--yes', 'site.blueprint.json', ...more)
    return `${code}\n${stdout}${stderr}`
  }

  /** The resources that the tests change, as at first. */
  const asAtFirst = async (): Promise<string> => {
    write({ safe: vault('safe'), berth: berth('north', '${resources.safe.spec.id}') })
    return await up()
  }

  test('a plan in JSON says what is not known yet, and hides what is secret', async () => {
    write({ safe: vault('safe'), berth: berth('north', '${resources.safe.spec.id}') })
    const { stdout } = await yard.run('plan', 'site.blueprint.json', '--json')
    const { steps } = JSON.parse(stdout) as { steps: readonly { name: string; changes: readonly unknown[] }[] }
    const changesOf = (name: string): readonly unknown[] => steps.find((step) => step.name === name)?.changes ?? []
    assert.deepEqual(changesOf('safe'), [
      { path: 'spec.name', next: 'safe' },
      { path: 'spec.secret', next: '(secret)' },
    ])
    assert.deepEqual(changesOf('berth').at(0), { path: 'spec.label', next: '(known after resources.safe.spec.id)' })
  })

  test('secrets, given and computed, are sealed in the state and in no output', async () => {
    const said = await asAtFirst()
    assert.match(said, /^0\n/)
    const { stdout } = await yard.run('state', 'show', 'safe', 'site.blueprint.json')
    const folder = yard.at('.slipway')
    const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [readFileSync(join(folder, entry.name)).toString('latin1')] : [],
    )
    assert.ok(files.length > 0)
    for (const text of [said, stdout, ...files]) assert.doesNotMatch(text, /hush-hush|safe-1:token/)
    assert.match(stdout, /token\s+\(secret\)/)
  })

  test('a protected resource is neither replaced nor destroyed', async () => {
    assert.match(await asAtFirst(), /^0\n/)
    write({ safe: vault('other', { options: { protect: true } }), berth: berth('north', 'x') })
    assert.match(await up(), /^1\n[^]*protected/)
    assert.ok(!yard.calls('harbor').some((call) => call.startsWith('delete vault')))
  })

  test('a failed run is rolled back with --rollback', async () => {
    write({ safe: vault('safe'), berth: berth('north', 'x') })
    assert.match(await up(), /^0\n/)
    yard.trouble([{ On: 'create', Name: 'bad', After: false, How: 'refuse' }], ['harbor'])
    write({ safe: vault('safe'), berth: berth('north', 'y'), bad: { ...berth('bad', 'z'), dependsOn: ['berth'] } })
    assert.match(await up('--rollback'), /^1\n/)
    yard.trouble([], ['harbor'])
    write({ safe: vault('safe'), berth: berth('north', 'x') })
    const { stdout } = await yard.run('plan', 'site.blueprint.json')
    assert.match(stdout, /Nothing to do/)
  })

  test('a value that the provider refuses is reported with its line', async () => {
    write({ berth: { type: 'tfharbor/harbor_berth', spec: { name: 'north', depth: 'deep' } } })
    const { code, stderr } = await yard.run('validate', 'site.blueprint.json')
    assert.equal(code, 1)
    assert.match(stderr, /site\.blueprint\.json:1:\d+: error: .*depth/)
  })

  test('types of the keys are in the schema and among the types of TypeScript', async () => {
    write({ berth: berth('north', 'x') })
    const { stdout } = await yard.run('schema')
    assert.match(stdout, /"tfharbor\/harbor_ship"/)
    await yard.run('types')
    assert.match(readFileSync(yard.at('slipway-env.d.ts'), 'utf8'), /"tfharbor\/harbor_ship"/)
  })
})
