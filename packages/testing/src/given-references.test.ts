import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type InlineProgram, Output, stack, type StackExports } from '@slipway/operations'
import { given, testBlueprint, testStack } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-given-references-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const db = stack((s) => ({ database: s.resource('name', 'random/pet', {}).out.result, port: 5432 }))
type Exports = StackExports<{ readonly default: typeof db }>

const site: InlineProgram = (s) => {
  const { out } = s.reference<Exports>('db')
  s.resource('page', 'local/file', { path: 'page.txt', content: Output.text`${out.database}:${out.port}` })
}

test('a stack with a reference gets what the test gives for it, also after a change', async () => {
  const deployed = await testStack(site, {
    given: [given.reference<Exports>('db', { database: 'shop_eu', port: 1 }), given.reference('db', { port: 2 })],
  })
  assert.equal(deployed.resource('page')['content'], 'shop_eu:2')
  await deployed.change({ given: [given.reference('db', { database: 'shop_us', port: 2 })] })
  assert.equal(deployed.plan, '~ page  local/file\n    content: "shop_eu:2" -> "shop_us:2"\n')
  // @ts-expect-error: the stack has no such export
  given.reference<Exports>('db', { databas: 'x' })
})

test('a reference that the test does not give fails, and the message shows how to give it', async () => {
  await assert.rejects(testStack(site), {
    code: 'testing/not-given',
    message: /^the test gives nothing for the reference db: add given\.reference\('db', \{ database: … \}\) to given$/,
  })
  await assert.rejects(testStack(site, { given: [given.reference('db', { database: 'x', prot: 1 })] }), {
    code: 'testing/not-given',
    message: 'the test gives no "port" for the reference db: add it to given.reference(\'db\', { port: … })',
  })
})

const three: InlineProgram = (s) => ({
  child: s.reference('app/network').out['vpc'],
  here: s.reference('db').out['host'],
  there: s.reference('db', { project: '../shop' }).out['host'],
})

test('a reference to a child or to another project is given by the same name, and only for that one', async () => {
  const network = given.reference('app/network', { vpc: 'vpc-1' })
  const deployed = await testStack(three, {
    given: [
      network,
      given.reference('db', { host: 'here' }),
      given.reference('db', { host: 'there' }, { project: '../shop' }),
    ],
  })
  assert.deepEqual(deployed.exports, { child: 'vpc-1', here: 'here', there: 'there' })
  await assert.rejects(
    testStack(three, { given: [given.reference('app', { vpc: 'vpc-1' })] }),
    /reference app\/network/,
  )
  const elsewhere = given.reference('db', { host: 'there' }, { project: '../shop' })
  await assert.rejects(testStack(three, { given: [network, elsewhere] }), /nothing for the reference db:/)
})

test('a secret export of a reference stays secret in the plan', async () => {
  const deployed = await testStack(site, {
    given: [given.reference<Exports>('db', { database: 'shop', port: 1 }, { secrets: ['database'] })],
  })
  assert.match(deployed.plan, /content: \(secret\)/)
  assert.equal(deployed.resource('page')['content'], 'shop:1')
})

test('a test for real gives references, but no answers of providers', async () => {
  const written = await testStack(
    site,
    { real: true, given: [given.reference('db', { database: 'shop', port: 1 })] },
    async (_, real) => readFileSync(join(real, 'page.txt'), 'utf8'),
  )
  assert.equal(written, 'shop:1')
  const wrong = { real: true, given: [given('page', {})] } as object as { real: true }
  await assert.rejects(
    testStack(site, wrong, async () => undefined),
    /given\(\) is for tests in memory/,
  )
})

test('a blueprint that reads core/exports gets what the test gives, and its types are checked', async () => {
  const file = join(folder, 'site.blueprint.yaml')
  writeFileSync(
    file,
    `version: 2025-11-02
datasources:
  db:
    type: core/exports
    filter: { field: instance, operator: "=", search: db }
    exports: { name: { type: string, aliasFor: database } }
resources:
  page: { type: local/file, spec: { path: p.txt, content: "\${datasources.db.name}" } }
`,
  )
  const deployed = await testBlueprint(file, { given: [given.reference('db', { database: 'shop' })] })
  assert.equal(deployed.resource('page')['content'], 'shop')
  await assert.rejects(testBlueprint(file), /add given\.reference\('db', \{ database: … \}\) to given/)
  const wrong = [given.reference('db', { database: 5 })]
  await assert.rejects(testBlueprint(file, { given: wrong }), /is of the type integer, not string/)
})

test('given.reference takes the name of an instance and values, and refuses others', () => {
  assert.throws(() => given.reference('', {}), /takes the name of an instance/)
  assert.throws(() => given.reference('db', { host: () => 'x' }), /host of the values given for db is a function/)
})
