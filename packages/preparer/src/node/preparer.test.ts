import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, processEntry } from '@slipway/processes'
import { sentinelOf } from '../records/keys.ts'
import { sleeper, TestNode } from '../testing/test-node.ts'

describe('a preparer', { skip: process.platform !== 'linux' }, () => {
  test('runs what is scheduled, replaces it when it changes, removes it when it is gone', async (context) => {
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

  test('starts what has gone while it was away', async (context) => {
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

  test('tries again what fails, and says why', async (context) => {
    const node = await TestNode.start(context)
    const command = join(node.root, 'program')
    await node.schedule({ id: 'web', launchables: { main: { type: 'command', command: [command] } } })
    const { reason = '', attempts } = await node.becomes('web', 'retrying')
    assert.match(reason, /program could not be started/)
    assert.ok(attempts >= 1)
    writeFileSync(command, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
    assert.ok((await node.becomes('web', 'running')).attempts > 1)
  })

  test('gives up what ends too often', async (context) => {
    const node = await TestNode.start(context)
    const restart = { policy: 'always', limit: 1, backoffMs: 1 }
    await node.schedule({ id: 'web', launchables: { main: { type: 'command', command: ['false'] } }, restart })
    const { reason = '' } = await node.becomes('web', 'failed')
    assert.match(reason, /main has ended with 1, and was given up/)
  })

  test('removes what lies in its root though nobody remembers it', async (context) => {
    const node = await TestNode.start(context)
    await node.stop()
    const home = node.layout.home('pod', 'orphan')
    mkdirSync(home, { recursive: true })
    await node.start()
    while (existsSync(home)) await sleep(5)
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

  test('leaves what runs alone when its manifest in the store is broken', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(sleeper('web', 'one'))
    const { pid = 0 } = await node.becomes('web', 'running')
    await node.store.put('/slipway/intent/everywhere/web', '{"manifest": "{garbage"}')
    const { reason = '' } = await node.becomes('web', 'failed')
    assert.match(reason, /not JSON/)
    assert.ok(isRunning(pid, 0))
  })

  test('has its root alone', async (context) => {
    const node = await TestNode.start(context)
    await assert.rejects(node.start(), { code: 'agent/start-failed', message: /works in/ })
  })
})
