import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import { describe, test } from '../cases.ts'
import { command, deployer, isAlive, sandbox, until, type Sandbox } from './sandbox.ts'

const limit = { timeout: 240_000, concurrency: 2 }

/** Returns the failure of a start that must fail. */
async function failedStart(start: Promise<unknown>): Promise<Failure> {
  const failure = await start.then(
    () => assert.fail('it started'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Failure, String(failure))
  return failure
}

const launches = (box: Sandbox, id: string): number =>
  box.events.filter((event) => event.kind === 'launched' && event.pluginId === id).length

const pids = (box: Sandbox): number[] =>
  box.events.flatMap(({ kind, pid }) => (kind === 'launched' && pid ? [pid] : []))

/** Lets no timer of this process run until other processes have done something. */
function standStill(isOver: () => boolean): void {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 10_000 && !isOver(); tries++) Atomics.wait(clock, 0, 0, 5)
}

describe('a plugin that starts', limit, () => {
  test('registers, answers calls, and ends after stop', async (t) => {
    const box = sandbox(t)
    box.install('acme/good', 'good')
    const host = box.host()
    await host.start(['acme/good'])
    const plugin = await host.connect('acme/good')
    const answer = await deployer(plugin)({})
    assert.equal(answer['spec.pid'], plugin.pid)
    assert.deepEqual(
      host.processes().map(({ id, pid, version }) => ({ id, pid, version })),
      [{ id: 'acme/good', pid: plugin.pid, version: '1.0.0' }],
    )
    const { pid } = plugin
    await host.stop()
    assert.equal(isAlive(pid), false)
    assert.deepEqual(host.processes(), [])
    assert.equal(box.events.map((event) => event.kind).join(), 'launched,registered,stopped')
  })

  test('may be a transformer with a long id that listens on a unix socket', async (t) => {
    const box = sandbox(t)
    box.install('registry.customhost.com/celerity/azure', 'socket')
    const host = box.host()
    const plugin = await host.connect('registry.customhost.com/celerity/azure')
    assert.equal(plugin.namespace, 'azure')
    assert.equal((await deployer(plugin)({}))['spec.pid'], plugin.pid)
    await host.stop()
    assert.equal(existsSync(box.file), false)
  })

  test('starts at the same time as others, even if one waits for the other', async (t) => {
    const box = sandbox(t)
    box.install('acme/writer', 'environment')
    box.installScript(
      'acme/reader',
      `while ! [ -e ${box.file} ]; do sleep 0.02; done; ${command('good', 'acme/reader')}`,
    )
    const host = box.host()
    await host.start(['acme/reader', 'acme/writer'])
    assert.equal(host.processes().length, 2)
  })

  test('is launched again after a failure, and launches are counted', async (t) => {
    const box = sandbox(t)
    box.install('acme/flaky', 'third-time')
    const host = box.host()
    await host.start(['acme/flaky'])
    assert.equal(launches(box, 'acme/flaky'), 3)
    assert.match(box.events.find((event) => event.kind === 'launch-failed')?.message ?? '', /exited with code 9/)
  })
})

