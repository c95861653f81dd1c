import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { ownOwner } from '@slipway/processes/path-trust'
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
  const part = new InstanceLock({ store } as unknown as StorePart, { folder: '/nonexistent', owner: ownOwner() })
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

/** Waits for somebody who leaves these instances behind. */
async function waited(before: readonly string[], after: readonly string[]): Promise<readonly string[]> {
  const calls: string[] = []
  const known = [before, after]
  const refused = { acquired: false, holder: { command: 'slipway stack rename' }, leaseEndsAt: 0 }
  const answers = [refused, { acquired: true, lease: { instance: 'shop/dev', fence: 2 } }]
  const store = {
    lock: async () => answers.shift(),
    instances: async () => (known.shift() ?? []).map((name) => ({ name })),
    unlock: async () => void calls.push('unlock'),
  }
  const lock = new InstanceLock({ store } as unknown as StorePart, { folder: '/nonexistent', owner: ownOwner() })
  await lock
    .acquire({
      instance: 'shop/dev',
      runId: 'r',
      command: 'slipway up',
      waitMs: 5 * seconds,
      signal: new AbortController().signal,
      onWaiting: () => calls.push('waits'),
      onLost: () => undefined,
    })
    .then(
      () => calls.push('has it'),
      (thrown: unknown) => calls.push(thrown instanceof Failure ? thrown.code : String(thrown)),
    )
  await lock.close()
  return calls
}

test('who waits for an instance that is removed, or renamed, is told so; the first run of one is not', async () => {
  assert.deepEqual(await waited(['shop/dev'], ['shop/prod']), ['waits', 'unlock', 'state/unknown-instance'])
  assert.deepEqual(await waited(['shop/dev'], ['shop/dev']), ['waits', 'has it', 'unlock'])
  assert.deepEqual(await waited([], []), ['waits', 'has it', 'unlock'])
})
