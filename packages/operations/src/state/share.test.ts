import assert from 'node:assert/strict'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { corePluginRoot, type InlineProgram, up } from '../index.ts'
import { shareState, unshareState } from './share.ts'

const program: InlineProgram = (s) => {
  s.resource('one', 'null/resource', { value: 'a' })
}

const own = String(process.getegid?.() ?? 0)

function onNfs() {
  return { type: 0x6969 }
}

function project(context: TestContext) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-share-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const env = { HOME: cwd, PATH: process.env['PATH'] }
  const mode = (...names: readonly string[]): string =>
    (statSync(join(cwd, '.slipway', ...names)).mode & 0o7777).toString(8)
  return { cwd, slipway: { env, cwd, ownPlugins: corePluginRoot() }, state: join(cwd, '.slipway'), mode }
}

test('what the group works on is open to it, whatever the umask, and the rest stays closed', async (context) => {
  const { slipway, state, mode, cwd } = project(context)
  const umask = process.umask(0o077)
  context.after(() => process.umask(umask))
  writeFileSync(join(cwd, 'other'), '')
  chmodSync(join(cwd, 'other'), 0o600)
  const shared = await shareState(slipway, { group: own, instance: 'site' })
  assert.deepEqual([shared.gid, shared.state, shared.closedAt], [Number(own), state, cwd])
  await up(slipway, { instance: 'site', program, approve: true })
  for (const name of readdirSync(state).filter((each) => each.startsWith('state.db')))
    assert.equal(mode(name), '660', name)
  assert.equal(mode(), '2770')
  assert.equal(mode('members'), '3770')
  const [member = ''] = readdirSync(join(state, 'members'))
  assert.equal(member, String(process.geteuid?.()))
  assert.match(mode('members', member), /^2?700$/)
  assert.deepEqual(readdirSync(join(state, 'members', member)).toSorted(), ['logs', 'run'])
  assert.equal((await unshareState(slipway, { group: own, instance: 'site' })).state, state)
  assert.equal(mode(), '700')
  assert.equal(mode('state.db'), '600')
  await assert.rejects(unshareState(slipway, { group: own, instance: 'site' }), { code: 'state/not-shared' })
})

test('a folder that another member could have put in the place of the own one is refused', async (context) => {
  const { slipway, state } = project(context)
  await shareState(slipway, { group: own, instance: 'site' })
  const run = (): Promise<unknown> => up(slipway, { instance: 'site', program, approve: true })
  const folder = join(state, 'members', String(process.geteuid?.()))
  mkdirSync(folder)
  chmodSync(folder, 0o770)
  await assert.rejects(run, { code: 'state/foreign' })
  rmSync(folder, { recursive: true })
  symlinkSync('.', folder)
  await assert.rejects(run, { code: 'state/foreign' })
  rmSync(folder)
  await run()
})

test('a link in the place of the folder, or of a file in it, opens nothing else to the group', async (context) => {
  const { slipway, state, mode, cwd } = project(context)
  const request = { instance: 'site', group: own }
  const secret = join(cwd, 'secret')
  mkdirSync(secret, { mode: 0o700 })
  writeFileSync(join(secret, 'key'), 'canary', { mode: 0o600 })
  const untouched = (): void => {
    const modes = [secret, join(secret, 'key')].map((path) => (statSync(path).mode & 0o7777).toString(8))
    assert.deepEqual(modes, ['700', '600'])
  }
  await shareState(slipway, request)
  // The last look at the folder before it is changed.
  const swap = (): { type: number } => {
    renameSync(state, `${state}.away`)
    symlinkSync(secret, state)
    return { type: 0xef53 }
  }
  await assert.rejects(shareState(slipway, request, swap), { code: 'state/foreign' })
  untouched()
  rmSync(state)
  renameSync(`${state}.away`, state)
  for (const plant of [
    () => symlinkSync(join(secret, 'key'), join(state, 'state.db-journal')),
    () => linkSync(join(secret, 'key'), join(state, 'state.db-journal')),
    () => linkSync(join(secret, 'key'), join(state, 'notes')),
  ]) {
    plant()
    await assert.rejects(shareState(slipway, request), { code: 'state/foreign' })
    untouched()
    assert.equal(mode(), '700')
    for (const name of ['state.db-journal', 'notes']) rmSync(join(state, name), { force: true })
  }
  rmSync(join(state, 'members'), { recursive: true })
  symlinkSync(secret, join(state, 'members'))
  await assert.rejects(shareState(slipway, request), { code: 'state/foreign' })
  untouched()
  rmSync(join(state, 'members'))
  await shareState(slipway, request)
  assert.equal(mode(), '2770')
})

test('nothing is opened to a group that is not there, or not ours, or where locks do not hold', async (context) => {
  const { slipway, state, mode, cwd } = project(context)
  mkdirSync(state, { mode: 0o700 })
  const request = { instance: 'site' }
  await assert.rejects(shareState(slipway, { ...request, group: 'no such group' }), { code: 'cli/no-such-group' })
  await assert.rejects(shareState(slipway, { ...request, group: '987654321' }), { code: 'state/not-in-group' })
  await assert.rejects(shareState(slipway, { ...request, group: own }, onNfs), { code: 'state/network-file-system' })
  const env = { ...slipway.env, SLIPWAY_STATE: 'postgres://ada@127.0.0.1:1/d' }
  await assert.rejects(shareState({ ...slipway, env }, { ...request, group: own }), { code: 'state/in-database' })
  assert.equal(mode(), '700')
  assert.deepEqual(
    readdirSync(cwd).filter((name) => name === '.config'),
    [],
  )
})
