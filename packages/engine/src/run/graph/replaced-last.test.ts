import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { FakeEngine } from '../../testing/fake-engine.ts'

/** The creates and destroys of a run that replaces both resources, in the order of their answers. */
async function order(type: string): Promise<readonly string[]> {
  const both = (pinned: string) => ({ resources: { a: { type, spec: { pinned } }, b: { type, spec: { pinned } } } })
  const engine = new FakeEngine()
  await engine.up(both('p'))
  const found: string[] = []
  engine.cloud.interfere = async ({ method, name, effect }) => {
    if (!effect || !['Deploy', 'Destroy'].includes(method)) return
    // The create of `b` takes long: until `a` is destroyed, if that happens at all.
    const most = name === 'b' ? 1000 : 0
    for (let turns = 0; turns < most && !found.includes('Destroy a'); turns++) await setImmediate()
    found.push(`${method} ${name}`)
  }
  const { result } = await engine.up(both('q'))
  assert.equal(result?.outcome, 'succeeded')
  return found
}

test('a replaced resource is destroyed after all creates of its type if ids are unknown in advance', async () => {
  // The create of `b` may turn out to have taken the thing of the old `a`.
  for (const type of ['fake/repeatable', 'fake/ask']) {
    const found = await order(type)
    assert.deepEqual(found.slice(0, 2), ['Deploy a', 'Deploy b'])
    assert.deepEqual(found.slice(2).toSorted(), ['Destroy a', 'Destroy b'])
  }
})

test('a replaced resource is destroyed after its successor if creates of its type adopt nothing', async () => {
  assert.deepEqual(await order('fake/find'), ['Deploy a', 'Destroy a', 'Deploy b', 'Destroy b'])
})
