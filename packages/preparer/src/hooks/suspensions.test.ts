import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { resumedRoot } from '../records/keys.ts'
import { shellHook, sleeper, TestNode } from '../testing/test-node.ts'

const twice = { suspendAfter: 2 }

async function deploy(node: TestNode, version: string): Promise<void> {
  const { hash } = await node.schedule(sleeper('web', version))
  await node.becomes('web', 'running', hash)
}

async function runsOf(node: TestNode): Promise<number> {
  return (await node.audit()).filter(({ pod }) => pod === 'web').length
}

describe('a hook that keeps failing', { skip: process.platform !== 'linux' }, () => {
  test('is suspended after so many deploys, not moments, even across preparers, until it is resumed', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(shellHook('bad', 'exit 1', twice), 'hook')
    await node.becomes('bad', 'running')
    await deploy(node, 'one')
    assert.equal((await node.reality('bad'))?.suspended, undefined)
    await deploy(node, 'two')
    assert.equal(await runsOf(node), 8)
    await node.stop()
    await node.start()
    await deploy(node, 'three')
    assert.equal(await runsOf(node), 8)
    const { reason = '', suspended, state } = await node.becomes('bad', 'running')
    assert.deepEqual([suspended, state], [true, 'running'])
    assert.equal(reason, 'suspended: it failed in 2 deploys in a row (slipway node hooks resume bad)')
    assert.ok(node.events.some((event) => event.includes('hook bad is suspended')))
    await node.store.put(`${resumedRoot}bad`, 'now')
    while ((await node.reality('bad'))?.suspended === true) await sleep(5)
    await deploy(node, 'four')
    assert.equal(await runsOf(node), 12)
  })

  test('counts only consecutive failures, and only if configured to', async (context) => {
    const node = await TestNode.start(context)
    const good = node.file('good', '', 0o644)
    await node.schedule(shellHook('moody', `test -s ${good}`, twice), 'hook')
    await node.schedule(shellHook('bad', 'exit 1'), 'hook')
    for (const id of ['moody', 'bad']) await node.becomes(id, 'running')
    for (const [version, mood] of Object.entries({ one: '', two: 'good', three: '', four: 'good' })) {
      node.file('good', mood, 0o644)
      await deploy(node, version)
    }
    for (const id of ['moody', 'bad']) assert.equal((await node.reality(id))?.suspended, undefined)
    assert.equal(await runsOf(node), 32)
  })
})
