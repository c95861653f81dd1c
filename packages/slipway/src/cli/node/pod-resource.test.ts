import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@slipway/processes'
import { describe, test } from '../../../../../test/cases.ts'
import { runNow } from '../../../../../test/ledger/command.ts'

const launcher = new URL('../../../bin/slipway', import.meta.url).pathname

interface Status {
  readonly pod: string
  readonly state: string
  readonly pid?: number
}

/** A project whose state and node are in its folder. */
function project(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pod-'))
  const home = { HOME: folder, XDG_CONFIG_HOME: '', XDG_STATE_HOME: join(folder, 'xdg') }
  const env = { ...process.env, ...home, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const slipway = (...args: readonly string[]) => {
    const { code, stdout, stderr } = runNow({ folder, env }, ...args)
    return { code, out: stdout, err: stderr }
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
  const start = (...args: readonly string[]) =>
    spawn(launcher, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const run = () => spawn(launcher, ['node', 'run'], { cwd: folder, env, stdio: 'ignore' })
  return { folder, slipway, status, write, run, start }
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

  test('has a sequence that never goes back', (context) => {
    const { slipway, write } = project(context)
    write({ id: 'web', launchables: sleeping(1000), sequence: 2 })
    const first = slipway('up', '--yes')
    assert.equal(first.code, 0, first.err)
    write({ id: 'web', launchables: sleeping(1000), sequence: 1 })
    const back = slipway('up', '--yes')
    assert.equal(back.code, 1)
    assert.match(back.err, /the manifest of web has the sequence 1, but this node has seen 2/)
  })

  test('takes a whole manifest as a file, a text or a map, and names its mistakes', (context) => {
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
    // On a slow machine the first attempts end before the node has tried.
    let said = ''
    for (let turn = 0; turn < 12 && !said.includes('could not be started'); turn++) said = slipway('up', '--yes').err
    assert.match(said, /the pod web does not run: (retrying|installing) on .*: \/nowhere could not be started/)
  })

  test('an interrupted up is continued, and destroy leaves nothing of it', async (context) => {
    const { slipway, status, write, start } = project(context)
    write({ id: 'web', launchables: sleeping(1000) })
    const killed = async (): Promise<void> => {
      const up = start('up', '--yes')
      const queued = Promise.withResolvers<void>()
      let said = ''
      const see = (chunk: Buffer): void => {
        said += String(chunk)
        if (/(queued|installing|running) on/.test(said)) queued.resolve()
      }
      up.stdout.on('data', see)
      up.stderr.on('data', see)
      await queued.promise
      up.kill('SIGKILL')
      await once(up, 'exit')
    }
    await killed()
    const again = slipway('up', '--yes')
    assert.equal(again.code, 0, again.err)
    const [made] = status()
    assert.ok(isRunning(made?.pid ?? 0, 0))
    assert.match(slipway('up', '--yes').err, /Nothing to do/)
    write({ id: 'web2', launchables: sleeping(1000) })
    await killed()
    assert.equal(slipway('destroy', '--yes').code, 0)
    assert.deepEqual(status(), [])
    assert.equal(isRunning(made?.pid ?? 0, 0), false)
  })

  test('a drained node needs no repair, and up does not wait for it', (context) => {
    const { slipway, write } = project(context)
    write({ id: 'web', launchables: sleeping(1000), timeoutMs: 300_000 })
    assert.equal(slipway('up', '--yes').code, 0)
    const { node } = (JSON.parse(slipway('node', 'status', '--json').out) as { readonly node: string }[])[0] ?? {}
    assert.equal(slipway('node', 'drain', '--node', node ?? '').code, 0)
    const { code, err } = slipway('up', '--yes', '--refresh')
    assert.equal(code, 0, err)
    assert.match(err, /the pod web does not run while its node is drained/)
    assert.match(err, /Nothing to do/)
  })

  test('an emptied root is reported at once, with the next step', async (context) => {
    const { folder, slipway, status, write, start } = project(context)
    const [root, store] = [join(folder, 'root'), `sqlite:${join(folder, 'nodes.db')}`]
    // A wait for the lost pod would take an hour.
    const timeoutMs = 3_600_000
    write({ id: 'web', launchables: sleeping(1000), restart: { policy: 'never' }, root, store, timeoutMs })
    assert.equal(slipway('up', '--yes').code, 0)
    const found = slipway('node', 'status', '--json', '--store', store).out
    const [{ node, pid } = { node: '', pid: 0 }] = JSON.parse(found) as {
      readonly node: string
      readonly pid: number
    }[]
    process.kill(pid, 'SIGKILL')
    rmSync(root, { recursive: true })
    const { code, err } = slipway('destroy', '--yes')
    assert.equal(code, 1)
    assert.match(err, /the root \S+ was emptied/)
    assert.match(err, /slipway node run --name \S+ --root \S+ --accept-intent/)
    const preparer = start('node', 'run', '--name', node, '--root', root, '--store', store, '--accept-intent')
    await Promise.race([once(preparer.stdout, 'data'), once(preparer.stderr, 'data')])
    assert.equal(slipway('destroy', '--yes').code, 0)
    preparer.kill('SIGTERM')
    await once(preparer, 'exit')
    assert.deepEqual(status(), [])
  })
})
