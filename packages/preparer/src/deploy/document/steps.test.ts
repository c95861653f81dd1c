/**
 * The document on the life of a deploy (P2's page on hooks), sentence by sentence: the nine steps. The names of the tests quote the
 * sentences.
 */
import { describe, test } from '../../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeArchive } from '../../testing/test-archive.ts'
import { hashOfManifest, shellHook } from '../../testing/test-node.ts'
import { cannotAddUsers, ListPolicy, names, run, StubbornSupervisor, version, watched } from './watching.ts'

describe('the steps of a deploy', { skip: process.platform !== 'linux' }, () => {
  test('the steps occur serially for new manifests of a given pod; an attempt that has started ends first', async (context) => {
    const { node, seen } = await watched(context)
    const go = join(node.root, 'go')
    const slow = shellHook('slow', `until [ -e ${go} ]; do sleep 0.01; done`, { moments: ['before_install'] })
    await node.schedule(slow, 'hook')
    await node.becomes('slow', 'running')
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'installing')
    const two = await node.schedule(version('web', 'two'))
    await sleep(30)
    const { hash } = await node.schedule(version('web', 'three'))
    while (!node.events.some((event) => event.includes(`${two.hash.slice(0, 19)} is superseded`))) await sleep(5)
    node.file('go', '')
    await node.becomes('web', 'running', hash)
    const launches = seen().filter((line) => line.startsWith('after_launch'))
    assert.deepEqual(
      launches.map((line) => line.split(' ')[3]),
      ['runs=version-one,', 'runs=version-three,'],
    )
    assert.ok(node.events.some((event) => /superseded/.test(event)))
  })

  test('serially, also if multiple pods of the same id are scheduled concurrently', async (context) => {
    const { node, seen } = await watched(context)
    const all = ['one', 'two', 'three', 'four', 'five'].map((name) => version('web', name))
    const elsewhere = all.map((manifest, index) => node.schedule(manifest, index % 2 === 0 ? 'all' : 'node'))
    await Promise.all(elsewhere)
    const { hash } = await node.schedule(version('web', 'last'), 'node')
    await node.becomes('web', 'running', hash)
    const deploys = seen().map((line) => line.split(' ')[0])
    const whole = ['before_install', 'after_install', 'before_launch', 'after_launch']
    assert.deepEqual(deploys, Array.from({ length: deploys.length / 4 }, () => whole).flat())
    for (const line of seen()) assert.ok((line.match(/version-/g) ?? []).length <= 1, line)
  })

  test('a manifest that is not authorised supersedes nothing: the one before is tried on', async (context) => {
    const policy = new ListPolicy()
    const { node } = await watched(context, { policy: () => policy })
    const program = join(node.root, 'program')
    const one = await node.schedule({ id: 'web', launchables: { main: { type: 'command', command: [program] } } })
    await node.becomes('web', 'retrying')
    const refused = version('web', 'refused')
    policy.refused.add(hashOfManifest(refused))
    const { hash } = await node.schedule(refused)
    await node.becomes('web', 'unauthorised', hash)
    node.file('program', '#!/bin/sh\nexec sleep 600\n')
    while ((await node.reality('web'))?.manifest !== one.hash) await sleep(5)
    assert.equal((await node.reality('web'))?.state, 'unauthorised')
  })

  test('step 1: a manifest that is not authorised invokes after_auth_fail, and the deploy is cancelled', async (context) => {
    const policy = new ListPolicy()
    const { node, seen } = await watched(context, { policy: () => policy })
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    const manifest = version('web', 'two')
    policy.refused.add(hashOfManifest(manifest))
    const { hash } = await node.schedule(manifest)
    const { reason, manifest: runs } = await node.becomes('web', 'unauthorised', hash)
    assert.equal(reason, 'it is on the list')
    assert.notEqual(runs, hash)
    await sleep(100)
    assert.deepEqual(seen().slice(4), ['after_auth_fail web 1 runs=version-one, files=no'])
    policy.refused.clear()
    policy.version = '2'
    await node.becomes('web', 'running', hash)
  })

  test(
    'step 2: without centralised user management it is possible to create the pod user in before_install',
    { skip: cannotAddUsers() },
    async (context) => {
      const { node } = await watched(context)
      const user = `slipway${process.pid}`
      context.after(() => run('userdel', user))
      await node.schedule(shellHook('users', `useradd --system ${user}`, { moments: ['before_install'] }), 'hook')
      await node.becomes('users', 'running')
      const { hash } = await node.schedule(version('web', 'one', { run_as: user }))
      const { pid = 0 } = await node.becomes('web', 'running', hash)
      assert.equal(String(statSync(`/proc/${pid}`).uid), run('id', '-u', user).trim())
      assert.equal(statSync(node.layout.config('pod', 'web', hash)).mode & 0o777, 0o600)
    },
  )

  test("step 3: any launchables described in the manifest are installed in the pod's directory", async (context) => {
    const { node, seen } = await watched(context)
    const location = join(node.root, 'web_v1.tar.gz')
    writeArchive(location, { 'bin/launch': '#!/bin/sh\nexec sleep 600\n' })
    const launchable = { type: 'hoist', location }
    await node.schedule({ id: 'web', launchables: { main: launchable, side: launchable }, graceMs: 1000 })
    await node.becomes('web', 'running')
    for (const name of ['main', 'side'])
      assert.ok(statSync(join(node.layout.home('pod', 'web'), name, 'current/bin/launch')).isFile())
    assert.match(seen()[1] ?? '', /^after_install .* code=web_v1 $/)
  })

  test('step 3: if installation fails, the deploy process exits and tries again; this triggers before_install a second time', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one', { run_as: 'nobody-knows-me' }))
    await node.becomes('web', 'retrying')
    while (seen().length < 3) await sleep(5)
    assert.deepEqual(
      seen().slice(0, 3),
      [1, 2, 3].map((attempt) => `before_install web ${attempt} runs= files=no`),
    )
  })

  test('step 4: the pod verifies the installation; if that fails after_auth_fail is fired and the deploy is cancelled', async (context) => {
    const policy = new ListPolicy()
    const { node, seen } = await watched(context, { policy: () => policy })
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    const manifest = version('web', 'two')
    policy.unverified.add(hashOfManifest(manifest))
    const { hash } = await node.schedule(manifest)
    await node.becomes('web', 'unauthorised', hash)
    await sleep(100)
    assert.deepEqual(seen().slice(4), [
      'before_install web 1 runs=version-one, files=no',
      'after_auth_fail web 1 runs=version-one, files=yes',
    ])
  })

  test('step 5: any prior version of the same pod continues to run when after_install is fired', async (context) => {
    const { node, seen } = await watched(context)
    for (const name of ['one', 'two', 'three']) {
      const { hash } = await node.schedule(version('web', name))
      await node.becomes('web', 'running', hash)
    }
    assert.deepEqual(
      seen().filter((line) => line.startsWith('after_install')),
      ['', 'version-one,', 'version-two,'].map((runs) => `after_install web 1 runs=${runs} files=yes`),
    )
  })

  test('step 6: the old pod is halted, if present', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one'))
    const { pid } = await node.becomes('web', 'running')
    const { hash } = await node.schedule(version('web', 'two'))
    await node.becomes('web', 'running', hash)
    assert.throws(() => process.kill(pid ?? 0, 0), { code: 'ESRCH' })
    assert.equal(seen().at(-1), 'after_launch web 1 runs=version-two, files=yes')
  })

  test('step 6: what cannot be halted is not followed by before_launch', async (context) => {
    const supervisor = new StubbornSupervisor()
    const { node, seen } = await watched(context, { supervisor })
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    supervisor.failures = 2
    const { hash } = await node.schedule(version('web', 'two'))
    await node.becomes('web', 'running', hash)
    assert.equal(supervisor.failures, 0)
    const tried = ['before_install', 'after_install']
    assert.deepEqual(names(seen().slice(4)), [...tried, ...tried, ...tried, 'before_launch', 'after_launch'])
  })

  test('step 7: at before_launch no version of the pod is running, not even one that ignores that it is to end', async (context) => {
    const { node, seen } = await watched(context)
    const stubborn = `trap '' TERM; : version-old-${process.pid}; while :; do sleep 600; done`
    const command = ['/bin/sh', '-c', stubborn]
    await node.schedule({ id: 'web', launchables: { main: { type: 'command', command } }, graceMs: 50 })
    await node.becomes('web', 'running')
    const { hash } = await node.schedule(version('web', 'new'))
    await node.becomes('web', 'running', hash)
    assert.deepEqual(seen().slice(-2), [
      'before_launch web 1 runs= files=yes',
      'after_launch web 1 runs=version-new, files=yes',
    ])
  })

  test('step 8: if the launch fails, the deploy process is cancelled and will be retried, starting from before_install', async (context) => {
    const { node, seen } = await watched(context)
    const program = join(node.root, 'program')
    await node.schedule({ id: 'web', launchables: { main: { type: 'command', command: [program] } } })
    await node.becomes('web', 'retrying')
    node.file('program', '#!/bin/sh\nexec sleep 600\n')
    await node.becomes('web', 'running')
    const attempts = Number(seen().at(-1)?.split(' ')[2])
    const tried = Array.from({ length: attempts - 1 }, () => ['before_install', 'after_install', 'before_launch'])
    const last = ['before_install', 'after_install', 'before_launch', 'after_launch']
    assert.deepEqual(names(seen()), [...tried.flat(), ...last])
  })

  test('step 9: after_launch is fired, once for a deploy and last', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    await sleep(100)
    assert.deepEqual(names(seen()).slice(-2), ['before_launch', 'after_launch'])
  })
})
