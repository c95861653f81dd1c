import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownOwner } from '@slipway/processes/path-trust'
import { Failure } from '@slipway/model'
import { InstanceLock } from './instance-lock.ts'
import type { StorePart } from '../store/store-part.ts'

const minutes = 60_000

/** Waits for a holder, with these instances before and after the wait. Returns the calls to the store. */
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
      waitMs: 10 * minutes,
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

test('a run that waits for a removed or renamed instance is told so; the first run of an instance is not', async () => {
  assert.deepEqual(await waited(['shop/dev'], ['shop/prod']), ['waits', 'unlock', 'state/unknown-instance'])
  assert.deepEqual(await waited(['shop/dev'], ['shop/dev']), ['waits', 'has it', 'unlock'])
  assert.deepEqual(await waited([], []), ['waits', 'has it', 'unlock'])
})
