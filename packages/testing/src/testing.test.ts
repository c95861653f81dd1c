import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type InlineProgram, stack } from '@slipway/operations'
import * as z from 'zod'
import { given, testBlueprint, testStack } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-testing-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const site: InlineProgram = (s) => {
  const harbour = s.resource('harbour', 'random/pet', {})
  const page = s.resource('page', 'local/file', { path: 'public/page.txt', content: harbour.output('result') })
  s.export('harbour', harbour.output('result'))
  s.export('path', page.output('path'))
}

const regional = (name: string) =>
  stack({ variables: { region: z.string(), size: z.number().default(1) } }, (s, v) => {
    s.resource('page', 'local/file', { path: `${name}.txt`, content: `${v.region} ${v.size}` })
  })

test('a stack is planned and deployed in memory, with computed values that stay the same', async () => {
  const before = readdirSync(process.cwd())
  const one = await testStack(site)
  assert.equal(one.outcome, 'succeeded')
  assert.equal(
    one.plan,
    `+ harbour  random/pet
    words: 2
    separator: "-"
+ page  local/file
    path: "public/page.txt"
    content: (known after resources.harbour.spec.result)
    encoding: "utf8"
    mode: "0644"
`,
  )
  assert.match(JSON.stringify(one.exports['harbour']), /^"\w+-[0-9a-f]{8}"$/)
  assert.equal(one.resource('page')['content'], one.exports['harbour'])
  const two = await testStack(site)
  assert.deepEqual(two.exports, one.exports)
  assert.equal(existsSync('public/page.txt'), false)
  assert.deepEqual(readdirSync(process.cwd()), before)
})

test('values are given by type and by name, and the next change is planned against the existing resources', async () => {
  const deployed = await testStack(site, {
    given: [given('random/pet', { result: 'brave-otter' }), given('harbour', { result: 'calm-seal' })],
  })
  assert.equal(deployed.exports['harbour'], 'calm-seal')
  await deployed.change({})
  assert.equal(deployed.outcome, 'unchanged')
  await deployed.change({
    stack: (s) => void s.resource('page', 'local/file', { path: 'public/page.txt', content: 'x' }),
  })
  assert.equal(
    deployed.plan,
    '- harbour  random/pet (the program no longer asks for it)\n~ page  local/file\n    content: "calm-seal" -> "x"\n',
  )
  assert.deepEqual(deployed.resources, ['page'])
  await deployed.destroy()
  assert.deepEqual(deployed.resources, [])
})

test('a provider fails, fails halfway, and is slow, as configured', async () => {
  await assert.rejects(testStack(site, { given: [given('local/file', {}, { fails: 'the disk is full' })] }), {
    code: 'testing/failed',
    message: /page: the disk is full/,
  })
  const failing = await testStack(site, {
    given: [given('page', {}, { failsHalfway: 'the line was cut', times: 1, takesMs: 5 })],
    throws: false,
  })
  assert.equal(failing.outcome, 'failed')
  assert.match(failing.failures['page'] ?? '', /the line was cut/)
  await failing.change({})
  assert.equal(failing.outcome, 'succeeded')
})

test('a blueprint is tested likewise, with its variables', async () => {
  const file = join(folder, 'site.blueprint.yaml')
  writeFileSync(
    file,
    `version: 2025-11-02
variables: { title: { type: string } }
resources:
  id: { type: random/id, spec: { byteLength: 4 } }
  page: { type: local/file, spec: { path: p.txt, content: "\${variables.title} \${resources.id.spec.result}" } }
exports: { id: { type: string, field: resources.id.spec.result } }
`,
  )
  const deployed = await testBlueprint(file, { variables: { title: 'Hi' }, given: [given('id', { result: '0a0b' })] })
  assert.equal(deployed.resource('page')['content'], 'Hi 0a0b')
  assert.deepEqual(deployed.exports, { id: '0a0b' })
  await deployed.change({ given: [given('id', { result: '0a0b' })] })
  assert.equal(deployed.outcome, 'unchanged')
  await deployed.change({ variables: { title: 'Ho' }, given: [given('id', { result: '0a0b' })] })
  assert.equal(deployed.plan, '~ page  local/file\n    content: "Hi 0a0b" -> "Ho 0a0b"\n')
  await assert.rejects(testBlueprint(file), /title/)
})

test('a variable keeps its value until a change gives another or takes it away', async () => {
  const deployed = await testStack(regional('a'), { variables: { region: 'eu', size: 2 } })
  await deployed.change({})
  assert.equal(deployed.outcome, 'unchanged')
  await deployed.change({ stack: regional('b') })
  assert.equal(deployed.resource('page')['content'], 'eu 2')
  await deployed.change({ variables: { region: 'us' } })
  assert.equal(deployed.resource('page')['content'], 'us 2')
  await deployed.change({ variables: { size: undefined } })
  assert.equal(deployed.resource('page')['content'], 'us 1')
})

test('a test in memory leaves no folder behind, although the process goes on', async (t) => {
  const own = join(folder, 'temporary')
  mkdirSync(own)
  const { TMPDIR: before } = process.env
  t.after(() => (before === undefined ? delete process.env['TMPDIR'] : (process.env['TMPDIR'] = before)))
  process.env['TMPDIR'] = own
  const deployed = await testStack(site)
  await deployed.destroy()
  assert.deepEqual(readdirSync(own), [])
})

test('real plugins are called in a folder that is removed, also when the test fails', async () => {
  let place = ''
  const look = testStack(site, { real: true }, async (deployed, real) => {
    place = real
    assert.equal(existsSync(join(real, 'public/page.txt')), true)
    await deployed.change({ stack: (s) => void s.resource('other', 'local/file', { path: 'o.txt', content: '' }) })
    assert.equal(existsSync(join(real, 'public/page.txt')), false)
    throw new Error('the test says no')
  })
  await assert.rejects(look, /the test says no/)
  assert.equal(existsSync(place), false)
})
