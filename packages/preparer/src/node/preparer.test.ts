import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, processEntry } from '@slipway/processes'
import { Layout } from '../install/layout.ts'
import { sentinelOf } from '../records/keys.ts'
import { shellHook, sleeper, TestNode } from '../testing/test-node.ts'

describe('a preparer', { skip: process.platform !== 'linux' }, () => {
  test('runs a scheduled pod, replaces it when it changes, removes it when it is gone', async (context) => {
    const node = await TestNode.start(context)
    const one = await node.schedule(sleeper('web', 'one', { config: { port: 1 }, env: { COLOUR: 'blue' } }))
    const first = await node.becomes('web', 'running', one.hash)
    assert.equal(first.manifest, one.hash)
    assert.ok(isRunning(first.pid ?? 0, 0))
    const env = join(node.layout.env('pod', 'web', one.hash), 'COLOUR')
    assert.equal(readFileSync(env, 'utf8'), 'blue')
    assert.equal(statSync(env).mode & 0o777, 0o600)
    assert.equal(readFileSync(node.layout.config('pod', 'web', one.hash), 'utf8'), '{"port":1}\n')

    const two = await node.schedule(sleeper('web', 'two'))
    const second = await node.becomes('web', 'running', two.hash)
    assert.notEqual(second.pid, first.pid)
    assert.equal(isRunning(first.pid ?? 0, 0), false)

    await node.unschedule('web')
    await node.becomes('web', 'gone')
    assert.equal(isRunning(second.pid ?? 0, 0), false)
    assert.equal(existsSync(node.layout.home('pod', 'web')), false)
  })

  test('does nothing for a manifest that it has already', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(sleeper('web', 'one'))
    const { pid } = await node.becomes('web', 'running')
    await node.schedule(sleeper('web', 'one'), 'node')
    await sleep(50)
    assert.equal((await node.becomes('web', 'running')).pid, pid)
  })

  test('ends without its pods, and finds them again', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(sleeper('web', 'one'))
    const { pid = 0 } = await node.becomes('web', 'running')
    await node.stop()
    assert.ok(isRunning(pid, 0))
    await node.start()
    await sleep(100)
    assert.equal((await node.becomes('web', 'running')).pid, pid)
  })

  test('starts pods that have ended while it was away', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(sleeper('web', 'one'))
    const { pid = 0 } = await node.becomes('web', 'running')
    await node.stop()
    process.kill(-(processEntry(pid)?.group ?? 0), 'SIGKILL')
    while (isRunning(pid, 0)) await sleep(5)
    await node.start()
    for (;;) {
      const reality = await node.reality('web')
      if (reality?.pid !== undefined && reality.pid !== pid && isRunning(reality.pid, 0)) return
      await sleep(5)
    }
  })

  test('repeats failures, and says why', async (context) => {
    const node = await TestNode.start(context)
    const command = join(node.root, 'program')
    await node.schedule({ id: 'web', launchables: { main: { type: 'command', command: [command] } } })
    const { reason = '', attempts } = await node.becomes('web', 'retrying')
    assert.match(reason, /program could not be started/)
    assert.ok(attempts >= 1)
    writeFileSync(command, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
    assert.ok((await node.becomes('web', 'running')).attempts > 1)
  })

  test('gives up a pod that ends too often', async (context) => {
    const node = await TestNode.start(context)
    const restart = { policy: 'always', limit: 1, backoffMs: 1 }
    await node.schedule({ id: 'web', launchables: { main: { type: 'command', command: ['false'] } }, restart })
    const { reason = '' } = await node.becomes('web', 'failed')
    assert.match(reason, /main ended with 1, and was given up/)
  })

  test('removes unknown pods from its root', async (context) => {
    const node = await TestNode.start(context)
    await node.stop()
    const home = node.layout.home('pod', 'orphan')
    mkdirSync(home, { recursive: true })
    await node.start()
    while (existsSync(home)) await sleep(5)
  })

  test('leaves files alone in a folder that has never been a root, unless a preparer has written them', async (context) => {
    const root = mkdtempSync(join(tmpdir(), 'slipway-project-'))
    context.after(() => rmSync(root, { recursive: true, force: true }))
    for (const folder of ['src', 'hooks/pre-commit', 'old']) mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, 'old/current_manifest.yaml'), '{}')
    const node = await TestNode.start(context, { layout: new Layout(root) })
    while (existsSync(join(root, 'old'))) await sleep(5)
    await node.stop()
    await node.start()
    assert.ok(existsSync(join(root, 'src')) && existsSync(join(root, 'hooks/pre-commit')))
    assert.ok(node.events.includes(`: ${root} contains folders that are not pods; they stay: hooks/pre-commit, src`))
  })

  test('removes nothing when the tree has lost its sentinel', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(sleeper('web', 'one'))
    const { pid = 0 } = await node.becomes('web', 'running')
    const sentinel = (await node.store.get(sentinelOf('week'))) ?? ''
    await node.store.commit([
      { type: 'delete', key: sentinelOf('week') },
      { type: 'delete', key: '/slipway/intent/everywhere/web' },
    ])
    await sleep(100)
    assert.ok(isRunning(pid, 0))
    assert.ok(node.events.some((event) => /has lost .*sentinel/.test(event)))
    await node.store.put(sentinelOf('week'), sentinel)
    await node.becomes('web', 'gone')
  })

  test('removes and resets nothing in a store that has gone back, also after a restart, until it is scheduled again', async (context) => {
    const node = await TestNode.start(context)
    const first = await node.schedule(sleeper('web', 'one'))
    await node.becomes('web', 'running', first.hash)
    const saved = await node.store.list('/slipway/')
    const second = await node.schedule(sleeper('web', 'two'))
    await node.schedule(sleeper('api', 'one'))
    const before = [await node.becomes('web', 'running', second.hash), await node.becomes('api', 'running')]
    const since = (await node.store.list('/slipway/')).filter(({ key }) => !saved.some((entry) => entry.key === key))
    await node.store.commit([
      ...saved.map(({ key, value }) => ({ type: 'put', key, value }) as const),
      ...since.map(({ key }) => ({ type: 'delete', key }) as const),
    ])
    const holds = async (): Promise<void> => {
      for (const { pod, pid, manifest } of before) {
        while ((await node.reality(pod))?.held === undefined) await sleep(5)
        const now = await node.reality(pod)
        assert.deepEqual([now?.pid, now?.manifest, now?.state], [pid, manifest, 'running'])
      }
    }
    await holds()
    assert.ok(node.events.some((event) => event.includes('the store went back in time')))
    await node.stop()
    await node.start()
    await sleep(100)
    await holds()

    await node.schedule(sleeper('web', 'two'))
    await sleep(100)
    assert.ok(isRunning(before[1]?.pid ?? 0, 0))
    await node.schedule(sleeper('api', 'one'))
    while ((await node.reality('api'))?.held !== undefined) await sleep(5)
    assert.equal((await node.reality('web'))?.pid, before[0]?.pid)
    // From here on the name is the node's own again.
    await node.unschedule('api')
    await node.becomes('api', 'gone')
  })

  test('is alone with its name in the store, and gives it up to a machine that takes its place', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-store-'))
    const storeFile = join(folder, 'store.db')
    const node = await TestNode.start(context, { storeFile })
    await node.schedule(sleeper('web', 'one'))
    const { pid = 0 } = await node.becomes('web', 'running')
    const other = await TestNode.start(context, { storeFile, acceptIntent: true })
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    while (!node.events.some((event) => event.includes('another preparer has started as week'))) await sleep(5)
    const { hash } = await other.schedule(sleeper('web', 'two'))
    const { pid: otherPid = 0 } = await other.becomes('web', 'running', hash)
    assert.ok(isRunning(pid, 0))
    await other.stop()
    await node.stop()
    // A machine that has never written to the store.
    for (const file of [node.layout.journal, `${node.layout.journal}-wal`, `${node.layout.journal}-shm`])
      rmSync(file, { force: true })
    const said = /another machine is the node week of this store, with the root .*pods/
    await assert.rejects(node.start(), (error: Error) => said.test(error.message))
    await node.start({ acceptIntent: true })
    await node.becomes('web', 'running', hash)
    await node.unschedule('web')
    await node.becomes('web', 'gone')
    await node.stop()
    const started = other.start()
    while (isRunning(otherPid, 0)) await sleep(5)
    await started
  })

  test('does not overwrite reports of another preparer of its name', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-store-'))
    const storeFile = join(folder, 'store.db')
    const node = await TestNode.start(context, { storeFile })
    await node.schedule(sleeper('web', 'one'))
    await node.becomes('web', 'running')
    const other = await TestNode.start(context, { storeFile, acceptIntent: true })
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    const { hash } = await other.schedule(sleeper('web', 'two'))
    const { pid } = await other.becomes('web', 'running', hash)
    await node.stop()
    await node.start()
    await node.stop()
    const said = await other.reality('web')
    assert.deepEqual([said?.pid, said?.held, said?.intent], [pid, undefined, hash])
    await other.unschedule('web')
    await other.becomes('web', 'gone')
    await node.start()
    await node.stop()
    assert.equal(await other.reality('web'), undefined)
    // The node has its name back: it reports its pod, and then removes the report.
    await other.stop()
    await node.start({ acceptIntent: true })
    await node.becomes('web', 'gone')
  })

  test('no longer reports pods that were cancelled before they began', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(shellHook('slow', 'sleep 0.3', { moments: ['before_install'] }), 'hook')
    await node.becomes('slow', 'running')
    // While a hook waits, pods wait.
    await node.schedule({ ...shellHook('missing', ''), run_as: 'nobody-knows-me' }, 'hook')
    await node.schedule(sleeper('web', 'one'))
    await node.unschedule('web')
    await node.becomes('web', 'gone')
    await node.store.put(
      '/slipway/reality/week/pod/ghost',
      '{"node":"week","pod":"ghost","state":"queued","attempts":0}',
    )
    await node.stop()
    await node.start()
    await node.becomes('ghost', 'gone')
  })

  test('leaves a running pod alone when its manifest in the store is broken', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(sleeper('web', 'one'))
    const { pid = 0 } = await node.becomes('web', 'running')
    await node.store.put('/slipway/intent/everywhere/web', '{"manifest": "{garbage"}')
    const { reason = '' } = await node.becomes('web', 'failed')
    assert.match(reason, /not JSON/)
    assert.ok(isRunning(pid, 0))
  })

  test('checks the health of a pod: it becomes healthy, or is given up after its deadline and may come back', async (context) => {
    const node = await TestNode.start(context)
    let isWell = false
    const server = createServer((_request, response) => response.writeHead(isWell ? 200 : 503).end())
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    context.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const status = { http: `http://127.0.0.1:${port}/status`, deadlineMs: 100, everyMs: 50 }
    await node.schedule(sleeper('web', 'one', { status }))
    const { reason = '', pid } = await node.becomes('web', 'failed')
    assert.match(reason, /not healthy within 0\.1 s/)
    isWell = true
    const well = await node.becomes('web', 'running')
    assert.deepEqual([well.healthy, well.pid], [true, pid])
    assert.ok(node.events.includes('web: is healthy'))
  })

  test('rotates a long log', async (context) => {
    const node = await TestNode.start(context)
    const script = `head -c 9000000 /dev/zero | tr '\\0' x; echo; while :; do echo more; sleep 0.05; done`
    await node.schedule({
      id: 'web',
      launchables: { main: { type: 'command', command: ['/bin/sh', '-c', script] } },
      graceMs: 500,
    })
    const log = node.layout.log('web', 'main')
    while (!existsSync(`${log}.1`) || !readFileSync(log, 'utf8').endsWith('more\n')) await sleep(20)
    assert.ok(statSync(log).size < 8_000_000)
  })

  test('keeps roughly the configured number of hook runs in the audit, the last ones', async (context) => {
    const node = await TestNode.start(context, { auditRows: 10 })
    await node.schedule(shellHook('note', ''), 'hook')
    await node.becomes('note', 'running')
    for (const version of ['one', 'two', 'three', 'four', 'five']) {
      const { hash } = await node.schedule(sleeper('web', version))
      await node.becomes('web', 'running', hash)
    }
    while ((await node.audit()).length > 11) await sleep(5)
    assert.ok((await node.audit()).length >= 10)
    assert.equal((await node.audit()).at(-1)?.moment, 'after_launch')
  })

  test('has its root alone', async (context) => {
    const node = await TestNode.start(context)
    await assert.rejects(node.start(), { code: 'agent/start-failed', message: /works in/ })
  })
})
