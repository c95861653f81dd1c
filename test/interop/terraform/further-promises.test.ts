// test:rest: runs a provider in Go; npm test runs the first of the other promises
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gpgKeys, gpgMissing, TerraformRegistry } from '@slipway/installer/testing'
import { platformOf } from '@slipway/installer'
import { file as packed } from '../../../packages/archives/src/testing/made.ts'
import { zipBytes } from '../../../packages/archives/src/testing/zip-bytes.ts'
import { editorIn, open } from '../../../packages/editors/src/server/testing.ts'
import { suite, testWith } from '../needs.ts'
import { skip as skipWithoutSdk } from '../pulumi/machine.ts'
import { violations } from '../pulumi/policy-machine.ts'
import { buildProvider, type OwnProvider, skipWithoutGo } from './build.ts'
import { mirrored, placeProvider } from './reference/machine.ts'
import { makeYard, type Yard } from './yard.ts'

const plugins = { tfharbor: 'terraform:slipway/harbor' }

async function harborYard(t: TestContext, providers: readonly OwnProvider[] = ['harbor']): Promise<Yard> {
  const yard = await makeYard(providers)
  t.after(() => yard.remove())
  return yard
}

function textOf(resources: object, named: object = plugins): string {
  return JSON.stringify({ version: '2025-11-02', metadata: { slipway: { plugins: named } }, resources })
}

function write(yard: Yard, resources: object, named?: object): void {
  writeFileSync(yard.at('site.blueprint.json'), textOf(resources, named))
}

function harbor(kind: 'berth' | 'vault', name: string, more: object = {}): object {
  return { type: `tfharbor/harbor_${kind}`, spec: { name, ...more } }
}

/** The exit code of a command, then its output. */
async function said(yard: Yard, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await yard.run(...args)
  return `${code}\n${stdout}${stderr}`
}

const rules = `
const { PolicyPack } = require('@pulumi/policy')
new PolicyPack('moorings', {
  policies: [
    {
      name: 'shallow', description: 'berths are shallow', enforcementLevel: 'mandatory',
      validateResource: ({ type, name, props }, report) => {
        if (type === 'tfharbor/harbor_berth' && props.depth > 10) report(name + ' is ' + props.depth + ' deep')
        if (Object.keys(props).some((key) => key.startsWith('__'))) report('sees ' + Object.keys(props).join(', '))
      },
    },
    {
      name: 'labelled', description: 'berths have a label', enforcementLevel: 'remediate',
      remediateResource: ({ type, props }) =>
        type === 'tfharbor/harbor_berth' && props.label === undefined ? { ...props, label: 'given' } : undefined,
    },
  ],
})
`

function policyPack(yard: Yard): void {
  mkdirSync(yard.at('pack'))
  writeFileSync(yard.at('pack/PulumiPolicy.yaml'), 'runtime: nodejs\n')
  writeFileSync(yard.at('pack/package.json'), '{"name": "moorings", "version": "1.0.0", "main": "index.js"}\n')
  writeFileSync(yard.at('pack/index.js'), rules)
  symlinkSync(join(import.meta.dirname, '../pulumi/node_modules'), yard.at('pack/node_modules'))
}

function reader(of: string, name = 'reader'): object {
  return harbor('berth', name, { label: `\${resources.${of}.spec.id}` })
}

suite('readers of a resource of Terraform', { skip: skipWithoutGo, timeout: 600_000 }, () => {
  test('are updated before what they read is destroyed, and what cannot be updated keeps it', async (t) => {
    const yard = await harborYard(t)
    write(yard, { old: harbor('vault', 'old'), reader: reader('old') })
    assert.match(await said(yard, 'up', '--yes'), /^0\n/)
    write(yard, { next: harbor('vault', 'next'), reader: reader('next') })
    yard.trouble([{ On: 'update', Name: 'reader', After: false, How: 'refuse' }], ['harbor'])
    assert.match(await said(yard, 'up', '--yes'), /^1\n/)
    assert.ok(!yard.calls('harbor').includes('delete vault old-1'))
    yard.trouble([], ['harbor'])
    assert.match(await said(yard, 'up', '--yes'), /^0\n/)
    assert.deepEqual(yard.calls('harbor').slice(-2), ['update berth reader-1', 'delete vault old-1'])
  })

  test('are all destroyed before what they read', async (t) => {
    const yard = await harborYard(t)
    const readers = { first: reader('old'), second: reader('old', 'second') }
    write(yard, { old: harbor('vault', 'old'), ...readers })
    assert.match(await said(yard, 'up', '--yes'), /^0\n/)
    write(yard, {})
    yard.trouble([{ On: 'delete', Name: 'second', After: false, How: 'refuse' }], ['harbor'])
    assert.match(await said(yard, 'up', '--yes'), /^1\n/)
    assert.ok(!yard.calls('harbor').includes('delete vault old-1'))
    yard.trouble([], ['harbor'])
    assert.match(await said(yard, 'up', '--yes'), /^0\n/)
    assert.deepEqual(yard.calls('harbor').slice(-2), ['delete berth second-1', 'delete vault old-1'])
  })
})

