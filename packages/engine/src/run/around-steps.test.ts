import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FakeEngine, site, type Up } from '../testing/fake-engine.ts'
import type { AroundSteps, PartResult } from './run-request.ts'

const good: PartResult = { outcome: 'succeeded', reasons: ['tolerated'] }
const bad: PartResult = { outcome: 'failed', reasons: ['a/setup on local: exit code 3'] }

interface Watched extends Up {
  readonly order: readonly string[]
}

async function up(engine: FakeEngine, before: PartResult, after: PartResult, stop?: AbortSignal): Promise<Watched> {
  const order: string[] = []
  const part = (name: string, result: PartResult) => async (): Promise<PartResult> => {
    order.push(`${name} after ${engine.cloud.calls.length} calls`)
    return result
  }
  const around: AroundSteps = { before: part('before', before), after: part('after', after) }
  const done = await engine.up(site, { run: { around, ...(stop && { stop }) } })
  return { ...done, order }
}

describe('the tasks around the steps', () => {
  test('run before and after the steps', async () => {
    const { result, order } = await up(new FakeEngine(), good, good)
    assert.deepEqual(order, ['before after 0 calls', 'after after 4 calls'])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(result.reasons, [])
  })

  test('block the steps if an earlier task fails', async () => {
    const engine = new FakeEngine()
    const { result, order } = await up(engine, bad, good)
    assert.deepEqual(order, ['before after 0 calls'])
    assert.deepEqual([result.outcome, result.reasons], ['failed', bad.reasons])
    assert.deepEqual(engine.cloud.calls, [])
    const state = await engine.state()
    assert.equal(state?.instance.status, 'deploy-failed')
    assert.deepEqual((await engine.store.runs('site', 1))[0]?.reasons, bad.reasons)
  })

  test('leave exports unchanged if no step ran', async () => {
    const engine = new FakeEngine()
    const { result: first } = await up(engine, good, good)
    const { result } = await up(engine, bad, good)
    assert.deepEqual(result.exports, first.exports)
  })

  test('fail the run if a later task fails', async () => {
    const { result, order } = await up(new FakeEngine(), good, bad)
    assert.equal(order.length, 2)
    assert.deepEqual([result.outcome, result.reasons, result.counts], ['failed', bad.reasons, { create: 2 }])
  })

  test('are skipped after a stopped run', async () => {
    const stop = new AbortController()
    stop.abort()
    const { result, order } = await up(new FakeEngine(), good, good, stop.signal)
    assert.equal(result.outcome, 'cancelled')
    assert.equal(order.length, 1)
  })
})
