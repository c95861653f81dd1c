// test:rest: the commands of two users are processes
/** A state in a folder that two users of one machine share. */
import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { test } from '../cases.ts'
import { run, start, type Ended, type Shell } from '../ledger/command.ts'

const skip = process.geteuid?.() === 0 ? false : 'only root can be two users'
const top = mkdtempSync(join(tmpdir(), 'slipway-group-'))
after(() => rmSync(top, { recursive: true, force: true }))
chmodSync(top, 0o755)

const gid = 45_678
const state = join(top, 'state')

const blueprint = (value: string): string => `version: 2025-11-02
variables:
  password: { type: string, secret: true, default: hunter22 }
resources:
  base: { type: null/resource, spec: { value: ${value} } }
  login: { type: null/resource, dependsOn: base, spec: { value: "\${variables.password}" } }
exports:
  closed: { type: string, field: resources.login.spec.value }
`

function person(name: string, uid: number): Shell & { write(text: string): void } {
  const [home, folder] = [join(top, name, 'home'), join(top, name, 'checkout')]
  const write = (text: string): void => {
    const file = join(folder, 'site.blueprint.yaml')
    writeFileSync(file, text)
    chownSync(file, uid, gid)
  }
  for (const each of [join(top, name), home, folder]) {
    mkdirSync(each)
    chownSync(each, uid, gid)
  }
  write(blueprint(name))
  const env = { PATH: process.env['PATH'], HOME: home, SLIPWAY_STATE: state, NO_COLOR: '1' }
  return { folder, env, user: { uid, gid }, write }
}

async function good(shell: Shell, ...args: readonly string[]): Promise<Ended> {
  const ended = await run(shell, args)
  assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}${ended.stdout}`)
  return ended
}

async function refused(shell: Shell, code: string, ...args: readonly string[]): Promise<string> {
  const { code: exit, stderr } = await run(shell, args)
  assert.notEqual(exit, 0)
  assert.match(stderr, new RegExp(`\\[${code}\\]`))
  return stderr
}

test('two users of a group share only a state, its lock and its secrets', { skip, timeout: 280_000 }, async () => {
  const [ada, bob] = [person('ada', 12_345), person('bob', 12_346)]
  mkdirSync(state, { mode: 0o700 })
  chownSync(state, 12_345, 12_345)
  await good(ada, 'up', '--yes')
  await refused(bob, 'state/foreign', 'state', 'list')
  await good(ada, 'state', 'share', '--group', String(gid))
  // Bob declares that he trusts the users who can write the files whose orders he carries out.
  assert.match(await refused(bob, 'state/foreign', 'state', 'list'), new RegExp(`slipway trust --group ${gid}`))
  await good(bob, 'trust', '--group', String(gid))
  const key = (await good(bob, 'key', 'show')).stdout.trim()
  await good(ada, 'state', 'key', 'add', 'bob', key)
  assert.match((await good(bob, 'exports', '--show-secrets')).stdout, /hunter22/)
  assert.match((await good(bob, 'up', '--yes')).stderr, /base updated/)
  assert.match((await good(ada, 'up', '--yes')).stderr, /base updated/)
  // The message names the user who is working, even if the other user has made SQLite's files.
  bob.write(
    blueprint('slow').replace(
      'base: { type: null/resource, spec: { value: slow }',
      'base: { type: null/resource, spec: { value: slow, delayMs: 600000 }',
    ),
  )
  const running = start(bob, ['up', '--yes'])
  await running.said('base')
  for (let tries = 0; tries < 1200 && !readdirSync(state).includes('state.db-wal'); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  for (const name of readdirSync(state).filter((each) => each.startsWith('state.db'))) {
    const { mode, gid: group } = statSync(join(state, name))
    assert.deepEqual([name, mode & 0o777, group], [name, 0o660, gid])
  }
  assert.match(await refused(ada, 'cli/locked', 'up', '--yes'), /slipway up of (12346|\w+) on /)
  running.child.kill('SIGKILL')
  await running.ended
  // She may not end his remaining processes: she waits for his lease.
  await refused(ada, 'cli/locked', 'up', '--yes')
  await good(ada, 'state', 'unlock', '--yes')
  await good(ada, 'up', '--yes')
  assert.equal(statSync(join(top, 'bob/home/.config/slipway/private-key')).mode & 0o777, 0o600)
  for (const uid of ['12345', '12346']) assert.equal(statSync(join(state, 'members', uid)).mode & 0o777, 0o700)
  await good(ada, 'state', 'share', '--group', String(gid), '--remove')
  await refused(bob, 'state/foreign', 'state', 'list')
  assert.equal(statSync(state).mode & 0o7777, 0o700)
  await good(ada, 'up', '--yes')
})