testWith(
  'a policy pack sees resources of Terraform, refuses them and corrects them',
  { skip: skipWithoutGo === false ? skipWithoutSdk : skipWithoutGo, timeout: 600_000 },
  async (t) => {
    const yard = await harborYard(t)
    policyPack(yard)
    const up = ['up', '--yes', '--json', '--policy-pack', 'pack', 'site.blueprint.json'] as const
    write(yard, { deep: harbor('berth', 'deep', { depth: 30 }), safe: harbor('vault', 'safe') })
    const refused = await yard.run(...up)
    assert.equal(refused.code, 1)
    assert.deepEqual(violations(refused.stdout), [
      ['moorings', 'labelled', 'remediate', 'deep'],
      ['moorings', 'shallow', 'mandatory', 'deep'],
    ])
    assert.deepEqual(yard.calls('harbor'), [])
    write(yard, { deep: harbor('berth', 'deep', { depth: 3 }), safe: harbor('vault', 'safe') })
    const allowed = await yard.run(...up)
    assert.equal(allowed.code, 0, allowed.stderr)
    assert.equal(JSON.parse(readFileSync(yard.at('store/harbor/berth/deep-1.json'), 'utf8')).label, 'given')
    // Recorded resources are seen without what is kept for their provider alone.
    const again = await yard.run('plan', '--policy-pack', 'pack', 'site.blueprint.json')
    assert.deepEqual([again.code, again.stderr], [0, ''])
    assert.match(again.stdout, /Nothing to do/)
  },
)

testWith(
  'the language server completes, explains and checks fields of a resource of Terraform',
  { skip: skipWithoutGo, timeout: 600_000 },
  async (t) => {
    const editor = await editorIn(t)
    const place = join(
      editor.folder,
      '.local/share/slipway/terraform',
      mirrored('harbor', 'registry.opentofu.org'),
      '..',
    )
    await placeProvider('harbor', place, 'terraform-provider-harbor')
    // Another blueprint in the folder makes no difference.
    writeFileSync(join(editor.folder, 'other.blueprint.yaml'), 'version: 2025-11-02\nresources: {}\n')
    const text = `version: 2025-11-02
metadata:
  slipway: { plugins: { tfharbor: "terraform:slipway/harbor" } }
resources:
  north:
    type: tfharbor/harbor_berth
    spec:
      name: north
      depth: 12
`
    const file = await open(editor, 'site.blueprint.yaml', text)
    assert.deepEqual(await editor.messages(file.uri, () => true), [])
    await file.change('depth: 12', 'dept: 12')
    const [wrong = ''] = await editor.messages(file.uri, (found) => found.length > 0)
    assert.match(wrong, /no attribute "dept"\ndid you mean "depth"\?/)
    const labels = await file.labels('dept: 12', 'dep'.length)
    assert.deepEqual(labels.filter((label) => ['depth', 'label', 'tags', 'id'].includes(label)).sort(), [
      'depth',
      'label',
      'tags',
    ])
    assert.ok((await file.labels('tfharbor/harbor_berth', 'tfharbor/'.length)).includes('tfharbor/harbor_ship'))
    const shown = await editor.connection.sendRequest('textDocument/hover', file.at('name: north', 1))
    assert.match(JSON.stringify(shown), /Another one needs another object/)
  },
)

testWith(
  'a provider that a registry has signed is launched at the level "signature", and not at a higher one',
  { skip: skipWithoutGo === false ? gpgMissing : skipWithoutGo, timeout: 600_000 },
  async (t) => {
    const yard = await harborYard(t, [])
    const keys = gpgKeys(t)
    const key = keys.make('Harbour <harbour@example.com>')
    const registry = await TerraformRegistry.start()
    t.after(() => registry.stop())
    const { file } = await buildProvider('harbor')
    const program = packed('terraform-provider-harbor_v1.0.0', readFileSync(file), 0o755)
    registry.publish({
      name: 'slipway/harbor',
      version: '1.0.0',
      archives: { [platformOf()]: zipBytes([{ ...program, method: 0 }]) },
      protocols: ['6.0'],
      sign: (sums) => keys.sign(sums, key),
      keys: [keys.publicKey(key)],
    })
    write(yard, { north: harbor('berth', 'north') }, { tfharbor: `terraform:${registry.host}/slipway/harbor@~>1.0` })
    const installed = await yard.run('install', 'site.blueprint.json', '--json')
    assert.equal(installed.code, 0, installed.stderr)
    const { level, signer } = JSON.parse(installed.stdout)
    assert.deepEqual([level, signer], ['signature', `gpg:${key}`])
    const above = await said(yard, 'up', '--yes', 'site.blueprint.json', '--set', 'plugins.verify=attestation')
    assert.match(above, /^1\n[^]*is not launched: it reaches the level "signature", but plugins\.verify requires/)
    assert.deepEqual(yard.calls('harbor'), [])
    const enough = await said(yard, 'up', '--yes', 'site.blueprint.json', '--set', 'plugins.verify=signature')
    assert.match(enough, /^0\n/)
    assert.deepEqual(yard.calls('harbor'), ['create berth north-1'])
  },
)

