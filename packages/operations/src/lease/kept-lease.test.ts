import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { KeptLease } from './kept-lease.ts'

const seconds = 1000

/** Makes a lease of 30 s with the given renewals. `after` advances the time, in half seconds or at once. */
function kept(context: TestContext, renew: () => Promise<void>) {
  let now = 0
  context.mock.method(performance, 'now', () => now)
  context.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const told: string[] = []
  const lease = new KeptLease({
    renew,
    onLost: (reason) => told.push(`lost at ${now / seconds}: ${reason instanceof Failure ? reason.code : 'other'}`),
    endWork: async () => told.push(`plugins ended at ${now / seconds}`),
  })
  const pass = async (ms: number): Promise<void> => {
    now += ms
    context.mock.timers.tick(ms)
    for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
  }
  const after = async (ms: number): Promise<readonly string[]> => {
    for (let passed = 0; passed < ms; passed += 500) await pass(500)
    return told
  }
  return { lease, after, standStill: pass }
}

const busy = new Failure('state/busy', 'another process has it')

test('a briefly busy store does not lose the lease; one that stays busy does, before it ends', async (context) => {
  let isBusy = true
  const { after } = kept(context, async () => {
    if (isBusy) throw busy
  })
  assert.deepEqual(await after(15 * seconds), [])
  isBusy = false
  assert.deepEqual(await after(15 * seconds), [])
  // The last renewal was after 26 seconds.
  isBusy = true
  assert.deepEqual(await after(23 * seconds), [])
  assert.deepEqual(await after(20 * seconds), ['lost at 54: state/busy', 'plugins ended at 55'])
})

test('a silent store loses the lease, too', async (context) => {
  const { after } = kept(context, () => new Promise(() => undefined))
  assert.deepEqual(await after(27.5 * seconds), [])
  assert.deepEqual(await after(60 * seconds), ['lost at 28: state/unreachable', 'plugins ended at 29'])
})

test('a lease that somebody else holds is lost at once', async (context) => {
  const { after } = kept(context, () => Promise.reject(new Failure('state/fenced', 'taken')))
  assert.deepEqual(await after(20 * seconds), ['lost at 10: state/fenced', 'plugins ended at 10'])
})

test('a process that stood still asks once more before it gives up', async (context) => {
  let isTaken = false
  const { after, standStill } = kept(context, async () => {
    if (isTaken) throw new Failure('state/fenced', 'taken')
  })
  await standStill(120 * seconds)
  assert.deepEqual(await after(20 * seconds), [])
  isTaken = true
  await standStill(120 * seconds)
  assert.deepEqual(await after(1 * seconds), ['lost at 260: state/fenced', 'plugins ended at 260'])
})

test('a returned lease is renewed no more', async (context) => {
  let renewals = 0
  const { lease, after } = kept(context, async () => void renewals++)
  await after(10 * seconds)
  await lease.close()
  await after(60 * seconds)
  assert.equal(renewals, 1)
})
