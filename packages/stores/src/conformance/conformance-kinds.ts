import assert from 'node:assert/strict'
import type { Lease, StateStore } from '../port.ts'
import type { LinkRecord } from '../records.ts'
import {
  type LosableSealer,
  type ManualClock,
  sampleChild,
  sampleInstance,
  sampleLink,
  sampleTask,
  takeLock,
} from '../testing.ts'

/** A check of one of a driver's duties, on an empty store. */
export type Check = (
  name: string,
  body: (store: StateStore, clock: ManualClock, sealer: LosableSealer) => Promise<void>,
) => void

export async function withInstance(store: StateStore, name = 'site'): Promise<Lease> {
  const lease = await takeLock(store, name)
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance(name) }])
  return lease
}

/** Checks for records other than resources of an instance. */
export function kinds(check: Check): void {
  check('keeps one record of each stage task, oldest first', async (store) => {
    const lease = await withInstance(store)
    await store.commit(lease, [
      { kind: 'task', task: sampleTask('b', { startedAt: 5_000 }) },
      { kind: 'task', task: sampleTask('a') },
    ])
    const ended = sampleTask('a', { outcome: 'failed', exitCode: 3, reason: 'no', finishedAt: 6_000 })
    await store.commit(lease, [{ kind: 'task', task: ended }])
    assert.deepEqual((await store.load('site'))?.tasks, [ended, sampleTask('b', { startedAt: 5_000 })])
    await store.commit(lease, [{ kind: 'forget-task', taskId: 'b' }])
    assert.deepEqual((await store.load('site'))?.tasks, [ended])
  })

  check('keeps one record of each child, in the order of their names, secrets marked', async (store) => {
    const lease = await withInstance(store)
    await store.commit(lease, [
      { kind: 'child', child: sampleChild('network/subnets') },
      { kind: 'child', child: sampleChild('network', { status: 'deploying' }) },
    ])
    await store.commit(lease, [{ kind: 'child', child: sampleChild('network') }])
    const both = [sampleChild('network'), sampleChild('network/subnets')]
    assert.deepEqual((await store.load('site'))?.children, both)
    await store.commit(lease, [{ kind: 'forget-child', name: 'network' }])
    assert.deepEqual((await store.load('site'))?.children, both.slice(1))
    await store.commit(lease, [{ kind: 'forget-child', name: 'network/subnets' }])
    assert.equal((await store.load('site'))?.children, undefined)
  })

  check('keeps links by their age, and forgets them by id', async (store) => {
    const lease = await withInstance(store)
    const [young, old] = [sampleLink('web', 'db', { createdAt: 3_000 }), sampleLink('web', 'folder')]
    await store.commit(
      lease,
      [young, old].map((link) => ({ kind: 'link', link })),
    )
    assert.deepEqual((await store.load('site'))?.links, bareMaps([old, young]))
    const phases = { ...old.phases, b: { status: 'begun', attempts: [], startedAt: 5_000 } } as const
    const former = [{ resourceId: 'id-folder-before', name: 'folder', end: 'b' }] as const
    const changed = { ...old, former, status: 'updating', phases, failureReasons: ['no'] } as const
    await store.commit(lease, [
      { kind: 'link', link: changed },
      { kind: 'forget-link', linkId: young.id },
    ])
    assert.deepEqual((await store.load('site'))?.links, bareMaps([changed]))
    await store.commit(lease, [{ kind: 'forget-link', linkId: old.id }])
    assert.equal((await store.load('site'))?.links, undefined)
  })
}

/** An intermediary comes back as a map of the domain, which has no prototype. */
function bareMaps(links: readonly LinkRecord[]): readonly LinkRecord[] {
  return links.map((link) => ({
    ...link,
    intermediaries: link.intermediaries.map((one) => Object.setPrototypeOf({ ...one }, null) as typeof one),
  }))
}
