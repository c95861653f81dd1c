import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ref, text } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { BytesInFlight } from './limits.ts'

const megabyte = 1024 * 1024

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

describe('bytes in flight', () => {
  test('never exceed the limit, except for a single large call, and all calls get their turn in order', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 24 }), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.infiniteStream(fc.nat(99)), async (list, dice) => {
        const room = new BytesInFlight()
        const held: { readonly size: number; readonly free: () => void }[] = []
        const started: number[] = []
        const all = list.map(async (size, index) => {
          const free = await room.take(size * megabyte)
          held.push({ size, free })
          if (size > 0) started.push(index)
        })
        for (let left = list.length; left > 0; left--) {
          await turn()
          const large = held.filter(({ size }) => size > 0)
          const sum = large.reduce((total, { size }) => total + size, 0)
          assert.ok(sum <= 16 || large.length === 1)
          assert.ok(held.length > 0, 'somebody may go on')
          held.splice((dice.next().value ?? 0) % held.length, 1)[0]?.free()
        }
        await Promise.all(all)
        assert.deepEqual(
          started,
          started.toSorted((a, b) => a - b),
        )
      }),
      { numRuns: 100 },
    )
  })

  test('limit steps whose inputs turn out large during the run', async () => {
    const engine = new FakeEngine()
    const webs = Array.from({ length: 20 }, (_, n) => [
      `web${n}`,
      { spec: { value: text('of ', ref('db.spec.echo')) } },
    ])
    let now = 0
    let most = 0
    engine.cloud.interfere = async ({ method, name, effect }) => {
      if (method !== 'Deploy' || !name.startsWith('web')) return
      now += effect ? -1 : 1
      most = Math.max(most, now)
      await turn()
    }
    const db = { spec: { value: 'x'.repeat(2 * megabyte) } }
    const { result } = await engine.up({ resources: { db, ...Object.fromEntries(webs) } })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(engine.cloud.names().length, 21)
    assert.ok(most > 1 && most < 8, `${most} at a time`)
  })
})
