/** Another user of the machine writes a record of process groups: nobody is killed for it. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { killLeftovers } from '@slipway/host'
import { processIdentity } from '@slipway/processes'
import { isAlive, until } from '../faulty/sandbox.ts'
import { run } from '../ledger/command.ts'
import { skipWithoutOtherUsers } from './identity/other-user.ts'
import { version } from './target.ts'

const stranger = { uid: 12_345, gid: 12_345 }
const user = { uid: 23_456, gid: 23_456 }

function temporary(context: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-records-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}

/** Starts a process that leads a group, as any user. */
function victim(context: TestContext, as: { uid?: number; gid?: number } = {}): ChildProcess & { pid: number } {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', cwd: '/', ...as })
  assert.ok(child.pid !== undefined)
  context.after(() => child.kill('SIGKILL'))
  return child as ChildProcess & { pid: number }
}

/** When a process was started, which everybody can read in /proc. */
function startOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
}

function recordOf(group: number): string {
  const gone = { ...processIdentity(), pid: 4_000_000, processStart: 1 }
  return `${JSON.stringify({ version: 1, ...gone })}\n+ ${group} ${startOf(group)}\n`
}

describe('a record of process groups', { skip: skipWithoutOtherUsers, timeout: 240_000 }, () => {
  test('by a stranger, in a planted folder next to a blueprint, ends no process', async (context) => {
    const top = temporary(context)
    const [shared, home] = [join(top, 'shared'), join(top, 'home')]
    for (const folder of [shared, home]) mkdirSync(folder)
    chownSync(home, user.uid, user.gid)
    chmodSync(shared, 0o1777)
    const running = victim(context, user)
    for (const folder of ['.slipway', '.slipway/run']) {
      mkdirSync(join(shared, folder))
      chmodSync(join(shared, folder), 0o777)
      chownSync(join(shared, folder), stranger.uid, stranger.gid)
    }
    const record = join(shared, '.slipway/run/4000000-1-1.groups')
    writeFileSync(record, recordOf(running.pid))
    chmodSync(record, 0o666)
    chownSync(record, stranger.uid, stranger.gid)
    const blueprint = join(shared, 'own.blueprint.yaml')
    writeFileSync(blueprint, `${version}resources:\n  a: { type: local/file, spec: { path: a, content: a } }\n`)
    chownSync(blueprint, user.uid, user.gid)
    const shell = { folder: shared, env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' }, user }
    await run(shell, ['plan', 'own.blueprint.yaml'])
    await run(shell, ['up', '--yes', 'own.blueprint.yaml'])
    assert.equal(isAlive(running.pid), true)
    assert.equal(existsSync(record), true)
  })

  test('that is writable for others, or is a link or a pipe, is ignored', async (context) => {
    const folder = temporary(context)
    const running = victim(context)
    const file = join(folder, 'run/4000000-1-1.groups')
    mkdirSync(join(folder, 'run'))
    const ways: readonly (() => unknown)[] = [
      () => {
        writeFileSync(file, recordOf(running.pid))
        chownSync(file, stranger.uid, stranger.gid)
      },
      () => {
        writeFileSync(file, recordOf(running.pid))
        chmodSync(file, 0o666)
      },
      () => {
        writeFileSync(join(folder, 'elsewhere'), recordOf(running.pid))
        symlinkSync(join(folder, 'elsewhere'), file)
      },
      () => execFileSync('mkfifo', [file]),
      () => {
        writeFileSync(file, recordOf(running.pid))
        chmodSync(join(folder, 'run'), 0o777)
      },
    ]
    for (const way of ways) {
      way()
      assert.deepEqual(await killLeftovers(join(folder, 'run')), [])
      assert.equal(existsSync(file), true, 'it is left alone')
      rmSync(file)
    }
    chmodSync(join(folder, 'run'), 0o700)
    assert.equal(isAlive(running.pid), true)
  })

  test('by us ends only processes of our user', async (context) => {
    const folder = temporary(context)
    const file = join(folder, 'run/4000000-1-1.groups')
    mkdirSync(join(folder, 'run'))
    const theirs = victim(context, user)
    writeFileSync(file, recordOf(theirs.pid))
    assert.deepEqual(await killLeftovers(join(folder, 'run')), [])
    assert.equal(isAlive(theirs.pid), true)
    // A valid record leads to a kill: otherwise the rest of these tests would pass even if nothing were ever killed.
    const ours = victim(context)
    writeFileSync(file, recordOf(ours.pid))
    assert.deepEqual(await killLeftovers(join(folder, 'run')), [ours.pid])
    await until(() => !isAlive(ours.pid))
  })
})
