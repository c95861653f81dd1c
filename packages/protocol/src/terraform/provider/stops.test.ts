import assert from 'node:assert/strict'
import { describe, mock, test, type TestContext } from 'node:test'
import { Stops } from './stops.ts'

/** Stops of a provider that counts how often it is asked to stop. */
function counting(): { readonly stops: Stops; readonly asked: () => number } {
  let count = 0
  const stop = async (): Promise<string> => {
    count++
    return ''
  }
  return { stops: new Stops({ stop }), asked: () => count }
}

/** A call that goes on until it is cut off, or until the returned function ends it. */
function underWay(stops: Stops, signal: AbortSignal): { readonly result: Promise<string>; readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<string>()
  const result = stops.during({ signal }, async ({ signal: cut }) => {
    cut?.addEventListener('abort', () => resolve(`cut off: ${String(cut.reason)}`))
    return await promise
  })
  return { result, end: () => resolve('answered') }
}

function withTimers(context: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
}

describe('calls of a cancelled run', () => {
  test('have their provider asked to stop once, and those that go on are cut off a minute later', async (context) => {
    withTimers(context)
    const { stops, asked } = counting()
    const run = new AbortController()
    const calls = [underWay(stops, run.signal), underWay(stops, run.signal)] as const
    run.abort('cancelled by the user')
    assert.equal(asked(), 1)
    mock.timers.tick(59_000)
    calls[0].end()
    assert.equal(await calls[0].result, 'answered')
    mock.timers.tick(1000)
    assert.equal(await calls[1].result, 'cut off: cancelled by the user')
    assert.equal(asked(), 1)
  })

  test('that begin only then have a minute, too', async (context) => {
    withTimers(context)
    const { stops, asked } = counting()
    const signal = AbortSignal.abort('cancelled by the user')
    const call = underWay(stops, signal)
    assert.equal(asked(), 1)
    mock.timers.tick(60_000)
    assert.equal(await call.result, 'cut off: cancelled by the user')
  })

  test('leave calls of other runs alone', async (context) => {
    withTimers(context)
    const { stops } = counting()
    const [one, other] = [new AbortController(), new AbortController()]
    const call = underWay(stops, other.signal)
    const cut = underWay(stops, one.signal)
    one.abort('cancelled by the user')
    mock.timers.tick(60_000)
    assert.equal(await cut.result, 'cut off: cancelled by the user')
    call.end()
    assert.equal(await call.result, 'answered')
  })
})
