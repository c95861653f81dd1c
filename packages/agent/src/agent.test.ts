import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from './agent.ts'
import { AgentFailure } from './failure.ts'
import {
  allPlugins,
  clock,
  concurrent,
  plugins,
  quitOnClose,
  quitSignals,
  startTimeout,
  stopTimeout,
  version,
} from './options.ts'
import type { PluginContext } from './plugin.ts'
import { type RecordedHooks, RecordingPlugin } from './recording-plugin.ts'

/** P1 depends on P2 and P3; the hooks are those of P3, P2, P1, in the order of init. */
function three(log: string[], ...hooks: RecordedHooks[]): RecordingPlugin {
  const p3 = new RecordingPlugin('P3', log, {}, hooks[0])
  const p2 = new RecordingPlugin('P2', log, { p3 }, hooks[1])
  return new RecordingPlugin('P1', log, { p2, p3 }, hooks[2])
}

const never = (): Promise<void> => new Promise(() => {})
const untilAborted = ({ signal }: PluginContext): Promise<void> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
const boom = (): never => {
  throw new Error('boom')
}

async function failureOf(promise: Promise<unknown>): Promise<AgentFailure> {
  const error: unknown = await promise.then(
    () => assert.fail('no error'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof AgentFailure, String(error))
  return error
}

describe('the life of an agent', () => {
  test('all plugins init, then all run afterInit, then all close in reverse', async () => {
    const log: string[] = []
    const agent = new Agent(allPlugins(three(log)))
    await agent.start()
    assert.deepEqual(log, ['init P3', 'init P2', 'init P1', 'afterInit P3', 'afterInit P2', 'afterInit P1'])
    log.length = 0
    await agent.stop()
    assert.deepEqual(log, ['close P1', 'close P2', 'close P3'])
  })

  test('a second start is a named error, a second stop joins the first one', async () => {
    const log: string[] = []
    const agent = new Agent(allPlugins(three(log)))
    await assert.rejects(agent.stop(), { code: 'agent/not-started' })
    await agent.start()
    await assert.rejects(agent.start(), { code: 'agent/already-started' })
    await Promise.all([agent.stop(), agent.stop(), assert.rejects(agent.start(), { code: 'agent/already-started' })])
    await agent.stop()
    assert.equal(log.filter((line) => line.startsWith('close')).length, 3)
  })

  test('starts again after a stop has ended', async () => {
    const log: string[] = []
    const agent = new Agent(allPlugins(three(log)))
    for (let round = 0; round < 2; round++) {
      await agent.start()
      await agent.stop()
    }
    assert.equal(log.filter((line) => line === 'init P1').length, 2)
  })

  test('wait, run and after end with the stop; a wait before the start waits for the next life', async () => {
    const agent = new Agent(allPlugins(three([])))
    const waiting = agent.wait()
    const running = agent.run()
    await agent.started
    const after = agent.after()
    await agent.stop()
    await Promise.all([waiting, running, after])
  })

  test('an agent without plugins runs, too', async () => {
    const agent = new Agent()
    await agent.start()
    await agent.stop()
    assert.deepEqual(agent.plan(), [])
  })

  test('quitOnClose and signals stop it; version is the given one', async () => {
    const closing = new AbortController()
    const first = new Agent(
      plugins(three([])),
      quitOnClose(closing.signal),
      quitSignals(),
      version('1.2.3', '2026-11-21', 'abc'),
    )
    assert.deepEqual(first.version, { version: '1.2.3', date: '2026-11-21', id: 'abc' })
    const running = first.run()
    await first.started
    closing.abort()
    await running

    const before = process.listenerCount('SIGHUP')
    const second = new Agent(plugins(three([])), quitSignals('SIGHUP'))
    const waiting = second.run()
    await second.started
    process.kill(process.pid, 'SIGHUP')
    await waiting
    assert.equal(process.listenerCount('SIGHUP'), before)
  })

  test('SIGINT and SIGTERM stop the agent unless it is told otherwise', async () => {
    const before = process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')
    const agent = new Agent(plugins(three([])))
    await agent.start()
    assert.equal(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM'), before + 2)
    await agent.stop()
    assert.equal(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM'), before)
  })
})

describe('a start that fails', () => {
  test('closes the initialised plugins in reverse, and reports every error with plugin, phase and duration', async () => {
    const log: string[] = []
    const agent = new Agent(allPlugins(three(log, { close: boom }, {}, { init: boom })))
    const failure = await failureOf(agent.start())
    assert.deepEqual(log, ['init P3', 'init P2', 'init P1', 'close P2', 'close P3'])
    assert.equal(failure.code, 'agent/start-failed')
    assert.match(failure.message, /^P1 failed in init after (<1|\d+) ms: boom$/)
    assert.deepEqual(
      failure.errors.map(({ plugin, phase, timedOut }) => [plugin, phase, timedOut]),
      [
        ['P1', 'init', false],
        ['P3', 'close', false],
      ],
    )
    assert.ok(failure.errors.every(({ duration }) => duration >= 0))
    await agent.stop()
    await assert.rejects(agent.wait(), { code: 'agent/start-failed' })
    await agent.after()
  })

  test('in afterInit: closes everything', async () => {
    const log: string[] = []
    const failure = await failureOf(new Agent(allPlugins(three(log, {}, { afterInit: async () => boom() }))).start())
    assert.deepEqual(log.slice(3), ['afterInit P3', 'afterInit P2', 'close P1', 'close P2', 'close P3'])
    assert.equal(failure.errors[0]?.phase, 'afterInit')
  })

  test('can be repeated', async () => {
    let attempts = 0
    const flaky = { init: () => (++attempts === 1 ? boom() : undefined) }
    const agent = new Agent(allPlugins(three([], flaky)))
    await failureOf(agent.start())
    await agent.start()
    assert.equal(agent.health().ready, true)
    await agent.stop()
  })

  test('a hook that never ends is aborted and given up; the others are closed', async () => {
    const log: string[] = []
    let signal: AbortSignal | undefined
    // It stands still until P2, so that P3 is not late.
    let time = 0
    const hanging = {
      init: (context: PluginContext) => {
        ;({ signal } = context)
        time = 12
        return never()
      },
    }
    const limits = [startTimeout(10), stopTimeout(25), clock(() => time)]
    const failure = await failureOf(new Agent(allPlugins(three(log, {}, hanging)), ...limits).start())
    assert.equal(failure.code, 'agent/start-timeout')
    assert.equal(failure.message, 'the agent did not start within 10 ms: P2 was still in init after 12 ms')
    assert.equal(signal?.aborted, true)
    assert.deepEqual(log, ['init P3', 'init P2', 'close P3'])
  })

  test('an init that ends after its abort is closed in its turn; an abandoned one is closed when it ends', async () => {
    for (const [isAbandoned, stop, expected] of [
      [false, 60_000, ['close P2', 'close P3']],
      [true, 5, ['close P3', 'close P2']],
    ] as const) {
      const log: string[] = []
      const late = Promise.withResolvers<void>()
      const init = ({ signal }: PluginContext): Promise<void> => {
        if (!isAbandoned) signal.addEventListener('abort', () => void sleep(5).then(late.resolve))
        return late.promise
      }
      const limits = [startTimeout(5), stopTimeout(stop), clock(() => 0)]
      const agent = new Agent(allPlugins(three(log, {}, { init })), ...limits)
      assert.equal((await failureOf(agent.start())).code, 'agent/start-timeout')
      late.resolve()
      await sleep(1)
      assert.deepEqual(log.slice(2), expected)
    }
  })

  test('hooks that never wait cannot overrun the timeout unnoticed', async () => {
    let time = 0
    const slow = {
      init: () => {
        time += 100
      },
    }
    const log: string[] = []
    const failure = await failureOf(
      new Agent(
        allPlugins(three(log, slow)),
        startTimeout(50),
        clock(() => time),
      ).start(),
    )
    assert.equal(failure.message, 'the agent did not start within 50 ms: P3 was still in init after 100 ms')
    assert.deepEqual(log, ['init P3', 'close P3'])
  })

  test('a plugin can have deadlines of its own', async () => {
    const log: string[] = []
    const slow = Object.assign(new RecordingPlugin('slow', log, {}, { init: never }), { deadlines: { init: 5 } })
    const failure = await failureOf(new Agent(plugins(slow), stopTimeout(10)).start())
    assert.match(failure.message, /^slow was still in init after \d+ ms$/)
    assert.equal(failure.code, 'agent/start-failed')
  })

  test('stop during the start cancels it', async () => {
    const log: string[] = []
    const agent = new Agent(allPlugins(three(log, {}, { init: untilAborted })))
    const starting = failureOf(agent.start())
    await agent.stop()
    const failure = await starting
    assert.equal(failure.code, 'agent/start-cancelled')
    assert.deepEqual(failure.errors, [])
    assert.deepEqual(log, ['init P3', 'init P2', 'close P3'])
  })

  test('stop during the clean-up of a failed start does not make it a cancelled one', async () => {
    const log: string[] = []
    const agent = new Agent(allPlugins(three(log, { close: () => sleep(5) }, { init: boom })))
    const starting = failureOf(agent.start())
    await agent.stop()
    assert.equal((await starting).code, 'agent/start-failed')
    await assert.rejects(agent.wait(), { code: 'agent/start-failed' })
  })

  test('a quit before the start: nothing is initialised, and run counts it as a stop', async () => {
    const log: string[] = []
    await new Agent(allPlugins(three(log)), quitOnClose(AbortSignal.abort())).run()
    assert.deepEqual(log, [])
  })
})

describe('a stop that fails', () => {
  test('closes the others and reports every error', async () => {
    const log: string[] = []
    const agent = new Agent(allPlugins(three(log, { close: async () => boom() }, {}, { close: boom })))
    const running = agent.run()
    await agent.started
    const failure = await failureOf(agent.stop())
    assert.deepEqual(log.slice(6), ['close P1', 'close P2', 'close P3'])
    assert.equal(failure.code, 'agent/stop-failed')
    assert.deepEqual(
      failure.errors.map(({ plugin }) => plugin),
      ['P1', 'P3'],
    )
    assert.equal(await failureOf(running), failure)
  })

  test('a close that never ends is abandoned at the deadline; the rest is closed all the same', async () => {
    const log: string[] = []
    const agent = new Agent(allPlugins(three(log, {}, { close: never }, { close: never })), stopTimeout(10))
    await agent.start()
    const failure = await failureOf(agent.stop())
    assert.equal(failure.code, 'agent/stop-timeout')
    assert.deepEqual(log.slice(6), ['close P1', 'close P2', 'close P3'])
    assert.deepEqual(
      failure.errors.map(({ plugin, timedOut }) => [plugin, timedOut]),
      [
        ['P1', true],
        ['P2', true],
      ],
    )
  })
})

describe('plugins that depend on each other', () => {
  class Indexed {
    readonly name: string
    readonly deps: { other?: Indexed } = {}
    readonly early: boolean
    indexes: string[] | undefined
    remote: string[] | undefined
    constructor(name: string, early: boolean) {
      this.name = name
      this.early = early
    }
    init(context: PluginContext): void {
      this.indexes = [this.name]
      if (this.early && this.deps.other !== undefined) this.remote = context.use(this.deps.other).indexes
    }
    afterInit(context: PluginContext): void {
      if (this.deps.other !== undefined) this.remote = context.use(this.deps.other).indexes
    }
    close(): void {}
  }

  function pair(early: boolean): readonly [Indexed, Indexed] {
    const [p1, p2] = [new Indexed('P1', false), new Indexed('P2', early)] as const
    p1.deps.other = p2
    p2.deps.other = p1
    return [p1, p2]
  }

  test('both run and reach each other in afterInit', async () => {
    const [p1, p2] = pair(false)
    const agent = new Agent(allPlugins(p1))
    await agent.start()
    assert.deepEqual([p1.remote, p2.remote], [['P2'], ['P1']])
    assert.equal(agent.why('P2', 'P1').rule, 'cross')
    await agent.stop()
  })

  test('using the other one too early gives a clear error', async () => {
    const failure = await failureOf(new Agent(allPlugins(pair(true)[0])).start())
    assert.match(
      failure.message,
      /P2 uses P1 in init, but P1 is not initialised yet \(they depend on each other: P2 -> P1 -> P2\); use it in afterInit/,
    )
  })

  test('a plugin that the agent does not have gives a clear error, too', async () => {
    const [p1] = pair(true)
    const failure = await failureOf(new Agent(plugins(p1)).start())
    assert.match(failure.message, /P1 uses P2, which this agent does not have/)
  })
})

describe('any size', () => {
  test('a chain of 100,000 plugins starts and stops, one by one and side by side', async () => {
    const size = 100_000
    const log: string[] = []
    let chain = new RecordingPlugin('p0', log)
    for (let index = 1; index < size; index++) chain = new RecordingPlugin(`p${index}`, log, { next: chain })
    for (const limit of [1, 4]) {
      log.length = 0
      const agent = new Agent(allPlugins(chain), concurrent(limit), startTimeout(120_000), stopTimeout(120_000))
      await agent.start()
      await agent.stop()
      assert.equal(log.length, 3 * size)
      assert.deepEqual(
        [log[0], log[size - 1], log[2 * size], log.at(-1)],
        ['init p0', `init p${size - 1}`, `close p${size - 1}`, 'close p0'],
      )
    }
  })
})

describe('starting side by side', () => {
  test('independent plugins wait together, dependents wait for them', async () => {
    const log: string[] = []
    const both = Promise.withResolvers<void>()
    let arrived = 0
    const meet = async (): Promise<void> => {
      if (++arrived === 2) both.resolve()
      await both.promise
      log.push('met')
    }
    const [a, b] = ['a', 'b'].map((name) => new RecordingPlugin(name, log, {}, { init: meet }))
    const agent = new Agent(allPlugins(new RecordingPlugin('top', log, { a, b })), concurrent(2))
    await agent.start()
    assert.deepEqual(log.slice(0, 5), ['init a', 'init b', 'met', 'met', 'init top'])
    await agent.stop()
    assert.deepEqual(log.slice(8), ['close top', 'close b', 'close a'])
  })

  test('one that fails aborts those beside it', async () => {
    const log: string[] = []
    const a = new RecordingPlugin('a', log, {}, { init: untilAborted })
    const b = new RecordingPlugin('b', log, {}, { init: async () => boom() })
    const failure = await failureOf(new Agent(allPlugins([a, b]), concurrent(4)).start())
    assert.deepEqual(
      failure.errors.map(({ plugin }) => plugin),
      ['b'],
    )
    assert.deepEqual(log, ['init a', 'init b'])
  })
})
