import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, livingMembers } from '@slipway/processes'
import { ShimSupervisor } from './shim-supervisor.ts'
import type { Launch } from './supervisor.ts'

const supervisor = new ShimSupervisor()

function launchIn(context: TestContext, command: readonly string[], more: Partial<Launch> = {}): Launch {
  const top = mkdtempSync(join(tmpdir(), 'slipway-shim-'))
  const folder = join(top, 'launch')
  context.after(async () => {
    await supervisor.stop(folder, 0)
    rmSync(top, { recursive: true, force: true })
  })
  const restart = { policy: 'always', limit: 3, backoffMs: 20 } as const
  const env = { PATH: process.env['PATH'] ?? '' }
  return { folder, log: join(top, 'log'), command, cwd: top, env, restart, ...more }
}

const shell = (script: string): readonly string[] => ['/bin/sh', '-c', script]

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}

describe('a launchable under its shim', { skip: process.platform !== 'linux' }, () => {
  test('runs in its own group, writes its log, and ends when told to', async (context) => {
    const launch = launchIn(context, shell('echo hello; echo trouble >&2; exec sleep 600'))
    await supervisor.start(launch)
    const { is, pid = 0 } = supervisor.state(launch.folder)
    assert.equal(is, 'running')
    assert.ok(isRunning(pid, 0))
    await until(() => readFileSync(launch.log, 'utf8') === 'hello\ntrouble\n')
    await supervisor.stop(launch.folder, 5000)
    assert.equal(isRunning(pid, 0), false)
    assert.equal(supervisor.state(launch.folder).is, 'none')
  })

  test('is one launch, however often it is started', async (context) => {
    const launch = launchIn(context, shell('echo once; exec sleep 600'))
    await Promise.all([supervisor.start(launch), supervisor.start(launch)])
    await supervisor.start(launch)
    await until(() => readFileSync(launch.log, 'utf8') !== '')
    await sleep(50)
    assert.equal(readFileSync(launch.log, 'utf8'), 'once\n')
  })

  test('is killed after its grace period, with everything that it has started', async (context) => {
    const launch = launchIn(context, shell(`trap '' TERM; sleep 600 & sleep 600`))
    await supervisor.start(launch)
    const [shim = ''] = readFileSync(join(launch.folder, 'claim'), 'utf8').split(' ')
    await until(() => livingMembers(Number(shim)).length === 4)
    await supervisor.stop(launch.folder, 50)
    assert.deepEqual(livingMembers(Number(shim)), [])
  })

  test('is restarted when it ends, and given up after so many ends in a row', async (context) => {
    const launch = launchIn(context, shell('echo start; exit 3'))
    await supervisor.start(launch)
    await until(() => supervisor.state(launch.folder).is === 'given-up')
    assert.deepEqual(supervisor.state(launch.folder), { is: 'given-up', code: 3 })
    assert.equal(readFileSync(launch.log, 'utf8'), 'start\n'.repeat(4))
  })

  test('is left alone by the policy never, and after a good end by on-failure', async (context) => {
    for (const policy of ['never', 'on-failure'] as const) {
      const launch = launchIn(context, shell('exit 0'), { restart: { policy, limit: 3, backoffMs: 1 } })
      await supervisor.start(launch)
      await until(() => supervisor.state(launch.folder).is === 'given-up')
    }
  })

  test('fails to start when its program is missing, or is not a program', async (context) => {
    const missing = launchIn(context, ['/nowhere/program'])
    await assert.rejects(supervisor.start(missing), { code: 'node/launch-failed', message: /not found/ })
    const folder = launchIn(context, ['/tmp'])
    await assert.rejects(supervisor.start(folder), { code: 'node/launch-failed' })
    const launch = launchIn(context, ['./script'])
    writeFileSync(join(launch.cwd, 'script'), '#!/nowhere/interpreter\n', { mode: 0o755 })
    await assert.rejects(supervisor.start(launch), { code: 'node/launch-failed' })
  })

  test('survives its shim, and can still be ended', async (context) => {
    const launch = launchIn(context, ['sleep', '600'])
    await supervisor.start(launch)
    const [shim = ''] = readFileSync(join(launch.folder, 'claim'), 'utf8').split(' ')
    process.kill(Number(shim), 'SIGKILL')
    const { is, pid = 0 } = supervisor.state(launch.folder)
    assert.equal(is, 'running')
    await supervisor.stop(launch.folder, 5000)
    assert.equal(isRunning(pid, 0), false)
  })

  test('gets its limits and its environment', async (context) => {
    const launch = launchIn(context, shell('ulimit -n; echo "$NAME"; exec sleep 600'), {
      env: { NAME: 'value' },
      limits: { openFiles: 77 },
    })
    await supervisor.start(launch)
    await until(() => readFileSync(launch.log, 'utf8') === '77\nvalue\n')
  })
})
