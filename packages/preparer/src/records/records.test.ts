import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { memory } from '@slipway/infra'
import { systemClock } from './clock.ts'
import { Records } from './records.ts'

/** A journal whose commits take so long, in the order in which they were begun. */
function journalTaking(ms: number) {
  const journal = memory.newPlugin()
  const commit = journal.commit.bind(journal)
  let last = Promise.resolve()
  journal.commit = (changes) => {
    last = last.then(() => sleep(ms)).then(() => commit(changes))
    return last
  }
  return journal
}

describe('a node’s report to the store', () => {
  test('is the latest value, with any writes at the same time', async () => {
    const [journal, store] = [journalTaking(10), memory.newPlugin()]
    const records = new Records(journal, store, systemClock)
    await records.open()
    records.tellLater({ type: 'put', key: 'web', value: 'removing' })
    const forgotten = records.forget({ kind: 'pod', id: 'web' }, [{ type: 'delete', key: 'web' }])
    const beside = records.tell([{ type: 'put', key: 'api', value: 'running' }])
    await Promise.all([forgotten, beside])
    await records.close(60_000)
    assert.deepEqual(await store.list(''), [{ key: 'api', value: 'running' }])
    assert.deepEqual(await journal.list(''), [])
  })

  test('is in the journal when the records close, also if it was being written', async () => {
    const [journal, store] = [journalTaking(50), memory.newPlugin()]
    const records = new Records(journal, store, { ...systemClock, sleep: () => Promise.resolve() })
    await records.open()
    records.tellLater({ type: 'put', key: 'web', value: 'running' })
    // The flush, which waits for nothing here, has begun.
    await sleep(10)
    await records.close(60_000)
    assert.deepEqual(await store.list(''), [{ key: 'web', value: 'running' }])
    assert.deepEqual(await journal.list(''), [])
  })

  test('stays in the journal until it is sent, although the same key was sent before', async () => {
    const [journal, store] = [journalTaking(10), memory.newPlugin()]
    const records = new Records(journal, store, systemClock)
    await records.open()
    await records.tell([{ type: 'put', key: 'web', value: 'one' }])
    while ((await store.get('web')) !== 'one') await sleep(1)
    store.commit = () => Promise.reject(new Error('away'))
    await Promise.all([
      records.tell([{ type: 'put', key: 'web', value: 'two' }]),
      records.tell([{ type: 'put', key: 'api', value: 'one' }]),
    ])
    await records.close(20)
    const kept = (await journal.list('outgoing/')).map(({ key, value }) => `${key} ${value}`)
    assert.deepEqual(kept, ['outgoing/api +one', 'outgoing/web +two'])
  })

  test('is not lost with a commit that fails', async () => {
    const [journal, store] = [memory.newPlugin(), memory.newPlugin()]
    const records = new Records(journal, store, systemClock)
    await records.open()
    const commit = journal.commit.bind(journal)
    journal.commit = () => Promise.reject(new Error('the disk is full'))
    records.tellLater({ type: 'put', key: 'web', value: 'running' })
    await assert.rejects(records.tell([{ type: 'put', key: 'api', value: 'running' }]), /the disk is full/)
    journal.commit = commit
    await records.close(60_000)
    assert.deepEqual(await store.list(''), [{ key: 'web', value: 'running' }])
  })
})
