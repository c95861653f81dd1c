import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeResource, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import type { Program } from './program.ts'

/** More turns of promises than an answer at once takes, and far fewer than any other answer takes. */
const fewTurns = 8

/** Asks for each resource, waits for its answer, and notes the names of those that are answered at once. */
function noting(atOnce: string[], resources: Readonly<Record<string, ResourceDraft>>): Program {
  return async (want) => {
    for (const [name, draft] of Object.entries(resources)) {
      let isAnswered = false
      const answer = want(fakeResource(name, draft)).then(() => (isAnswered = true))
      for (let turn = 0; turn < fewTurns; turn++) await Promise.resolve()
      if (isAnswered) atOnce.push(name)
      await answer
    }
  }
}

/** Runs a program for some resources, and then one for others. Returns the names of those that the second one has at once. */
async function atOnceIn(
  before: Readonly<Record<string, ResourceDraft>>,
  after: Readonly<Record<string, ResourceDraft>>,
  engine = new FakeEngine(),
): Promise<{ readonly atOnce: readonly string[]; readonly calls: readonly string[] }> {
  await engine.program(noting([], before))
  engine.cloud.calls.length = 0
  const atOnce: string[] = []
  const { result } = await engine.program(noting(atOnce, after))
  assert.equal(result.outcome, 'succeeded')
  return { atOnce, calls: engine.cloud.calls.filter((call) => /^(Deploy|Destroy)/.test(call)) }
}

const db: ResourceDraft = { spec: { value: 'data' } }

describe('a resource that a program asks for again', () => {
  test('is answered at once if it stays, and so is one that depends on it', async () => {
    const both = { db, app: { dependsOn: ['db'] } }
    assert.deepEqual(await atOnceIn(both, both), { atOnce: ['db', 'app'], calls: [] })
  })

  test('is changed like any other if its spec has changed, and what depends on it waits', async () => {
    const app = { dependsOn: ['db'] }
    const { atOnce, calls } = await atOnceIn({ db, app }, { db: { spec: { value: 'new' } }, app })
    assert.deepEqual([atOnce, calls], [[], ['Deploy db']])
  })

  test('is renamed like any other if it has a former name', async () => {
    const { atOnce, calls } = await atOnceIn({ db }, { store: { ...db, options: { aliases: ['db'] } } })
    assert.deepEqual([atOnce, calls], [[], []])
  })

  test('is made like any other if it is new, and one with another type is replaced', async () => {
    const { atOnce, calls } = await atOnceIn({ db }, { db: { ...db, type: 'fake/ask' }, app: {} })
    assert.deepEqual([atOnce, calls.toSorted()], [[], ['Deploy app', 'Deploy db', 'Destroy db']])
  })

  test('is recorded like any other if only its options have changed', async () => {
    const engine = new FakeEngine()
    const { atOnce } = await atOnceIn({ db }, { db: { ...db, options: { protect: true } } }, engine)
    const [record] = (await engine.state())?.resources ?? []
    assert.deepEqual([atOnce, record?.options], [[], { protect: true }])
  })
})
