import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@slipway/processes'
import { withStore } from '@slipway/operations/node/with-store'
import { sentinelOf } from '@slipway/preparer'
import type { PodStatus } from '@slipway/operations/node/node-status'
import { describe, test } from '../cases.ts'
import { run, start as begin } from '../ledger/command.ts'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'

const launcher = new URL('../../packages/slipway/bin/slipway', import.meta.url).pathname

/** A project with a pod on nodes of a store, which have roots of their own. */
async function world(context: TestContext, kind: 'sqlite' | 'etcd') {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-rolling-')))
  const server = kind === 'etcd' ? await startServer('etcd') : undefined
  const store = server === undefined ? `sqlite:${join(folder, 'store.db')}` : `etcd://127.0.0.1:${server.port}`
  const home = { HOME: folder, XDG_CONFIG_HOME: '', XDG_STATE_HOME: join(folder, 'xdg') }
  const env = { ...process.env, ...home, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const children = new Map<string, ChildProcess>()
  const slipway = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run({ folder, env }, args)
    return { code, said: stdout + stderr }
  }
  /** Repeats a command that a busy machine has kept from being in time, as its user would. */
  const inTheEnd: typeof slipway = async (...args) => {
    for (let tries = 1; ; tries++) {
      const ended = await slipway(...args)
      if (tries === 5 || !/not\s+healthy\s+within|does\s+not\s+answer/.test(ended.said)) return ended
    }
  }
  /** The hook of `hook` ends on this node, at once or as soon as the command has said that it runs there. */
  const go = (node: string): void => writeFileSync(join(folder, `go-${node}`), '')
  const upWhileHooked = async (nodes: readonly string[]): ReturnType<typeof slipway> => {
    for (const node of nodes) rmSync(join(folder, `go-${node}`))
    const { ended, said } = begin({ folder, env }, ['up', '--yes'])
    for (const node of nodes) {
      await said(`installing on ${node}, before_launch`)
      go(node)
    }
    const { code, stdout, stderr } = await ended
    return { code, said: stdout + stderr }
  }
  const start = async (name: string): Promise<void> => {
    const where = ['--name', name, '--root', join(folder, name), '--store', store]
    const child = spawn(launcher, ['node', 'run', ...where], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
    children.set(name, child)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => void (said += String(chunk)))
    while (!said.includes('works in')) {
      assert.equal(child.exitCode, null, said)
      await sleep(20)
    }
    const isKnown = (): Promise<boolean> =>
      withStore({ env, cwd: folder }, { store }, async (nodes) => (await nodes.get(sentinelOf(name))) !== undefined)
    while (!(await isKnown())) await sleep(20)
  }
  const end = async (name: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const child = children.get(name)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const write = (version: string, nodes: readonly string[], more: object = {}): void => {
    const command = ['sh', '-c', `: ${version}; exec sleep 600`]
    const spec = {
      id: 'web',
      launchables: { main: { type: 'command', command } },
      graceMs: 1000,
      store,
      nodes,
      ...more,
    }
    const blueprint = { version: '2025-11-02', resources: { web: { type: 'slipway/pod', spec } } }
    writeFileSync(join(folder, 'web.blueprint.json'), JSON.stringify(blueprint))
  }
  const hook = async (moments: readonly string[]): Promise<void> => {
    const script = `until [ -e '${folder}'/go-"$HOOKED_NODE" ]; do sleep 0.05; done`
    const main = { type: 'command', command: ['sh', '-c', script] }
    writeFileSync(join(folder, 'hook.json'), JSON.stringify({ id: 'hook', launchables: { main }, hook: { moments } }))
    assert.equal((await slipway('node', 'schedule', 'hook.json', '--hook', '--store', store)).code, 0)
    while ((await all('hook')).some(({ state }) => state !== 'running')) await sleep(20)
  }
  const all = async (of = 'pod'): Promise<readonly PodStatus[]> => {
    const { said } = await slipway('node', 'status', '--json', '--store', store)
    return (JSON.parse(said) as PodStatus[]).filter((status) => status.kind === of)
  }
  const running = async (): Promise<Readonly<Record<string, number | undefined>>> =>
    Object.fromEntries((await all()).map(({ node, pid }) => [node, pid]))
  context.after(async () => {
    for (const name of children.keys()) {
      // Removes what a failed test has left.
      await slipway('node', 'unschedule', 'web', '--node', name, '--store', store)
      await end(name, 'SIGKILL')
      await start(name)
    }
    while ((await all()).length > 0) await sleep(20)
    for (const name of children.keys()) await end(name)
    await server?.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { slipway, inTheEnd, upWhileHooked, go, start, end, write, hook, all, running }
}

describe('a pod on several nodes', { skip: process.platform !== 'linux', concurrency: 2 }, () => {
  for (const kind of ['sqlite', 'etcd'] as const) {
    const skip = kind === 'etcd' && missing('etcd')
    test(
      `over ${kind} is installed on all, replaced node by node, moved with the list of nodes, and removed`,
      { skip },
      async (context) => {
        const { slipway, upWhileHooked, go, start, write, hook, all, running } = await world(context, kind)
        for (const name of ['north', 'south', 'east']) await start(name)
        await hook(['before_launch'])
        for (const name of ['north', 'south', 'east']) go(name)
        write('one', ['north', 'south'])
        const first = await slipway('up', '--yes')
        assert.equal(first.code, 0, first.said)
        const before = await running()
        assert.deepEqual(Object.keys(before), ['north', 'south'])

        write('two', ['north', 'south'])
        const second = await upWhileHooked(['north', 'south'])
        assert.equal(second.code, 0, second.said)
        const steps = ['north', 'south'].map((node) => second.said.indexOf(`installing on ${node}, before_launch`))
        assert.ok((steps[0] ?? -1) > 0 && (steps[1] ?? -1) > (steps[0] ?? 0), second.said)
        assert.match(second.said, /replacing it on north, 1 of 2/)
        const after = await running()
        for (const node of ['north', 'south']) {
          assert.notEqual(after[node], before[node])
          assert.equal(isRunning(before[node] ?? 0, 0), false)
        }

        write('two', ['south', 'east'])
        const moved = await slipway('up', '--yes')
        assert.equal(moved.code, 0, moved.said)
        const there = await running()
        assert.deepEqual(Object.keys(there), ['east', 'south'])
        assert.equal(there['south'], after['south'])
        assert.equal(isRunning(after['north'] ?? 0, 0), false)

        const gone = await slipway('destroy', '--yes')
        assert.equal(gone.code, 0, gone.said)
        assert.deepEqual(await all(), [])
        for (const pid of Object.values(there)) assert.equal(isRunning(pid ?? 0, 0), false)
      },
    )

    // The health of nodes does not depend on the kind of store.
    test(
      'that is not healthy in time fails with the name of the node, and stops there',
      { skip: kind !== 'sqlite' },
      async (context) => {
        const { slipway, inTheEnd, start, write, all, running } = await world(context, kind)
        for (const name of ['north', 'south', 'east']) await start(name)
        let isWell = true
        const server = createServer((_request, response) => response.writeHead(isWell ? 200 : 503).end())
        await new Promise<void>((resolve) => {
          server.listen(0, '127.0.0.1', resolve)
        })
        context.after(() => server.close())
        const http = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
        const status = { http, deadlineMs: 4000, everyMs: 200 }
        const nodes = ['north', 'south', 'east']
        write('one', nodes, { status: { ...status, deadlineMs: 60_000 } })
        const first = await slipway('up', '--yes')
        assert.equal(first.code, 0, first.said)
        const before = await running()
        isWell = false
        write('two', nodes, { status })
        const second = await slipway('up', '--yes')
        assert.equal(second.code, 1, second.said)
        const words = second.said.replaceAll(/\s+/g, ' ')
        assert.match(
          words,
          /the pod web does not run: failed on north: not healthy within 4 s.*; not touched: south, east/,
        )
        const after = await running()
        assert.notEqual(after['north'], before['north'])
        for (const node of ['south', 'east']) assert.equal(after[node], before[node])
        // The mistake is corrected, and the rollout goes on.
        isWell = true
        while ((await all()).find(({ node }) => node === 'north')?.state !== 'running') await sleep(50)
        const third = await inTheEnd('up', '--yes')
        assert.equal(third.code, 0, third.said)
        const last = await running()
        assert.equal(last['north'], after['north'])
        for (const node of ['south', 'east']) assert.notEqual(last[node], before[node])
        assert.equal((await slipway('destroy', '--yes')).code, 0)
      },
    )

    test(`over ${kind} names an absent node with the next step, and loses nothing`, { skip }, async (context) => {
      const { slipway, inTheEnd, start, end, write, all, running } = await world(context, kind)
      for (const name of ['north', 'south']) await start(name)
      await end('south', 'SIGKILL')
      const patience = { timeoutMs: 4000 }
      write('one', ['north', 'south'], patience)
      const first = await slipway('up', '--yes')
      assert.equal(first.code, 1)
      const words = first.said.replaceAll(/\s+/g, ' ')
      assert.match(
        words,
        /south does not answer\. Is its preparer running\? If not, start it there: slipway node run --name south --store/,
      )
      while ((await running())['north'] === undefined) await sleep(50)
      const { north } = await running()
      assert.ok(isRunning(north ?? 0, 0))
      await start('south')
      write('one', ['north', 'south'])
      const second = await slipway('up', '--yes')
      assert.equal(second.code, 0, second.said)
      assert.equal((await running())['north'], north)

      await end('south', 'SIGKILL')
      const { south } = await running()
      write('two', ['south', 'norht'], patience)
      const third = await slipway('up', '--yes')
      assert.equal(third.code, 1)
      const said = third.said.replaceAll(/\s+/g, ' ')
      assert.match(
        said,
        /no preparer named norht has ever used the store, only (north, south|south, north): check the name/,
      )
      // The running pod survives on the node that it should leave, and on the node that is away.
      for (const pid of [north, south]) assert.ok(isRunning(pid ?? 0, 0))
      write('two', ['south'], { timeoutMs: 15_000 })
      await start('south')
      const fourth = await inTheEnd('up', '--yes')
      assert.equal(fourth.code, 0, fourth.said)
      assert.deepEqual(Object.keys(await running()), ['south'], JSON.stringify(await all()))
      assert.equal(isRunning(north ?? 0, 0), false)

      await end('south', 'SIGKILL')
      const destroyed = await slipway('destroy', '--yes')
      assert.equal(destroyed.code, 1, destroyed.said)
      assert.match(destroyed.said.replaceAll(/\s+/g, ' '), /the pod web is not removed: south does not answer/)
      await start('south')
      const gone = await inTheEnd('destroy', '--yes')
      assert.equal(gone.code, 0, gone.said)
      assert.deepEqual(await all(), [])
    })
  }
})
