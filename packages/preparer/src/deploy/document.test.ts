/** The document on the life of a deploy (P2's page on hooks), sentence by sentence. What is said there stands in the names of the tests. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import type { Manifest } from '../manifest/manifest.ts'
import { authPolicy, type AuthPolicy, type Objection } from '../policies/policy.ts'
import { ShimSupervisor } from '../supervise/shim-supervisor.ts'
import { hashOfManifest, shellHook, sleeper, TestNode } from '../testing/test-node.ts'

/** Says no to the manifests and to the installations that it is told of. */
class ListPolicy implements AuthPolicy {
  readonly name = 'list-policy'
  readonly provides = [authPolicy]
  version = '1'
  readonly refused = new Set<string>()
  readonly unverified = new Set<string>()

  init(): void {}
  close(): void {}

  authorise({ hash }: Manifest): Objection {
    return this.refused.has(hash) ? 'it is on the list' : undefined
  }

  verify({ hash }: Manifest): Objection {
    return this.unverified.has(hash) ? 'its code is on the list' : undefined
  }
}

/** Writes for each moment: what it is, of which pod, which attempt, what runs of the pod, and whether its files are there. */
const observer = `
runs=$(grep -aohE 'version-[a-z]+-${process.pid}' /proc/[0-9]*/cmdline 2>/dev/null | sort -u | cut -d- -f1,2 | tr '\\n' ',')
config=no; [ ! -e "$HOOKED_CONFIG_PATH" ] || config=yes
echo "$HOOK_EVENT $HOOKED_POD_ID $HOOK_ATTEMPT runs=$runs files=$config" >> "$CONFIG_LOG"
`

async function watched(context: TestContext, more: Parameters<typeof TestNode.start>[1] = {}) {
  const node = await TestNode.start(context, more)
  const log = join(node.root, 'moments')
  const hook = shellHook('observer', observer)
  await node.schedule({ ...hook, env: { CONFIG_LOG: log } }, 'hook')
  await node.becomes('observer', 'running')
  const seen = (): readonly string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  return { node, seen, log }
}

/** A pod of which every process says which version it is. */
function version(id: string, name: string, more: Parameters<typeof sleeper>[2] = {}) {
  const command = ['/bin/sh', '-c', `: version-${name}-${process.pid}; while :; do sleep 600; done`]
  return { id, launchables: { main: { type: 'command', command } }, graceMs: 1000, ...more }
}

/** Fails to end anything as often as it is told to. */
class StubbornSupervisor extends ShimSupervisor {
  failures = 0

  override async stop(folder: string, graceMs: number): Promise<void> {
    if (this.failures > 0) {
      this.failures--
      throw new Failure('node/halt-failed', 'it does not want to end')
    }
    await super.stop(folder, graceMs)
  }
}

function run(command: string, ...args: readonly string[]): string {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout
}

function cannotAddUsers(): string | false {
  return process.getuid?.() === 0 && run('which', 'useradd') !== '' ? false : 'only root can add users'
}

const names = (lines: readonly string[]): readonly string[] => lines.map((line) => line.split(' ')[0] ?? '')

describe('the life of a deploy', { skip: process.platform !== 'linux' }, () => {
  test('hooks are scripts that are invoked at particular points: all moments of a first deploy, in order', async (context) => {
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

  test('before_install: executes before any installation of new code or config', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one', { config: { port: 1 }, env: { A: 'b' } }))
    await node.becomes('web', 'running')
    assert.match(seen()[0] ?? '', /^before_install .* files=no$/)
  })

  test('after_install: after any installation, any prior version of the same pod continues to run at this point', async (context) => {
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

  test('before_launch: after any old version has been halted; at this point, no version of the pod is running', async (context) => {
    const { node, seen } = await watched(context)
    for (const name of ['one', 'two', 'three']) {
      const { hash } = await node.schedule(version('web', name))
      await node.becomes('web', 'running', hash)
    }
    const launches = seen().filter((line) => line.startsWith('before_launch'))
    assert.deepEqual(launches, Array(3).fill('before_launch web 1 runs= files=yes'))
  })

  test('before_uninstall: when a pod has been removed, after the service has halted, before its files are deleted', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'running')
    await node.unschedule('web')
    await node.becomes('web', 'gone')
    assert.deepEqual(seen().slice(4), ['before_uninstall web 1 runs= files=yes'])
    assert.equal(existsSync(node.layout.home('pod', 'web')), false)
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

  test('step 3: if installation fails the deploy exits and tries again, and triggers before_install a second time', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(version('web', 'one', { run_as: 'nobody-knows-me' }))
    await node.becomes('web', 'retrying')
    while (seen().length < 3) await sleep(5)
    assert.deepEqual(
      seen().slice(0, 3),
      [1, 2, 3].map((attempt) => `before_install web ${attempt} runs= files=no`),
    )
  })

  test('step 4: if verification fails after_auth_fail is fired, and the deploy is cancelled', async (context) => {
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

  test('step 8: if the launch fails the deploy is cancelled and retried, starting from before_install', async (context) => {
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

  test('hooks may not cancel the deploy: one that fails, one that is killed, one that hangs, one that says garbage', async (context) => {
    const node = await TestNode.start(context)
    const scripts = {
      fails: 'exit 3',
      killed: 'kill -9 $$',
      hangs: `trap '' TERM; sleep 600`,
      garbage: 'head -c 1000000 /dev/urandom; exec 0<&-',
    }
    for (const [id, script] of Object.entries(scripts))
      await node.schedule(shellHook(id, script, { timeoutMs: 100, moments: ['before_install'] }), 'hook')
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

  test('hooks are scheduled globally, noticed, installed, updated and removed; they do not fire for hooks', async (context) => {
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

  test('steps are serial for manifests of one pod; an attempt that has started ends first', async (context) => {
    const { node, seen } = await watched(context)
    await node.schedule(shellHook('slow', 'sleep 0.2', { moments: ['before_install'] }), 'hook')
    await node.becomes('slow', 'running')
    await node.schedule(version('web', 'one'))
    await node.becomes('web', 'installing')
    await node.schedule(version('web', 'two'))
    await sleep(30)
    const { hash } = await node.schedule(version('web', 'three'))
    await node.becomes('web', 'running', hash)
    const launches = seen().filter((line) => line.startsWith('after_launch'))
    assert.deepEqual(
      launches.map((line) => line.split(' ')[3]),
      ['runs=version-one,', 'runs=version-three,'],
    )
    assert.ok(node.events.some((event) => /superseded/.test(event)))
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

  test(
    'with no central user management it is possible to create the user in before_install',
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
})
