import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { call, data } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { defaultRetryPolicy } from '../../defaults.ts'
import { retryDelay } from './retry.ts'

describe('the delay before a retry', () => {
  test('grows by the factor up to the limit, and jitter may shorten it to any length', () => {
    const whole = [1, 2, 3, 4, 5, 9].map((retry) =>
      retryDelay({ ...defaultRetryPolicy, jitter: false }, retry, () => 0),
    )
    assert.deepEqual(whole, [2_000, 4_000, 8_000, 16_000, 32_000, 300_000])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (retry, random) => {
        const delay = retryDelay(defaultRetryPolicy, retry, () => random)
        assert.ok(delay >= 0 && delay <= Math.min(300_000, 2_000 * 2 ** (retry - 1)))
      }),
      { numRuns: 50 },
    )
  })
})

test('is a finite number without a longest delay', () => {
  const policy = { ...defaultRetryPolicy, maxDelayMs: Number.POSITIVE_INFINITY, firstDelayMs: 0, factor: 1e200 }
  assert.equal(
    retryDelay(policy, 9, () => 0.5),
    0,
  )
  assert.equal(
    retryDelay({ ...policy, firstDelayMs: 1 }, 9, () => 0),
    0,
  )
})

/** The number of calls of a method that fails TRANSIENT every time. */
async function attempts(method: string): Promise<number> {
  const engine = new FakeEngine()
  const draft = { data: { info: 'x' }, resources: { db: { spec: { value: call('shout', data('info', 'answer')) } } } }
  const fail = ({ method: called, effect }: { method: string; effect: boolean }): void => {
    if (called === method && !effect) throw fakeFailure({ pluginErrorCode: 'TRANSIENT', method: called })
  }
  if (method === 'Destroy' || method === 'GetExternalState') await engine.up(draft)
  engine.cloud.calls.length = 0
  engine.cloud.interfere = fail
  try {
    if (method === 'Destroy') await engine.destroy()
    else await engine.up(draft, { gather: { refresh: method === 'GetExternalState' } })
  } catch {
    // The whole gathering fails, but only the number of calls matters here.
  }
  return engine.cloud.calls.filter((name) => name.startsWith(`${method} `)).length
}

describe('TRANSIENT failures', () => {
  for (const method of ['Deploy', 'HasStabilised', 'GetExternalState', 'Destroy', 'Fetch']) {
    test(`of ${method} are retried five times`, async () => {
      assert.equal(await attempts(method), 6)
    })
  }

  test('of functions are not retried, since the requirements do not list them', async () => {
    assert.equal(await attempts('Call'), 1)
  })

  test('are reported one by one, with the wait before the next attempt', async () => {
    const engine = new FakeEngine()
    let failures = 2
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Deploy' && failures-- > 0) throw fakeFailure({ pluginErrorCode: 'TRANSIENT', reasons: ['busy'] })
    }
    const { result, events } = await engine.up({ resources: { db: {} } })
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(
      events.flatMap((event) =>
        event.type === 'attempt-failed' ? [[event.method, event.attempt, event.code, event.retryInMs]] : [],
      ),
      [
        ['provider.Resource.Deploy', 1, 'TRANSIENT', 1_000],
        ['provider.Resource.Deploy', 2, 'TRANSIENT', 2_000],
      ],
    )
    assert.deepEqual(engine.clock.slept, [1_000, 2_000])
    const [run] = await engine.store.runs('site', 1)
    assert.deepEqual(
      run?.attempts?.map(({ name, attempt, code, reasons, durationMs }) => [name, attempt, code, reasons, durationMs]),
      [
        ['db', 1, 'TRANSIENT', ['busy'], 0],
        ['db', 2, 'TRANSIENT', ['busy'], 0],
      ],
    )
  })

  for (const code of ['UNEXPECTED', 'BAD_INPUT'] as const) {
    test(`are the only ones that are retried: ${code} is not`, async () => {
      const engine = new FakeEngine()
      engine.cloud.interfere = () => {
        throw fakeFailure({ pluginErrorCode: code })
      }
      await engine.up({ resources: { db: {} } })
      assert.deepEqual(engine.cloud.calls, ['Deploy db', 'GetExternalState db'])
    })
  }

  test('leave the call in doubt if a refusal follows an attempt that may have had an effect', async () => {
    const engine = new FakeEngine()
    const answers = [{ pluginErrorCode: 'TRANSIENT' }, { pluginErrorCode: 'BAD_INPUT', refused: true }] as const
    let made = 0
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Deploy') throw fakeFailure(answers[made++])
    }
    await engine.up({ resources: { db: {} } })
    const [record] = (await engine.state())?.resources ?? []
    assert.notEqual(record?.doubtSince, undefined)
  })

  test('of unknown effect are not retried blindly', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect) throw fakeFailure({ pluginErrorCode: 'TRANSIENT', inDoubt: true })
    }
    const { result } = await engine.up({ resources: { db: {} } })
    // The last question uses an id that nothing has. A provider that finds something under it has found another thing.
    assert.deepEqual(engine.cloud.calls, [
      'Deploy db',
      'GetExternalState db',
      'GetExternalState db',
      'GetExternalState db',
      'HasStabilised db',
    ])
    assert.equal(result.outcome, 'failed')
    assert.equal((await engine.state())?.resources[0]?.status, 'created')
  })

  test("follow the provider's own policy if it has one", async () => {
    const engine = new FakeEngine()
    const ports = engine.ports()
    const policy = { maxRetries: 1, firstDelayMs: 7, maxDelayMs: 9, factor: 3, jitter: false }
    const catalog = {
      ...ports.catalog,
      define: async () => ({
        ...(await engine.cloud.provider().define({ resourceTypes: [], dataSourceTypes: [], functions: [] })),
        retryPolicy: policy,
      }),
    }
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Deploy') throw fakeFailure({ pluginErrorCode: 'TRANSIENT' })
    }
    await engine.up({ resources: { db: {} } }, { gather: { ports: { ...ports, catalog } } })
    assert.deepEqual(engine.clock.slept, [7])
    assert.deepEqual(engine.cloud.calls, ['Deploy db', 'Deploy db', 'GetExternalState db'])
  })
})