describe('a plugin that does not start', limit, () => {
  test('and exits at once is noticed at once, counted, and reported with its last output', async (t) => {
    const box = sandbox(t)
    box.installScript('acme/dead', 'echo cannot find my libraries >&2; exit 3')
    const failure = await failedStart(box.host({ deadlineMs: 3_600_000 }).start(['acme/dead']))
    assert.equal(failure.code, 'host/launch-failed')
    assert.equal(failure.message, 'acme/dead 1.0.0 did not start in 5 launches: it exited with code 3')
    assert.ok(failure.details.includes('cannot find my libraries'))
    assert.match(failure.hint ?? '', /acme\/dead\/plugin\.log/)
    assert.equal(launches(box, 'acme/dead'), 5)
  })

  test('and dies of a signal or cannot be executed is reported with that reason', async (t) => {
    const box = sandbox(t)
    box.installScript('acme/segfault', 'kill -SEGV $$')
    writeFileSync(box.installScript('acme/interpreter', ''), '#!/no/such/interpreter\n')
    const host = box.host({ attempts: 2 })
    assert.match((await failedStart(host.start(['acme/segfault']))).message, /in 2 launches: it was killed by SIGSEGV/)
    assert.match((await failedStart(host.start(['acme/interpreter']))).message, /cannot be executed/)
  })

  test('and never registers is killed at its deadline, a limited number of times', async (t) => {
    const box = sandbox(t)
    box.installScript('acme/mute', `trap "" TERM; echo still thinking; echo >> ${box.file}; sleep 600 & wait`)
    const host = box.host({
      deadlineMs: 150,
      attempts: 3,
      onEvent: (event) => {
        box.events.push(event)
        // Its time begins after this, when it has spoken.
        if (event.kind === 'launched') standStill(() => box.lines() === launches(box, 'acme/mute'))
      },
    })
    const failure = await failedStart(host.start(['acme/mute']))
    assert.match(failure.message, /^acme\/mute 1\.0\.0 did not start in 3 launches: it did not register within 0\.15 s/)
    assert.ok(failure.details.includes('still thinking'))
    assert.equal(launches(box, 'acme/mute'), 3)
    assert.deepEqual(pids(box).filter(isAlive), [])
  })

  test('ends the others of the same start', async (t) => {
    const box = sandbox(t)
    box.install('acme/good', 'good')
    box.installScript('acme/dead', `while ! grep -q ready ${box.file}; do sleep 0.02; done; exit 1`)
    const host = box.host({
      onEvent: (event) => {
        box.events.push(event)
        if (event.kind === 'registered') writeFileSync(box.file, 'ready')
      },
    })
    const failure = await failedStart(host.start(['acme/good', 'acme/dead']))
    assert.match(failure.message, /acme\/dead/)
    assert.deepEqual(pids(box).filter(isAlive), [])
    assert.deepEqual(host.processes(), [])
  })

  test('leaves nothing if it is stopped while it starts', async (t) => {
    const box = sandbox(t)
    box.installScript('acme/mute', 'sleep 600')
    const host = box.host()
    const start = failedStart(host.start(['acme/mute']))
    await until(() => pids(box).length === 1)
    await host.stop()
    assert.equal((await start).code, 'host/stopped')
    assert.deepEqual(pids(box).filter(isAlive), [])
  })

  test('is stopped without waiting for its deadline if it registered and does not answer', async (t) => {
    const box = sandbox(t)
    box.install('acme/silent', 'silent')
    const host = box.host({ deadlineMs: 3_600_000 })
    const start = failedStart(host.start(['acme/silent']))
    await until(() => box.read() === 'registered')
    await host.stop()
    assert.equal((await start).code, 'host/stopped')
    assert.deepEqual(pids(box).filter(isAlive), [])
  })

  test('is not launched if it cannot be recorded', async (t) => {
    const box = sandbox(t)
    box.install('acme/good', 'good')
    const runtimeDir = join(box.root, 'providers/acme/good/1.0.0/plugin/run')
    const failure = await failedStart(box.host({ runtimeDir }).start(['acme/good']))
    assert.equal(failure.code, 'host/runtime-dir')
    assert.equal(launches(box, 'acme/good'), 0)
  })

  test('is reported if it is not installed', async (t) => {
    const failure = await failedStart(sandbox(t).host().start(['acme/none']))
    assert.equal(failure.code, 'host/unknown-plugin')
  })
})

