import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeResource } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'

async function withTwo(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.program(async (want) => {
    await want(fakeResource('db', {}))
    await want(fakeResource('page', {}))
  })
  return engine
}

test('a program that reports its failure after its end has nothing removed', async () => {
  const engine = await withTwo()
  const { result } = await engine.program(async (want, saying) => {
    await want(fakeResource('db', {}))
    saying.failedSince(() => new Error('page comes too late'))
  })
  assert.deepEqual([result.outcome, result.reasons], ['failed', ['the program failed: page comes too late']])
  assert.deepEqual(engine.cloud.names(), ['db', 'page'])
})

test('a run fails if its program reports a failure during the removals', async () => {
  const engine = await withTwo()
  const { result } = await engine.program(async (want, saying) => {
    await want(fakeResource('db', {}))
    saying.failedSince(() => (engine.cloud.names().includes('page') ? undefined : new Error('page comes too late')))
  })
  assert.deepEqual([result.outcome, result.reasons], ['failed', ['the program failed: page comes too late']])
  assert.deepEqual(engine.cloud.names(), ['db'])
})
