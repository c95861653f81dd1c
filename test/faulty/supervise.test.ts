import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { PluginFailure } from '@slipway/model'
import { describe, test } from '../cases.ts'
import { command, deployer, isAlive, sandbox, until, type Sandbox } from './sandbox.ts'

const limit = { timeout: 240_000, concurrency: 2 }

async function failedCall(call: Promise<unknown>): Promise<PluginFailure> {
  const failure = await call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof PluginFailure, String(failure))
  return failure
}

const kinds = (box: Sandbox): string[] => box.events.map((event) => event.kind)

async function notInDoubt(failure: PluginFailure): Promise<void> {
  assert.equal(failure.inDoubt, false)
  await sleep(10)
}

async function running(box: Sandbox, behaviour: string, options: Parameters<Sandbox['host']>[0] = {}) {
  box.install('acme/x', behaviour)
  const host = box.host(options)
  const plugin = await host.connect('acme/x')
  return { host, plugin, deploy: deployer(plugin) }
}

describe('a plugin that dies', limit, () => {
  test('in a call fails that call at once and in doubt, with its name and exit, and the next call works', async (t) => {
    const box = sandbox(t)
    const { plugin, deploy } = await running(box, 'good')
    const { pid } = plugin
    const failure = await failedCall(deploy({ do: 'kill' }))
    assert.equal(failure.code, 'host/plugin-exited')
    assert.equal(
      failure.message,
      'DeployResource got no answer: acme/x was killed by SIGKILL, by a user or because memory ran out',
    )
    assert.equal(failure.pluginErrorCode, 'UNEXPECTED')
    assert.equal(failure.inDoubt, true)
    const next = (await deploy({}))['spec.pid']
    assert.equal(next, plugin.pid)
    assert.notEqual(next, pid)
  })

  test('in a call with an exit code is reported with its last output', async (t) => {
    const box = sandbox(t)
    const { deploy } = await running(box, 'good')
    const failure = await failedCall(deploy({ do: 'exit' }))
    assert.match(failure.message, /^DeployResource got no answer: acme\/x exited with code 3$/)
    assert.ok(failure.details.includes('about to exit'))
  })

  test('fails all its calls, and no other plugin’s', async (t) => {
    const box = sandbox(t)
    box.install('acme/other', 'good')
    const { host, deploy } = await running(box, 'good')
    const other = deployer(await host.connect('acme/other'))
    const hanging = [1, 2, 3].map(() => failedCall(deploy({ do: 'hang' })))
    await failedCall(deploy({ do: 'kill' }))
    assert.deepEqual(
      (await Promise.all(hanging)).map((failure) => failure.code),
      Array.from({ length: 3 }, () => 'host/plugin-exited'),
    )
    assert.ok(await other({}))
  })

  test('between calls is launched again in advance', async (t) => {
    const box = sandbox(t)
    const { plugin, deploy } = await running(box, 'good')
    const before = plugin.pid
    process.kill(before, 'SIGKILL')
    await until(() => plugin.pid !== 0 && plugin.pid !== before)
    assert.equal((await deploy({}))['spec.pid'], plugin.pid)
    assert.equal(isAlive(before), false)
  })

  test('with a unix socket does not block its successor’s socket', async (t) => {
    const box = sandbox(t)
    const { host, plugin, deploy } = await running(box, 'socket')
    const { pid } = plugin
    await failedCall(deploy({ do: 'kill' }))
    assert.notEqual((await deploy({}))['spec.pid'], pid)
    process.kill(plugin.pid, 'SIGKILL')
    await host.stop()
    assert.equal(existsSync(box.file), false)
  })

  test('again and again is given up, and each call fails with the reason and without doubt', async (t) => {
    const box = sandbox(t)
    const { deploy } = await running(box, 'good', { relaunch: { times: 2, windowMs: 600_000 } })
    for (let deaths = 0; deaths < 3; deaths++) await failedCall(deploy({ do: 'exit' }))
    await until(() => kinds(box).includes('given-up'))
    assert.equal(kinds(box).filter((kind) => kind === 'launched').length, 3)
    const failure = await failedCall(deploy({}))
    assert.equal(failure.code, 'host/plugin-unavailable')
    assert.match(
      failure.message,
      /acme\/x exited with code 3, and is not launched again: it has died more than 2 times/,
    )
    assert.equal(failure.inDoubt, false)
  })

  test('and returns late is waited for only until the call’s deadline or signal', async (t) => {
    const box = sandbox(t)
    const good = command('good', 'acme/x')
    box.installScript('acme/x', `[ -e ${box.file} ] && exec sleep 600\n: > ${box.file}\n${good}`)
    const deploy = deployer(await box.host({ deadlineMs: 600_000 }).connect('acme/x'))
    await failedCall(deploy({ do: 'kill' }))
    const late = await failedCall(deploy({}, { deadlineMs: 50 }))
    assert.equal(late.code, 'protocol/deadline-exceeded')
    assert.equal(late.message, 'DeployResource was not sent within 0.05 s: acme/x was being launched')
    const stop = new AbortController()
    const waiting = failedCall(deploy({}, { signal: stop.signal }))
    stop.abort()
    const cancelled = await waiting
    assert.equal(cancelled.code, 'protocol/cancelled')
    assert.equal(cancelled.message, 'DeployResource was cancelled while acme/x was being launched')
    assert.deepEqual([late.inDoubt, cancelled.inDoubt], [false, false])
  })

  test('ends with the children of its process group', async (t) => {
    const box = sandbox(t)
    const { plugin } = await running(box, 'family')
    const child = Number(box.read())
    assert.equal(isAlive(child), true)
    process.kill(plugin.pid, 'SIGKILL')
    await until(() => !isAlive(child))
  })
})

