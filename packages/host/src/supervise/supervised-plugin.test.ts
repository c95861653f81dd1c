import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { RpcFailure } from '@slipway/protocol'
import { answer, ask, rpcFailure, theatre, until } from './testing.ts'

async function failed(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Failure, String(error))
  return error
}

describe('a starting plugin', () => {
  test('is launched once, and reports that', async (t) => {
    const { host, events, launches } = theatre(t)
    const [plugin] = await Promise.all([host.connect('acme/x'), host.connect('acme/x'), host.begun()])
    assert.equal(launches.length, 1)
    assert.equal(plugin.introduction, 'introduction 1')
    assert.equal(plugin.hostId, launches[0]?.options.hostId)
    assert.deepEqual(
      host.processes().map(({ id, version, pid }) => [id, version, pid]),
      [['acme/x', '1.0.0', plugin.pid]],
    )
    assert.equal(launches[0]?.options.group(), plugin.pid)
    await host.stop()
    assert.equal(launches[0]?.farewells, 1)
    assert.equal(launches[0]?.isClosed, true)
    assert.deepEqual([plugin.pid, plugin.hostId, plugin.introduction], [0, '', undefined])
    assert.deepEqual(events, [
      'launched: acme/x 1.0.0 is launched as process P',
      'registered: acme/x is ready after N ms',
      'stopped: acme/x is stopped',
    ])
  })

  test('may report another version', async (t) => {
    const { host, events } = theatre(t, { scripts: [{ greeted: { version: '2.0.0' } }, { greeted: { version: '' } }] })
    await host.start(['acme/x'])
    await host.start(['acme/y'])
    assert.deepEqual(
      events.filter((event) => event.startsWith('notice')),
      ['notice: acme/x is installed as version 1.0.0, but says that it is "2.0.0"'],
    )
  })

  test('is launched as often as the policy allows', async (t) => {
    const { host, events, launches } = theatre(t, {
      scripts: [
        { shell: 'exit 3', greeted: 'never' },
        { shell: 'echo oh; exit 4', greeted: 'never' },
      ],
    })
    const failure = await failed(host.connect('acme/x'))
    assert.equal(failure.code, 'host/launch-failed')
    assert.equal(failure.message, 'acme/x 1.0.0 did not start in 2 launches: it exited with code 4')
    assert.deepEqual(failure.details, [
      'launch 1: it exited with code 3',
      'launch 2: it exited with code 4',
      'its last output:',
      'oh',
    ])
    assert.match(failure.hint ?? '', /look at .*\/logs\/acme\/x\/plugin\.log$/)
    assert.deepEqual(await failed(host.connect('acme/x')), failure)
    assert.deepEqual(
      launches.map(({ isClosed }) => isClosed),
      [true, true],
    )
    assert.ok(events.includes('launch-failed: acme/x exited with code 3 (launch 1 of 2)'))
    assert.ok(events.includes(`given-up: ${failure.message}`))
    await host.stop()
    assert.equal(events.at(-1), 'stopped: acme/x is stopped')
  })

  test('is not launched again if that cannot help', async (t) => {
    const problem = {
      reason: 'was refused: it is a stranger',
      permanent: true,
      code: 'host/registration-refused' as const,
    }
    const { host, launches } = theatre(t, { scripts: [{ greeted: problem }] })
    const failure = await failed(host.connect('acme/x'))
    assert.equal(failure.code, 'host/registration-refused')
    assert.equal(failure.message, 'acme/x 1.0.0 did not start in 1 launch: it was refused: it is a stranger')
    assert.deepEqual(failure.details, ['it printed nothing'])
    assert.equal(launches.length, 1)
  })

  test('must register in time', async (t) => {
    const { host } = theatre(t, { attempts: 1, deadlineMs: 50, scripts: [{ greeted: 'never' }] })
    const { message } = await failed(host.connect('acme/x'))
    assert.equal(message, 'acme/x 1.0.0 did not start in 1 launch: it did not register within 0.05 s')
  })

  test('must answer, if necessary in the next launch', async (t) => {
    const { host, events } = theatre(t, { scripts: [{ unreachable: ['it says nothing'] }] })
    await host.connect('acme/x')
    assert.ok(
      events.includes('launch-failed: acme/x registered, but it says nothing (launch 1 of 2)'),
      events.join('\n'),
    )
  })

  test('is stopped with the host, even if a call waits for it', async (t) => {
    const { host, launches } = theatre(t, { scripts: [{ greeted: 'never' }] })
    const starting = failed(host.connect('acme/x'))
    await host.begun()
    await host.stop()
    const stopped = await starting
    assert.equal(stopped.code, 'host/stopped')
    assert.match(stopped.message, /^acme\/x is not available: the plugin host is stopping$/)
    assert.equal((await failed(host.connect('acme/x'))).code, 'host/stopped')
    assert.equal((await failed(host.connect('acme/y'))).message, 'acme/y is not started: the host is stopping')
    assert.equal(launches.length, 1)
  })
})