testWith(
  'a provider that was placed by hand is installed without a network, and is launched only below the level "checksum"',
  { skip: skipWithoutGo, timeout: 600_000 },
  async (t) => {
    const yard = await harborYard(t)
    write(yard, { north: harbor('berth', 'north') })
    assert.match(await said(yard, 'install', 'site.blueprint.json', '--offline'), /^0\n/)
    const refused = await said(yard, 'up', '--yes', 'site.blueprint.json', '--set', 'plugins.verify=checksum')
    assert.match(refused, /^1\n[^]*is not launched: Slipway has not installed .* requires "checksum"/)
    assert.deepEqual(yard.calls('harbor'), [])
    assert.match(await said(yard, 'up', '--yes', 'site.blueprint.json'), /^0\n/)
  },
)

const exercises = `config: {}
exercises:
  - type: tfharbor/harbor_berth
    spec: { name: "north-\${run}", label: a }
    update: { name: "north-\${run}", label: b }
  - type: tfharbor/harbor_ship
    spec: { name: "ada-\${run}", crew: [{ name: Bo }], hold: [{ goods: tea }] }
functions:
  - { name: shout, args: [ahoy], returns: AHOY }
`

testWith(
  'plugin test tries a provider of Terraform, with resources that are made and removed',
  { skip: skipWithoutGo, timeout: 600_000 },
  async (t) => {
    const yard = await harborYard(t, ['harbor', 'mill'])
    writeFileSync(yard.at('exercises.yaml'), exercises)
    const folderOf = (name: OwnProvider): string =>
      yard.at(join('home/terraform', mirrored(name, 'registry.opentofu.org'), '..'))
    assert.match(await said(yard, 'plugin', 'test', folderOf('mill')), /^0\n/)
    const program = folderOf('harbor')
    const { code, stdout, stderr } = await yard.run('plugin', 'test', program, '--exercises', 'exercises.yaml')
    assert.equal(code, 0, stdout + stderr)
    for (const check of [
      'is accepted by the host',
      'harbor_berth: is updated',
      'harbor_ship: is read as it is',
      'shout',
    ])
      assert.match(stdout, new RegExp(`ok +.*${check}`))
    assert.doesNotMatch(stdout, /FAIL/)
    const calls = yard.calls('harbor')
    assert.equal(calls.filter((call) => call.startsWith('create')).length, 2)
    assert.equal(calls.filter((call) => call.startsWith('delete')).length, 2)
  },
)

const stack = `export default (s) => {
  s.plugin('tfharbor', 'terraform:slipway/harbor')
  s.resource('pier', 'tfharbor/harbor_pier', { name: 'p' })
  s.resource('ship', 'tfharbor/harbor_ship', { name: 's' })
}
`

testWith(
  'slipway types has nested attributes and blocks, and what a provider fills in',
  { skip: skipWithoutGo, timeout: 600_000 },
  async (t) => {
    const yard = await harborYard(t)
    writeFileSync(yard.at('quay.stack.ts'), stack)
    const { code, stderr } = await yard.run('types')
    assert.equal(code, 0, stderr)
    const written = readFileSync(yard.at('slipway-env.d.ts'), 'utf8')
    assert.match(written, /readonly plank\?: readonly \(\{\s+readonly width\?: [^\n]+\s+readonly wood: string\n/)
    assert.match(written, /readonly nail\?: readonly \(\{\s+readonly length: number/)
    assert.match(written, /readonly gate\?: \{/)
    assert.match(written, /readonly captain\?: \{\s+readonly name: string/)
    assert.match(written, /readonly flags\?: \{ readonly \[key: string\]: \{/)
    const [given = '', gets = ''] = (written.split('"tfharbor/harbor_ship": {')[1] ?? '').split('gets: {')
    assert.doesNotMatch(given, /badge/)
    assert.match(gets, /readonly crew\?: readonly \(\{\s+readonly badge\?: string/)
    assert.doesNotMatch(written, /__terraform/)
  },
)
