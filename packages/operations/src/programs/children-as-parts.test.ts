import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { corePluginRoot, destroy, type InlineProgram, plan, refresh, up, upSaved } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

const files = ['page', 'net/vpc', 'net/sub/d'] as const

const site: InlineProgram = (s) => {
  s.resource('page', 'local/file', { path: 'page', content: 'a' })
  s.child('net', (net: typeof s) => {
    net.resource('vpc', 'local/file', { path: 'vpc', content: 'a' })
    net.child('sub', (sub: typeof s) => void sub.resource('d', 'local/file', { path: 'd', content: 'a' }))
  })
}

function place(context: TestContext) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-children-as-parts-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const file = (name: string): string => join(cwd, name.slice(name.lastIndexOf('/') + 1))
  return { slipway, cwd, file, there: () => files.filter((name) => existsSync(file(name))) }
}

test('a child of a function as part of a run: the run is about everything in the child', async (context) => {
  const { slipway, file, there } = place(context)
  const about = { instance: 'site', approve: true } as const
  const request = { ...about, program: site }
  const { plan: shown } = await plan(slipway, { ...request, targets: ['net'] })
  assert.deepEqual(
    shown.steps.map(({ action, name }) => `${action} ${name}`),
    ['create net/vpc', 'create net/sub/d'],
  )
  await up(slipway, { ...request, exclude: ['net'] })
  assert.deepEqual(there(), ['page'])
  await up(slipway, { ...request, targets: ['net/sub'] })
  assert.deepEqual(there(), ['page', 'net/sub/d'])
  await up(slipway, { ...request, targets: ['net'] })
  assert.deepEqual(there(), files)

  const made = (): readonly number[] => files.map((name) => statSync(file(name)).ino)
  const before = made()
  const { plan: replaced } = await plan(slipway, { ...request, replace: ['net'] })
  assert.deepEqual(
    replaced.steps.map(({ action, name }) => `${action} ${name}`),
    ['none page', 'replace net/vpc', 'replace net/sub/d'],
  )
  assert.deepEqual(made(), before)

  await assert.rejects(plan(slipway, { ...request, targets: ['nte'] }), {
    code: 'engine/unknown-target',
    message: 'there is no resource nte in the program or in the state; did you mean "net"?',
  })

  rmSync(file('vpc'))
  const looked = await refresh(slipway, { ...about, targets: ['net'] })
  assert.ok('plan' in looked)
  assert.deepEqual(looked.plan.steps.map(({ name }) => name).toSorted(), ['net/sub/d', 'net/vpc'])
  // A resource that the function no longer asks for goes only if the run is about it.
  const empty = { ...about, program: () => undefined }
  await up(slipway, { ...empty, exclude: ['net'] })
  assert.deepEqual(there(), ['net/sub/d'])
  await up(slipway, request)
  await destroy(slipway, { ...about, exclude: ['net'] })
  assert.deepEqual(there(), ['net/vpc', 'net/sub/d'])
  await destroy(slipway, { ...about, targets: ['net'] })
  assert.deepEqual(there(), [])
})

test('a child of a stack as part of a saved plan: the run does what the plan shows of the child', async (context) => {
  const { slipway, cwd, there } = place(context)
  writeFileSync(
    join(cwd, 'site.stack.ts'),
    `const file = (s, name) => s.resource(name, 'local/file', { path: name, content: 'a' })
export default (s) => {
  file(s, 'page')
  s.child('net', (net) => { file(net, 'vpc'); net.child('sub', (sub) => file(sub, 'd')) })
}`,
  )
  await plan(slipway, { targets: ['net'], out: 'p' })
  await upSaved(slipway, 'p', {})
  assert.deepEqual(there(), ['net/vpc', 'net/sub/d'])
})