describe('a plugin that exits', () => {
  test('is launched again until it has died too often', async (t) => {
    const { host, events, launches } = theatre(t)
    const plugin = await host.connect('acme/x')
    const { pid } = plugin
    process.kill(pid, 'SIGTERM')
    await until(() => plugin.pid !== pid && plugin.pid !== 0)
    assert.equal(plugin.introduction, 'introduction 2')
    assert.ok(events.includes('exited: acme/x was killed by SIGTERM'), events.join('\n'))
    process.kill(plugin.pid, 'SIGTERM')
    await until(() => events.at(-1)?.startsWith('given-up') === true)
    const failure = await failed(host.connect('acme/x'))
    assert.equal(failure.code, 'host/relaunch-limit')
    assert.equal(
      failure.message,
      'acme/x was killed by SIGTERM, and is not launched again: it has died more than 1 times in 300 s',
    )
    assert.equal(launches.length, 2)
    assert.ok(launches.every(({ channel }) => channel.calls.length === 0))
  })

  test('after deregistering is replaced when it is needed', async (t) => {
    const { host, events, launches } = theatre(t)
    const plugin = await host.connect('acme/x')
    launches[0]?.leave()
    await until(() => plugin.pid === 0)
    assert.equal(launches.length, 1)
    const calling = plugin.channel.call(ask, {})
    // There is no second process until the first one is gone.
    process.kill(launches[0]?.options.group() ?? 0, 'SIGTERM')
    await until(() => launches[1]?.channels[0]?.calls[0] !== undefined)
    launches[1]?.channel.calls[0]?.end(answer('two'))
    assert.deepEqual(await calling, answer('two'))
    assert.ok(events.includes('left: acme/x has deregistered'))
    launches[1]?.leave()
    await until(() => events.at(-1)?.startsWith('given-up') === true)
    const { code, message } = await failed(host.connect('acme/x'))
    assert.equal(code, 'host/relaunch-limit')
    assert.equal(message, 'acme/x is not launched again: it has deregistered or died more than 1 times in 300 s')
  })

  test('has a limited time to exit after deregistering', async (t) => {
    const { host, launches } = theatre(t, { graceMs: 100 })
    await host.connect('acme/x')
    const pid = launches[0]?.options.group() ?? 0
    launches[0]?.leave()
    await until(() => launches[0]?.isClosed === true)
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })
})

describe('a plugin that closes its connection', () => {
  test('is called again', async (t) => {
    const { host, events, launches } = theatre(t)
    const plugin = await host.connect('acme/x')
    launches[0]?.channel.close()
    await until(() => launches[0]?.channels.length === 2)
    const calling = plugin.channel.call(ask, {})
    await until(() => launches[0]?.channel.calls.length === 1)
    launches[0]?.channel.calls[0]?.end(answer('again'))
    assert.deepEqual(await calling, answer('again'))
    assert.equal(launches.length, 1)
    assert.equal(events.at(-1), 'notice: acme/x closed the connection and is called again')
  })

  test('is killed if it can no longer be reached', async (t) => {
    const { host, events, launches } = theatre(t, { scripts: [{}] })
    const plugin = await host.connect('acme/x')
    const [launch] = launches
    assert.ok(launch)
    launch.dial = async () => 'nobody listens'
    launch.channel.close()
    await until(() => launches.length === 2 && plugin.pid !== 0)
    assert.ok(events.includes('hung: acme/x was killed because it could no longer be reached'), events.join('\n'))
    assert.ok(events.includes('exited: acme/x was killed because it could no longer be reached'), events.join('\n'))
  })
})

