import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import type { Lease } from '@slipway/stores'
import { InstanceLock } from './instance-lock.ts'
import type { StorePart } from '../parts/store-part.ts'

const seconds = 1000

/** A lease of 30 s in a store whose renewals end as told; time passes by `after`. */
async function held(context: TestContext, renew: () => Promise<void>) {
  let now = 0
  context.mock.method(performance, 'now', () => now)
  context.mock.timers.enable({ apis: ['setInterval'] })
  const lease: Lease = { instance: 'site', fence: 1 }
  const store = { lock: async () => ({ acquired: true, lease }), renew, unlock: async () => undefined }
  const part = new InstanceLock({ store } as unknown as StorePart, '/nonexistent')
  const lost: unknown[] = []
  await part.acquire({
    instance: 'site',
    runId: 'r',
    command: 'slipway up',
    waitMs: 0,
    signal: new AbortController().signal,
    onWaiting: () => undefined,
    onLost: (reason) => lost.push(reason),
  })
  const after = async (ms: number): Promise<number> => {
    now += ms
    context.mock.timers.tick(ms)
    await new Promise(setImmediate)
    return lost.length
  }
  return { after, lost }
}

test('a store that is busy for a moment does not lose the lease; one that stays so does, before it ends', async (context) => {
  let isBusy = true
  const busy = new Failure('state/busy', 'another process has it')
  const { after, lost } = await held(context, async () => {
    if (isBusy) throw busy
  })
  assert.equal(await after(10 * seconds), 0)
  isBusy = false
  assert.equal(await after(10 * seconds), 0)
  isBusy = true
  assert.equal(await after(10 * seconds), 0)
  assert.equal(await after(10 * seconds), 1)
  assert.deepEqual(lost, [busy])
  assert.equal(await after(60 * seconds), 1, 'told once')
})

test('a lease that somebody else has is lost at once', async (context) => {
  const fenced = new Failure('state/fenced', 'taken')
  const { after, lost } = await held(context, () => Promise.reject(fenced))
  assert.equal(await after(10 * seconds), 1)
  assert.deepEqual(lost, [fenced])
})