/** True when a promise has settled by the next turn of the event loop. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), sleep(0).then(() => false)])
}

describe('a call that is given up', limit, () => {
  test('at its deadline is in doubt until its process is gone, and another process serves the next call', async (t) => {
    const box = sandbox(t)
    const { plugin, deploy } = await running(box, 'good')
    const { pid } = plugin
    const failure = await failedCall(deploy({ do: 'hang' }, { deadlineMs: 100 }))
    assert.equal(failure.code, 'protocol/deadline-exceeded')
    assert.equal(failure.inDoubt, true)
    assert.ok(failure.over !== undefined)
    await failure.over
    assert.equal(isAlive(pid), false)
    assert.notEqual((await deploy({}))['spec.pid'], pid)
    assert.deepEqual(
      box.events.filter(({ kind }) => !['launched', 'registered'].includes(kind)).map(({ message }) => message),
      ['acme/x gets no new calls and is stopped: DeployResource did not answer within 0.1 s', 'acme/x is stopped'],
    )
  })

  test('lets other calls end in the old process, while new ones wait for the next', async (t) => {
    const box = sandbox(t)
    const { plugin, deploy } = await running(box, 'good')
    const { pid } = plugin
    const other = deploy({ do: 'wait' })
    const { over = Promise.resolve() } = await failedCall(deploy({ do: 'hang' }, { deadlineMs: 100 }))
    const story = box.events.find(({ kind }) => kind === 'draining')?.message
    assert.match(story ?? '', /^acme\/x gets no new calls and is stopped when another call has ended: /)
    assert.equal(plugin.pid, 0)
    const next = deploy({})
    // The time is too short even for a launch; it counts from when the old process is gone.
    const hasty = failedCall(deploy({}, { deadlineMs: 1 }))
    const stop = new AbortController()
    const cancelled = failedCall(deploy({}, { signal: stop.signal }))
    await sleep(50)
    stop.abort()
    assert.equal(
      (await cancelled).message,
      'DeployResource was cancelled while the last process of acme/x was being stopped',
    )
    assert.equal((await cancelled).inDoubt, false)
    assert.deepEqual(await Promise.all([next, hasty, over].map(isSettled)), [false, false, false])
    assert.equal(isAlive(pid), true)
    writeFileSync(box.file, 'end')
    assert.equal((await other)['spec.pid'], pid)
    await over
    assert.equal(isAlive(pid), false)
    assert.match((await hasty).message, /^DeployResource was not sent within 0.001 s: acme\/x was being launched$/)
    assert.equal((await next)['spec.pid'], plugin.pid)
    assert.ok(!kinds(box).includes('hung'))
  })

  test('ends the wait for the plugin’s other calls if it no longer answers', async (t) => {
    const box = sandbox(t)
    const { plugin, deploy } = await running(box, 'good', { probeMs: 200 })
    const { pid } = plugin
    const other = failedCall(deploy({ do: 'wait' }))
    const overdue = await failedCall(deploy({ do: 'block' }, { deadlineMs: 100 }))
    assert.equal((await other).message, 'DeployResource got no answer: acme/x was killed because it no longer answered')
    assert.ok(kinds(box).includes('hung'))
    await overdue.over
    assert.equal(isAlive(pid), false)
    assert.equal((await deploy({}))['spec.pid'], plugin.pid)
  })

  test('by its caller is cancelled at the plugin, which is ended', async (t) => {
    const box = sandbox(t)
    const { plugin, deploy } = await running(box, 'good')
    const { pid } = plugin
    const stop = new AbortController()
    const cancelled = failedCall(deploy({ do: 'heed' }, { signal: stop.signal }))
    // The plugin received the call before this question.
    await deploy({})
    stop.abort()
    const { code, inDoubt, over } = await cancelled
    assert.deepEqual([code, inDoubt], ['protocol/cancelled', true])
    await over
    assert.equal(isAlive(pid), false)
    assert.equal(box.read(), 'told to stop\n')
  })

  test('for an unreadable answer or a lost connection ends the plugin, too', async (t) => {
    for (const [behaviour, spec, code] of [
      ['unreadable', {}, 'protocol/bad-message'],
      ['good', { do: 'hang up and go on' }, 'protocol/connection-lost'],
    ] as const) {
      const box = sandbox(t)
      const { plugin, deploy } = await running(box, behaviour)
      const { pid } = plugin
      const failure = await failedCall(deploy(spec))
      assert.deepEqual([failure.code, failure.inDoubt], [code, true])
      assert.ok(failure.over !== undefined, code)
      await failure.over
      assert.equal(isAlive(pid), false)
    }
  })

  test('again and again has a limit, which each later call reports', async (t) => {
    const box = sandbox(t)
    const limits = { relaunch: { times: 0, windowMs: 600_000 }, drains: { times: 2, windowMs: 600_000 } }
    const { deploy } = await running(box, 'good', limits)
    for (let times = 0; times < 3; times++) {
      await deploy({})
      await failedCall(deploy({ do: 'hang' }, { deadlineMs: 100 }))
    }
    assert.equal(kinds(box).filter((kind) => kind === 'launched').length, 3)
    const failure = await failedCall(deploy({}))
    assert.equal(failure.code, 'host/plugin-unavailable')
    assert.match(
      failure.message,
      /acme\/x is not launched again: DeployResource did not answer within 0.1 s, and this has happened more than 2 times in 600 s$/,
    )
    assert.equal(failure.inDoubt, false)
  })
})

describe('a call that the plugin ended', limit, () => {
  test('with a status is over, and the process continues', async (t) => {
    const box = sandbox(t)
    const { plugin, deploy } = await running(box, 'refuses')
    const { pid } = plugin
    const failure = await failedCall(deploy({}))
    assert.deepEqual([failure.code, failure.over], ['protocol/refused', undefined])
    assert.equal(plugin.pid, pid)
  })

  test('by dying is over once its children are gone, too', async (t) => {
    const box = sandbox(t)
    const { deploy } = await running(box, 'family')
    const child = Number(box.read())
    const failure = await failedCall(deploy({ do: 'kill' }))
    assert.ok(failure.over !== undefined)
    await failure.over
    assert.equal(isAlive(child), false)
  })
})

test('a plugin that closes the connection but lives is called again in the same process', limit, async (t) => {
  const box = sandbox(t)
  const { plugin, deploy } = await running(box, 'good')
  const { pid } = plugin
  await deploy({ do: 'hang up' })
  await until(() => kinds(box).includes('notice'))
  let answer: unknown
  for (let tries = 0; answer === undefined && tries < 5000; tries++) {
    answer = await deploy({}).then((computed) => computed['spec.pid'], notInDoubt)
  }
  assert.equal(answer, pid)
})

describe('a plugin that leaves or is stopped', limit, () => {
  test('that deregisters is served by a new process in the next call', async (t) => {
    const box = sandbox(t)
    const { plugin, deploy } = await running(box, 'good')
    const { pid } = plugin
    await deploy({ do: 'leave' })
    await until(() => kinds(box).includes('left'))
    assert.equal(plugin.pid, 0)
    assert.notEqual((await deploy({}))['spec.pid'], pid)
    assert.ok(!kinds(box).includes('exited'))
  })

  test('that deregisters repeatedly is launched no more often than one that dies', async (t) => {
    const box = sandbox(t)
    const { deploy } = await running(box, 'good', { relaunch: { times: 2, windowMs: 300_000 } })
    for (const leaves of [1, 2, 3]) {
      await deploy({ do: 'leave' })
      await until(() => kinds(box).filter((kind) => kind === 'left').length === leaves)
    }
    await assert.rejects(
      deploy({}),
      /acme\/x is not launched again: it has deregistered or died more than 2 times in 300 s/,
    )
    assert.equal(kinds(box).filter((kind) => kind === 'launched').length, 3)
  })

  test('that ignores TERM is killed after the grace period', async (t) => {
    const box = sandbox(t)
    const { host, plugin } = await running(box, 'stubborn', { graceMs: 100 })
    const { pid } = plugin
    await host.stop()
    assert.equal(isAlive(pid), false)
  })

  test('that is stopped again without grace is killed at once', async (t) => {
    const box = sandbox(t)
    const { host, plugin } = await running(box, 'stubborn', { graceMs: 3_600_000 })
    const { pid } = plugin
    void host.stop()
    await host.stop(0)
    assert.equal(isAlive(pid), false)
  })

  test('has its disobedient children killed, except those in a session of their own', async (t) => {
    const box = sandbox(t)
    box.install('acme/emigrant', 'emigrant')
    const { host } = await running(box, 'family', { graceMs: 100 })
    const [child] = box.read().split('\n').map(Number)
    await host.start(['acme/emigrant'])
    const emigrant = Number(box.read().split('\n')[1])
    await host.stop()
    assert.equal(isAlive(child ?? 0), false)
    assert.equal(isAlive(emigrant), true)
    process.kill(emigrant, 'SIGKILL')
  })

  test('is not started again once the host is stopped', async (t) => {
    const box = sandbox(t)
    const { host, deploy } = await running(box, 'good')
    await host.stop()
    assert.match((await failedCall(deploy({}))).message, /the plugin host is stopping/)
    await assert.rejects(host.start(['acme/other']), { code: 'host/stopped' })
  })
})