describe('a plugin with a wrong registration', limit, () => {
  const refusals: readonly [behaviour: string, code: string, message: RegExp][] = [
    ['wrong-id', 'host/registration-refused', /registers as "acme\/somebody-else", but is installed as acme\/x/],
    ['wrong-kind', 'host/registration-refused', /registers as a transformer, but is installed among the providers/],
    ['newer', 'host/incompatible-protocol', /speaks protocol 1\.7, 2\.0, Slipway speaks 1\.0: upgrade Slipway/],
    ['older', 'host/incompatible-protocol', /speaks protocol 0\.9, Slipway speaks 1\.0: upgrade the plugin/],
    ['rude-versions', 'host/incompatible-protocol', /^.{1,600}$/],
    ['no-address', 'host/registration-refused', /neither a unix socket nor a port/],
    ['far-socket', 'host/registration-refused', /"relative\.sock" is not an absolute path/],
  ]
  for (const [behaviour, code, message] of refusals) {
    test(`is refused by name after the usual number of launches: ${behaviour}`, async (t) => {
      const box = sandbox(t)
      box.install('acme/x', behaviour)
      const failure = await failedStart(box.host().start(['acme/x']))
      assert.equal(failure.code, code)
      assert.match(failure.message, message)
      assert.match(failure.message, /^acme\/x 1\.0\.0 did not start in 5 launches/)
      assert.equal(launches(box, 'acme/x'), 5)
    })
  }

  test('is launched again and then reported if nothing listens at its port', async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'silent-port')
    const failure = await failedStart(box.host({ attempts: 2 }).start(['acme/x']))
    assert.match(failure.message, /in 2 launches: it registered, but no process listens at 127\.0\.0\.1:9$/)
  })

  test('with megabytes of control characters in its name is reported in short and harmless words', async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'rude-name')
    const failure = await failedStart(box.host({ attempts: 1 }).start(['acme/x']))
    assert.match(failure.message, /it registered, but rude/)
    assert.ok(failure.message.length < 20_000, `${failure.message.length} characters`)
    assert.ok(!failure.message.includes('\u001b'))
  })

  test('by another process is refused, and the launch continues', async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'stranger')
    const host = box.host()
    await host.start(['acme/x'])
    const refused = box.events.find((event) => event.kind === 'refused')
    assert.match(refused?.message ?? '', /process "1" is not the one that was launched/)
  })

  test('that is repeated is reported only a few times', async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'insistent')
    const host = box.host()
    const plugin = await host.connect('acme/x')
    await until(() => box.read() === 'enough')
    assert.ok(await deployer(plugin)({}))
    const told = box.events.filter(({ kind }) => kind === 'refused').map(({ message }) => message)
    assert.ok(told.length <= 12, `${told.length} messages`)
    assert.match(told.at(-1) ?? '', /further refusals are not shown/)
    await host.stop()
    assert.ok(box.log('acme/x').split('\n').length < 100)
  })

  test('that registers twice keeps the first registration', async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'twice')
    const plugin = await box.host().connect('acme/x')
    await until(() => box.events.some((event) => event.kind === 'refused'))
    assert.match(box.events.find((event) => event.kind === 'refused')?.message ?? '', /already registered/)
    assert.equal((await deployer(plugin)({}))['spec.pid'], plugin.pid)
  })
})

test(
  'a plugin that registers a dead unix socket is killed, and the socket does not block the next launch',
  limit,
  async (t) => {
    const box = sandbox(t)
    box.install('acme/x', 'socket-then-mute')
    // The clock leaps at a launch: the plugin has its whole time to register, and then the least time to answer, a second.
    const now = performance.now.bind(performance)
    let leapt = 0
    t.mock.method(performance, 'now', () => now() + leapt)
    const host = box.host({
      attempts: 2,
      onEvent: ({ kind }) => {
        if (kind === 'launched') leapt += 60_000
      },
    })
    const failure = await failedStart(host.start(['acme/x']))
    assert.match(failure.message, /in 2 launches: it registered, but/)
    assert.ok(!failure.details.some((line) => line.includes('EADDRINUSE')), failure.details.join('\n'))
    assert.equal(existsSync(box.file), false)
  },
)
