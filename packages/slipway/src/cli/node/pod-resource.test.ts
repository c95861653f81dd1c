import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@slipway/processes'

const launcher = new URL('../../../bin/slipway', import.meta.url).pathname

interface Status {
  readonly pod: string
  readonly state: string
  readonly pid?: number
}

/** A project whose state and node lie in its folder. */
function project(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pod-'))
  const home = { HOME: folder, XDG_CONFIG_HOME: '', XDG_STATE_HOME: join(folder, 'xdg') }
  const env = { ...process.env, ...home, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const slipway = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(launcher, args, { cwd: folder, env, encoding: 'utf8' })
    return { code: status, out: stdout, err: stderr }
  }
  context.after(() => {
    slipway('destroy', '--yes')
    rmSync(folder, { recursive: true, force: true })
  })
  const status = (): readonly Status[] => JSON.parse(slipway('node', 'status', '--json').out) as Status[]
  const write = (spec: object): void => {
    const web = { type: 'slipway/pod', spec }
    const exported = { type: 'integer', field: 'resources.web.spec.pid' }
    const blueprint = { version: '2025-11-02', resources: { web }, exports: { pid: exported } }
    writeFileSync(join(folder, 'shop.blueprint.json'), JSON.stringify(blueprint))
  }
  const run = () => spawn(launcher, ['node', 'run'], { cwd: folder, env, stdio: 'ignore' })
  return { folder, slipway, status, write, run }
}

const sleeping = (seconds: number) => ({ main: { type: 'command', command: ['sleep', String(seconds)] } })

describe('slipway/pod', { skip: process.platform !== 'linux' }, () => {
  test('up without a preparer leaves the pod running, slipway node takes it over, destroy removes it', async (context) => {
    const { slipway, status, write, run } = project(context)
    write({ id: 'web', launchables: sleeping(1000) })
    const up = slipway('up', '--yes')
    assert.equal(up.code, 0, up.err)
    const [made] = status()
    assert.deepEqual([made?.pod, made?.state], ['web', 'running'])
    assert.ok(isRunning(made?.pid ?? 0, 0))
    assert.match(up.out, new RegExp(`^pid +${made?.pid}$`, 'm'))
    assert.match(slipway('up', '--yes').err, /Nothing to do/)
    assert.equal(status()[0]?.pid, made?.pid)

    const preparer = run()
    process.kill(made?.pid ?? 0, 'SIGKILL')
    while ((status()[0]?.pid ?? made?.pid) === made?.pid) await sleep(20)
    write({ id: 'web', launchables: sleeping(2000), node: undefined })
    const updated = slipway('up', '--yes')
    assert.equal(updated.code, 0, updated.err)
    preparer.kill('SIGTERM')
    await once(preparer, 'exit')
    const [next] = status()
    assert.ok(isRunning(next?.pid ?? 0, 0))
    assert.equal(slipway('destroy', '--yes').code, 0)
    assert.deepEqual(status(), [])
    assert.equal(isRunning(next?.pid ?? 0, 0), false)
  })

  test('takes a whole manifest as a file, a text or a map, and says what is wrong with it', (context) => {
    const { folder, slipway, status, write } = project(context)
    const manifest = { id: 'web', launchables: sleeping(1000) }
    writeFileSync(join(folder, 'web.json'), JSON.stringify(manifest, undefined, 2))
    for (const written of ['web.json', manifest, JSON.stringify(manifest, undefined, 2)]) {
      write({ manifest: written })
      const up = slipway('up', '--yes')
      assert.equal(up.code, 0, up.err)
      assert.equal(status()[0]?.state, 'running')
    }
    write({ manifest: { ...manifest, launchables: { main: { type: 'nonsense' } } } })
    assert.match(slipway('up', '--yes').err, /launchables\.main\.type: Invalid/)
    write({
      manifest: { id: 'web', launchables: { main: { type: 'command', command: ['/nowhere'] } } },
      timeoutMs: 5000,
    })
    assert.match(
      slipway('up', '--yes').err,
      /the pod web does not run: (retrying|installing) on .*: \/nowhere could not be started/,
    )
  })
})