describe('a call', () => {
  test('that is refused fails without draining the process', async (t) => {
    const { host, launches } = theatre(t)
    const { channel } = await host.connect('acme/x')
    const refusals = [
      rpcFailure('protocol/refused', { delivered: true, ended: true }),
      rpcFailure('protocol/message-too-large', { delivered: false }),
      new Error('ours'),
    ]
    for (const refusal of refusals) {
      const calling = channel.call(ask, {})
      await until(() => launches[0]?.channel.calls.length === refusals.indexOf(refusal) + 1)
      launches[0]?.channel.calls.at(-1)?.fail(refusal)
      await assert.rejects(calling, (error) => error === refusal)
    }
    assert.equal(launches.length, 1)
    assert.equal(host.processes().length, 1)
  })

  test('that is given up ends its process, and another serves the next call', async (t) => {
    const { host, events, launches } = theatre(t)
    const { channel } = await host.connect('acme/x')
    const [first, second] = [channel.call(ask, {}), channel.call(ask, {})]
    launches[0]?.channel.calls[0]?.fail(rpcFailure('protocol/deadline-exceeded', { delivered: true }))
    const failure = await failed(first)
    assert.ok(failure instanceof RpcFailure)
    assert.deepEqual([failure.code, failure.hint, failure.details], ['protocol/deadline-exceeded', 'wait', ['once']])
    const why = 'no answer: protocol/deadline-exceeded'
    assert.ok(
      events.includes(`draining: acme/x gets no new calls and is stopped when another call has ended: ${why}`),
      events.join('\n'),
    )
    const third = channel.call(ask, {})
    let isDrained = false
    const drained = host.drained().then(() => (isDrained = true))
    assert.equal(isDrained, false)
    launches[0]?.channel.calls[1]?.end(answer('one'))
    assert.deepEqual(await second, answer('one'))
    await Promise.all([failure.over, drained])
    assert.equal(launches[0]?.isClosed, true)
    await until(() => launches[1]?.channels[0]?.calls.length === 1)
    launches[1]?.channel.calls[0]?.end(answer('two'))
    assert.deepEqual(await third, answer('two'))
  })

  test('that is given up too often ends the plugin for good', async (t) => {
    const { host, launches, events } = theatre(t)
    const { channel } = await host.connect('acme/x')
    for (const turn of [0, 1]) {
      const calling = channel.call(ask, {})
      await until(() => launches[turn]?.channels[0]?.calls.length === 1)
      launches[turn]?.channel.calls[0]?.fail(rpcFailure('protocol/cancelled', { delivered: true }))
      await failed(calling)
      await until(() => launches[turn]?.isClosed === true)
    }
    assert.ok(events.includes('draining: acme/x gets no new calls and is stopped: no answer: protocol/cancelled'))
    const failure = await failed(channel.call(ask, {}))
    assert.ok(failure instanceof RpcFailure)
    assert.deepEqual([failure.code, failure.delivered, failure.status], ['host/plugin-unavailable', false, 14])
    assert.match(
      failure.message,
      /was not sent: acme\/x is not launched again: no answer: protocol\/cancelled, and this has happened more than 1 times in 300 s$/,
    )
    assert.match(failure.hint ?? '', /plugin\.log; if it needs more time, raise plugins\.callMs$/)
  })

  test('of a silent process is not waited for', async (t) => {
    const { host, launches, events } = theatre(t, { isResponsive: false })
    const { channel } = await host.connect('acme/x')
    const [first, second] = [channel.call(ask, {}), channel.call(ask, {}), channel.call(ask, {})]
    const [one, two] = launches[0]?.channel.calls ?? []
    one?.fail(rpcFailure('protocol/deadline-exceeded', { delivered: true }))
    await failed(first)
    assert.ok(
      events.some((event) => event.includes('stopped when 2 other calls have ended')),
      events.join('\n'),
    )
    await until(() => launches[0]?.isClosed === true)
    assert.ok(events.includes('hung: acme/x was killed because it no longer answered'), events.join('\n'))
    two?.fail(rpcFailure('protocol/connection-lost', { delivered: true }))
    const lost = await failed(second)
    assert.equal(lost.code, 'host/plugin-exited')
    assert.match(lost.message, /got no answer: acme\/x was killed because it no longer answered$/)
  })

  test('cut off by a death reports the plugin, its exit and its last output', async (t) => {
    const { host, launches, log } = theatre(t, { scripts: [{ shell: 'echo goodbye; exec cat >/dev/null' }] })
    const { channel, pid } = await host.connect('acme/x')
    await until(() => log('acme/x').includes('stdout goodbye'))
    const calling = channel.call(ask, {})
    // The news of its end may take its time.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    process.kill(pid, 'SIGTERM')
    launches[0]?.channel.calls[0]?.fail(rpcFailure('protocol/connection-lost', { delivered: true }))
    const failure = await failed(calling)
    t.mock.timers.reset()
    assert.ok(failure instanceof RpcFailure)
    assert.equal(failure.message, `${ask.name} got no answer: acme/x was killed by SIGTERM`)
    assert.deepEqual([failure.code, failure.delivered], ['host/plugin-exited', true])
    assert.ok(failure.details.includes('goodbye'))
    assert.match(failure.hint ?? '', /^look at .*plugin\.log$/)
    await failure.over
    assert.equal(launches[0]?.isClosed, true)
  })

  test('waits for a launch only until its deadline', async (t) => {
    const { host, launches } = theatre(t, { scripts: [{}, { greeted: 'never' }] })
    const plugin = await host.connect('acme/x')
    process.kill(plugin.pid, 'SIGTERM')
    await until(() => launches.length === 2)
    const late = await failed(plugin.channel.call(ask, {}, { deadlineMs: 20 }))
    assert.deepEqual(
      [late.code, late.message],
      ['protocol/deadline-exceeded', `${ask.name} was not sent within 0.02 s: acme/x was being launched`],
    )
    const cancelled = await failed(plugin.channel.call(ask, {}, { signal: AbortSignal.abort() }))
    assert.deepEqual(
      [cancelled.code, cancelled.message],
      ['protocol/cancelled', `${ask.name} was cancelled while acme/x was being launched`],
    )
    assert.ok(cancelled instanceof RpcFailure && late instanceof RpcFailure)
    assert.deepEqual([cancelled.status, cancelled.delivered, late.status, late.delivered], [1, false, 4, false])
  })

  test('that waited for a launch keeps its remaining time and its options', async (t) => {
    const { host, launches } = theatre(t)
    const plugin = await host.connect('acme/x')
    const { pid } = plugin
    process.kill(pid, 'SIGTERM')
    await until(() => plugin.pid !== pid)
    const { signal } = new AbortController()
    const calling = plugin.channel.call(ask, {}, { deadlineMs: 60_000, signal })
    await until(() => launches[1]?.channels[0]?.calls.length === 1)
    const [call] = launches[1]?.channel.calls ?? []
    assert.equal(call?.control?.signal, signal)
    const left = call?.control?.deadlineMs ?? 0
    assert.ok(left > 1 && left <= 60_000, String(left))
    call?.end(answer('x'))
    await calling
  })

  test('in chunks is explained like any other', async (t) => {
    const { host, launches } = theatre(t)
    const { channel } = await host.connect('acme/x')
    const method = { ...ask, isStream: true } as unknown as Parameters<typeof channel.stream>[0]
    const pieces = (async () => {
      const got: unknown[] = []
      for await (const piece of channel.stream(method, {})) got.push(piece)
      return got
    })()
    await until(() => launches[0]?.channel.calls.length === 1)
    launches[0]?.channel.calls[0]?.end(answer('piece'))
    assert.deepEqual(await pieces, [answer('piece')])
    const broken = (async () => {
      for await (const piece of channel.stream(method, {})) assert.fail(String(piece))
    })()
    await until(() => launches[0]?.channel.calls.length === 2)
    launches[0]?.channel.calls[1]?.fail(rpcFailure('protocol/cancelled', { delivered: true }))
    const failure = await failed(broken)
    assert.ok(failure instanceof RpcFailure)
    await failure.over
    assert.equal(launches[0]?.isClosed, true)
  })
})

test('closing the channel stops the plugin', async (t) => {
  const { host, events, launches } = theatre(t)
  const { channel } = await host.connect('acme/x')
  channel.close()
  await channel.closed
  assert.equal(launches[0]?.isClosed, true)
  assert.equal(events.at(-1), 'stopped: acme/x is stopped')
  assert.equal((await failed(channel.call(ask, {}))).code, 'host/plugin-unavailable')
})
