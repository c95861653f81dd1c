import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { packFolder } from '../install/archive/pack-folder.ts'
import {
  beatOf,
  cancelled,
  orderOf,
  parseAnswer,
  type TaskAnswer,
  taskAnswerOf,
  taskFileOf,
  type TaskOrder,
} from '../records/task-order.ts'
import { systemClock } from '../records/clock.ts'
import { TestNode } from '../testing/test-node.ts'

const id = '7'
const taskPace = { beatMs: 20, goneMs: 60_000 }
/** A short patience, for a test in which one side is never heard. */
const impatient = { taskPace: { ...taskPace, goneMs: 400 } }

/** Waits until the node keeps no note of the task: before that, it takes no other order of this name. */
async function forgotten(node: TestNode): Promise<void> {
  const journal = new DatabaseSync(node.layout.journal, { readOnly: true })
  const note = journal.prepare(`SELECT key FROM entries WHERE key LIKE '%task/${id}'`)
  while (note.get() !== undefined) await sleep(5)
  journal.close()
}

/** A node, and a deployment that orders a task of it by hand. */
async function ordering(context: TestContext, more: Parameters<typeof TestNode.start>[1] = {}) {
  const node = await TestNode.start(context, { taskPace, ...more })
  const folder = join(node.root, 'plugin')
  mkdirSync(folder)
  writeFileSync(join(folder, 'words'), 'some words\n')
  const { archive, digest } = packFolder(folder)
  const order = (cmd: string, change: Partial<TaskOrder> = {}): TaskOrder => ({
    by: 'me@here',
    plugin: 'web',
    task: '#1',
    stage: 'pre_deployment',
    type: 'shell',
    parameters: JSON.stringify({ cmd, timeout: 60 }),
    folder: { digest, parts: 1 },
    ...change,
  })
  const put = (given: TaskOrder | string): Promise<void> =>
    node.store.put(orderOf('week', id), typeof given === 'string' ? given : JSON.stringify(given))
  const beat = (word: string): Promise<void> => node.store.put(beatOf('week', id), word)
  const send = (bytes = archive): Promise<void> =>
    node.store.put(taskFileOf('week', id, digest, 0), bytes.toString('base64'))
  const answered = async (state: TaskAnswer['state']): Promise<TaskAnswer> => {
    for (;;) {
      const answer = parseAnswer((await node.store.get(taskAnswerOf('week', id))) ?? '')
      if (answer?.state === state) return answer
      await sleep(5)
    }
  }
  return { node, digest, order, put, beat, send, answered }
}

