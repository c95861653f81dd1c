/**
 * The document on the life of a deploy (P2's page on hooks), sentence by sentence: what hooks are. The names of the tests quote the
 * sentences.
 */
import { describe, test } from '../../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeArchive } from '../../testing/test-archive.ts'
import { shellHook, sleeper, TestNode } from '../../testing/test-node.ts'
import { names, run, version, watched } from './watching.ts'

describe('hooks', { skip: process.platform !== 'linux' }, () => {
  test('a hook is a special type of pod that can be scheduled like other pods', async (context) => {
    const node = await TestNode.start(context)
    const location = join(node.root, 'note_v1.tar.gz')
    writeArchive(location, { 'bin/launch': `#!/bin/sh\necho "$HOOK_EVENT $GREETING" >> ${node.root}/said\n` })
    const launchables = { main: { type: 'hoist', location } }
    const hook = { moments: ['after_launch'] }
    const { hash } = await node.schedule({ id: 'note', launchables, env: { GREETING: 'hello' }, hook }, 'hook')
    const { manifest } = await node.becomes('note', 'running')
    assert.equal(manifest, hash)
    assert.ok(existsSync(join(node.root, 'pods/hooks/note/main/current/bin/launch')))
    await node.schedule(sleeper('web', 'one'))
    await node.becomes('web', 'running')
    assert.equal(run('cat', join(node.root, 'said')), 'after_launch hello\n')
  })

  test('hooks are not executed as long-running processes', async (context) => {
    const { node } = await watched(context)
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    assert.equal(run('grep', '-al', `HOOKED_SYSTEM_POD_ROOT=${node.root}`, '-r', '/proc', '--include=environ'), '')
  })

  test('but as scripts that are invoked at particular points in the lifecycle of a deployment: all of a first deploy, in order', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    assert.deepEqual(seen(), [
      'before_install web 1 runs= files=no',
      'after_install web 1 runs= files=yes',
      'before_launch web 1 runs= files=yes',
      'after_launch web 1 runs=version-one, files=yes',
    ])
  })

  test('when a hook is scheduled, every preparer notices and installs it; a bad one prevents no further deploy on any node', async (context) => {
    const week = await TestNode.start(context, { node: 'week' })
    const month = await TestNode.start(context, { node: 'month', storeFile: week.layout.store })
    const bad = shellHook('bad', 'sleep 600', { timeoutMs: 50, moments: ['before_install'] })
    const { hash } = await week.schedule(bad, 'hook')
    for (const node of [week, month]) {
      assert.equal((await node.becomes('bad', 'running')).manifest, hash)
      assert.ok(existsSync(node.layout.home('hook', 'bad')))
    }
    for (const id of ['api', 'web']) {
      await week.schedule(sleeper(id, 'one'))
      for (const node of [week, month]) assert.equal((await node.becomes(id, 'running')).attempts, 1)
    }
    const told = (await week.audit()).map(({ node, pod, problem }) => `${node} ${pod}: ${problem}`)
    assert.deepEqual(
      told.sort(),
      ['month api', 'month web', 'week api', 'week web'].map((words) => `${words}: not finished within 0.05 s`),
    )
  })

  test('hooks are updated and removed like pods, and do not fire for hooks', async (context) => {
    const { node, seen, log } = await watched(context)
    const note = (words: string) => shellHook('note', `echo ${words} >> ${log}`, { moments: ['after_launch'] })
    await node.schedule(note('first'), 'hook')
    await node.becomes('note', 'running')
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    const { hash } = await node.schedule(note('second'), 'hook')
    await node.becomes('note', 'running', hash)
    await node.schedule(version('api', 'one'))
    await node.becomes('api', 'running')
    await node.unschedule('note', 'hook')
    await node.becomes('note', 'gone')
    await node.schedule(version('job', 'one'))
    await node.becomes('job', 'running')
    assert.deepEqual(
      seen().filter((line) => /^(first|second)$|note/.test(line)),
      ['first', 'second'],
    )
  })

  test('hooks may not cancel the deploy process: one that fails, one that is killed, one that hangs, one that says garbage', async (context) => {
    const node = await TestNode.start(context)
    const scripts = {
      fails: 'exit 3',
      killed: 'kill -9 $$',
      hangs: `trap '' TERM; sleep 600`,
      garbage: 'head -c 1000000 /dev/urandom; exec 0<&-',
    }
    for (const [id, script] of Object.entries(scripts))
      await node.schedule(
        shellHook(id, script, { timeoutMs: id === 'hangs' ? 100 : 60_000, moments: ['before_install'] }),
        'hook',
      )
    const missing = { id: 'missing', launchables: { main: { type: 'command', command: ['/nowhere/hook'] } }, hook: {} }
    await node.schedule(missing, 'hook')
    for (const id of [...Object.keys(scripts), 'missing']) await node.becomes(id, 'running')
    await node.schedule(sleeper('web', 'one'))
    assert.equal((await node.becomes('web', 'running')).attempts, 1)
    const runs = (await node.audit()).filter(({ moment }) => moment === 'before_install')
    const ends = Object.fromEntries(runs.map(({ hook, exit, problem }) => [hook, [exit, problem]]))
    assert.deepEqual(ends, {
      fails: [3, 'exit code 3'],
      garbage: [0, undefined],
      hangs: [null, 'not finished within 0.1 s'],
      killed: [null, 'signal SIGKILL'],
      missing: [127, 'exit code 127'],
    })
    assert.ok(runs.every(({ output = '' }) => output.length <= 4096))
  })

  test('hooks should be idempotent, since a deploy may be retried: they are told the attempt, and which deploy it is', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(shellHook('note', '', { moments: ['before_install', 'after_launch'] }), 'hook')
    await node.becomes('note', 'running')
    const program = join(node.root, 'program')
    await node.schedule({ id: 'web', launchables: { main: { type: 'command', command: [program] } } })
    await node.becomes('web', 'retrying')
    node.file('program', '#!/bin/sh\nexec sleep 600\n')
    const { attempts } = await node.becomes('web', 'running')
    const told = await node.audit()
    const counted = Array.from({ length: attempts }, (_, index) => index + 1)
    assert.deepEqual(
      told.map(({ attempt }) => attempt),
      [...counted, attempts],
    )
    assert.equal(new Set(told.map(({ deploy }) => deploy)).size, 1)
  })

  test('at the start hooks are installed first, then preparer_init, then pods', async (context) => {
    const { node, seen, log } = await watched(context)
    await node.stop()
    node.scheduleUnseen(version('web', 'one'), 'all')
    node.scheduleUnseen(shellHook('late', `echo late-$HOOK_EVENT >> ${log}`), 'hook')
    await node.start()
    await node.becomes('web', 'running')
    const expected = ['late-preparer_init', 'preparer_init', 'late-before_install', 'before_install']
    assert.deepEqual(names(seen().slice(0, 4)), expected)
  })
})
