/**
 * The document on the life of a deploy (P2's page on hooks), sentence by sentence: the six moments. The names of the tests quote the
 * sentences.
 */
import { describe, test } from '../../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeArchive } from '../../testing/test-archive.ts'
import { hashOfManifest, shellHook } from '../../testing/test-node.ts'
import { ListPolicy, version, watched } from './watching.ts'

describe('the moments of a deploy', { skip: process.platform !== 'linux' }, () => {
  test('before_install: executes before any installation of new code or config', async (context) => {
    const { node, seen } = await watched(context)
    for (const name of ['web_v1', 'web_v2']) {
      const location = join(node.root, `${name}.tar.gz`)
      writeArchive(location, { 'bin/launch': '#!/bin/sh\nexec sleep 600\n' })
      const launchables = { main: { type: 'hoist', location } }
      const { hash } = await node.schedule({ id: 'web', launchables, config: { name }, env: { A: 'b' }, graceMs: 1000 })
      await node.becomes('web', 'running', hash)
    }
    assert.deepEqual(
      seen().filter((line) => /_install/.test(line)),
      [
        'before_install web 1 runs= files=no',
        'after_install web 1 runs= files=yes code=web_v1 ',
        'before_install web 1 runs= files=no code=web_v1 ',
        'after_install web 1 runs= files=yes code=web_v1 web_v2 ',
      ],
    )
  })

  test('after_install: executes after any installation of new code or config, but not before any old version has been halted', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    const { hash } = await node.schedule(version('web', 'two'))
    await node.becomes('web', 'running', hash)
    assert.deepEqual(seen().slice(4), [
      'before_install web 1 runs=version-one, files=no',
      'after_install web 1 runs=version-one, files=yes',
      'before_launch web 1 runs= files=yes',
      'after_launch web 1 runs=version-two, files=yes',
    ])
  })

  test('before_launch: executes after any old version of the application has been halted, just prior to starting the new pod', async (context) => {
    const { node, seen } = await watched(context)
    for (const name of ['one', 'two', 'three']) {
      const { hash } = await node.schedule(version('web', name))
      await node.becomes('web', 'running', hash)
    }
    const launches = seen().filter((line) => line.startsWith('before_launch'))
    assert.deepEqual(launches, Array(3).fill('before_launch web 1 runs= files=yes'))
  })

  test('after_launch: executes after the new pod has been installed and started', async (context) => {
    const { node, seen } = await watched(context)
    for (const name of ['one', 'two']) {
      const { hash } = await node.schedule(version('web', name))
      await node.becomes('web', 'running', hash)
    }
    assert.deepEqual(
      seen().filter((line) => line.startsWith('after_launch')),
      ['after_launch web 1 runs=version-one, files=yes', 'after_launch web 1 runs=version-two, files=yes'],
    )
  })

  test('after_auth_fail: executes after the policy has determined that the manifest or code is not authorised', async (context) => {
    const policy = new ListPolicy()
    const { node } = await watched(context, { policy: () => policy })
    const log = join(node.root, 'refusals')
    await node.schedule(shellHook('refusals', `cat >> ${log}`, { moments: ['after_auth_fail'] }), 'hook')
    await node.becomes('refusals', 'running')
    for (const [name, list] of [
      ['manifest', policy.refused],
      ['code', policy.unverified],
    ] as const) {
      const manifest = version('web', name)
      list.add(hashOfManifest(manifest))
      const { hash } = await node.schedule(manifest)
      await node.becomes('web', 'unauthorised', hash)
    }
    const told = readFileSync(log, 'utf8').trim().split('\n')
    assert.deepEqual(
      told
        .map((line) => JSON.parse(line) as { installed: boolean; reason: string })
        .map(({ installed, reason }) => [installed, reason]),
      [
        [false, 'it is on the list'],
        [true, 'its code is on the list'],
      ],
    )
  })

  test('before_uninstall: when a pod has been removed from a node, after the service has halted before its files are deleted', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    await node.unschedule('web')
    await node.becomes('web', 'gone')
    assert.deepEqual(seen().slice(4), ['before_uninstall web 1 runs= files=yes'])
    assert.equal(existsSync(node.layout.home('pod', 'web')), false)
  })

  test('before_uninstall: also for a pod whose code was refused after it was unpacked, which never ran', async (context) => {
    const policy = new ListPolicy()
    const { node, seen } = await watched(context, { policy: () => policy })
    const location = join(node.root, 'web_v1.tar.gz')
    writeArchive(location, { 'bin/launch': '#!/bin/sh\nexec sleep 600\n' })
    const manifest = { id: 'web', launchables: { main: { type: 'hoist', location } } }
    policy.unverified.add(hashOfManifest(manifest))
    const { hash } = await node.schedule(manifest)
    await node.becomes('web', 'unauthorised', hash)
    await node.unschedule('web')
    await node.becomes('web', 'gone')
    assert.deepEqual(seen(), [
      'before_install web 1 runs= files=no',
      'after_auth_fail web 1 runs= files=yes code=web_v1 ',
      'before_uninstall web 1 runs= files=yes code=web_v1',
    ])
    assert.equal(existsSync(node.layout.home('pod', 'web')), false)
    assert.equal(existsSync(node.layout.allInstalls('pod', 'web')), false)
  })
})