describe('a stage task on a node', { skip: process.platform !== 'linux' }, () => {
  test('begins when its folder has arrived and somebody still wants it, and is forgotten with its order', async (context) => {
    const { node, digest, order, put, beat, send, answered } = await ordering(context)
    const begun = join(node.root, 'begun')
    await put(order(`echo begun > ${begun}; cat words`))
    const heard = await answered('heard')
    assert.deepEqual(heard, { state: 'heard', needs: [digest] })
    await beat('1')
    await sleep(50)
    assert.ok(!existsSync(begun))
    await send()
    await beat('2')
    const ended = await answered('ended')
    assert.deepEqual(ended, { state: 'ended', outcome: 'succeeded', exitCode: 0, output: 'some words\n', dropped: 0 })
    await node.store.delete(orderOf('week', id))
    // A new order under the same name means another task.
    await forgotten(node)
    await put(order('echo anew'))
    await answered('heard')
    await beat('3')
    assert.match(JSON.stringify(await answered('ended')), /anew/)
  })

  test('is told of its deployment', async (context) => {
    const { order, put, beat, send, answered } = await ordering(context)
    const told = { instance: 'prod', input: '{"instance":"prod"}\n' }
    await put(order('echo "$SLIPWAY_TASK_INSTANCE"; cat "$SLIPWAY_TASK_INPUT"', { told }))
    await answered('heard')
    await beat('1')
    await send()
    await beat('2')
    assert.match(JSON.stringify(await answered('ended')), /prod\\n\{\\"instance\\":\\"prod\\"\}/)
  })

  test('whose deployment has gone silent is ended, with everything that is left of it', async (context) => {
    let isSilent = false
    const clock = { ...systemClock, now: () => systemClock.now() + (isSilent ? 2 * taskPace.goneMs : 0) }
    const { node, order, put, beat, send, answered } = await ordering(context, { clock })
    await put(order('exec sleep 600'))
    await send()
    await answered('heard')
    await beat('1')
    await answered('running')
    isSilent = true
    while ((await node.store.list('/slipway/task')).length > 0) await sleep(5)
    assert.ok(node.events.some((event) => event.includes('failed: its caller no longer waits for it')))
  })

  test('whose deployment has been silent since the order never begins', async (context) => {
    const { node, order, put, send } = await ordering(context, impatient)
    const begun = join(node.root, 'begun')
    await send()
    await put(order(`touch ${begun}`))
    while ((await node.store.list('/slipway/task')).length > 0) await sleep(5)
    assert.ok(!existsSync(begun))
  })

  test('waits while it runs for another deployment, which may be gone', async (context) => {
    const { node, order, put, beat, send, answered } = await ordering(context)
    const log = join(node.root, 'log')
    const go = join(node.root, 'go')
    const script = `echo begins >> ${log}; until [ -e ${go} ]; do sleep 0.01; done; echo ends >> ${log}`
    await send()
    await put(order(script))
    await answered('heard')
    await beat('1')
    await answered('running')
    // From here on the first deployment sends nothing more.
    const second = '8'
    await node.store.put(orderOf('week', second), JSON.stringify(order(script)))
    const ended = async (): Promise<boolean> =>
      parseAnswer((await node.store.get(taskAnswerOf('week', second))) ?? '')?.state === 'ended'
    const waits = (): boolean =>
      node.events.some((event) => event.includes('waits: it is already running for another deployment'))
    for (let beats = 1; !(await ended()); beats++) {
      if (waits()) writeFileSync(go, '')
      await node.store.put(beatOf('week', second), String(beats))
      await sleep(20)
    }
    assert.equal(readFileSync(log, 'utf8'), 'begins\nends\n'.repeat(2))
    assert.ok(waits())
    await node.store.delete(orderOf('week', second))
  })

  test('can be cancelled before it begins', async (context) => {
    const { order, put, beat, answered } = await ordering(context)
    await put(order('true'))
    await answered('heard')
    await beat(cancelled)
    assert.match(JSON.stringify(await answered('ended')), /"outcome":"cancelled"/)
  })

  test('of an unknown type, or with a wrong folder, fails', async (context) => {
    const { put, answered } = await ordering(context)
    await put('{"by": "somebody of tomorrow"}')
    assert.match(JSON.stringify(await answered('ended')), /cannot read the task/)
    const second = await ordering(context)
    await second.put(second.order('true'))
    await second.send(Buffer.from('other bytes'))
    await second.answered('heard')
    await second.beat('1')
    assert.match(JSON.stringify(await second.answered('ended')), /it did not arrive completely/)
  })

  test('that reboots the machine has succeeded when the next preparer finds another boot, and failed otherwise', async (context) => {
    for (const isBack of [true, false]) {
      let boot = 'one'
      const machine = { boot: () => boot, rebootCommand: 'echo down' }
      const { node, order, put, beat, send, answered } = await ordering(context, { machine })
      await put(order('', { type: 'reboot', parameters: '{"timeout": 60}' }))
      await send()
      await answered('heard')
      await beat('1')
      await answered('rebooting')
      await node.stop()
      if (isBack) boot = 'two'
      await node.start()
      await beat('2')
      assert.match(JSON.stringify(await answered('ended')), isBack ? /succeeded/ : /still running/)
    }
    const machine = { boot: () => 'one', rebootCommand: 'echo not allowed; exit 4' }
    const { order, put, beat, send, answered } = await ordering(context, { machine })
    await put(order('', { type: 'reboot', parameters: '{"timeout": 60}' }))
    await send()
    await answered('heard')
    await beat('1')
    assert.match(JSON.stringify(await answered('ended')), /exit code 4.*not allowed/)
  })

  test('has its integers in full, of any length', async (context) => {
    const { node, digest, order, put, beat, send, answered } = await ordering(context)
    const types = join(node.root, 'types')
    mkdirSync(types)
    writeFileSync(join(types, 'say'), '#!/bin/sh\ncat\n', { mode: 0o755 })
    const packed = packFolder(types)
    const folder = { digest: packed.digest, parts: 1 }
    await put(
      order('', {
        type: 'say',
        parameters: '{"much":12345678901234567890,"other":1}',
        executable: { run: './say', parameters: ['much'], folder },
      }),
    )
    assert.deepEqual(await answered('heard'), { state: 'heard', needs: [digest, packed.digest] })
    await send()
    await node.store.put(taskFileOf('week', id, packed.digest, 0), packed.archive.toString('base64'))
    await beat('1')
    const ended = await answered('ended')
    assert.equal(ended.state === 'ended' && ended.output, '{"much":12345678901234567890}\n')
  })
})
