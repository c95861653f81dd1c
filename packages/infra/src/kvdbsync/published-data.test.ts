import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { HeldStore } from '../testing/held-store.ts'
import { Marker } from './marker.ts'
import { PublishedData, type PublishedObserver } from './published-data.ts'

const marker = 'marker'
let ids = 0
let store: HeldStore
let said: string[]
let timers: (() => void)[]
let data: PublishedData

const observer: PublishedObserver = {
  emptied: (keys) => said.push(`emptied ${keys}`),
  wentBack: (keys) => said.push(`went back ${keys}`),
  overruled: (key, isDeleted) => said.push(`${isDeleted ? 'deleted' : 'changed'} ${key}`),
  replaced: (key) => said.push(`replaced ${key}`),
  refused: (key) => said.push(`refused ${key}`),
}

function later(work: () => void): NodeJS.Timeout {
  timers.push(work)
  return setTimeout(() => {}).unref()
}

function newData(): PublishedData {
  return new PublishedData(store, new Marker(marker, () => `id${++ids}`), observer, later)
}

/** The content of the store without its marker. */
function held(): Record<string, string> {
  const { [marker]: _, ...entries } = Object.fromEntries(store.entries)
  return entries
}

async function published(entries: Readonly<Record<string, string | undefined>>, by = data): Promise<void> {
  const done = Object.entries(entries).map(([key, text]) => by.publish(key, text))
  await store.drain()
  await Promise.all(done)
}

/** Restores the connection: reports the store's content, and lets everything happen that follows. */
async function back(to = data): Promise<void> {
  to.snapshot(Array.from(store.entries, ([key, value]) => ({ key, value })))
  await store.drain()
}

function others(entries: Readonly<Record<string, string | undefined>>): void {
  store.apply(
    Object.entries(entries).map(([key, value]) =>
      value === undefined ? { type: 'delete', key } : { type: 'put', key, value },
    ),
  )
}

beforeEach(() => {
  store = new HeldStore()
  said = []
  timers = []
  data = newData()
})

describe('publishing', () => {
  test('several values in a row end with the last one, in few commits', async () => {
    const all = Array.from({ length: 50 }, (_, n) => data.publish('a', `${n}`))
    await store.drain()
    await Promise.all(all)
    const more = data.publish('a', 'more')
    await new Promise(setImmediate)
    const last = data.publish('a', 'last')
    assert.equal(await store.drain(), 2)
    await Promise.all([more, last])
    assert.deepEqual(held(), { a: 'last' })
  })

  test('a refused value is still wanted, and does not block the next one', async () => {
    const first = assert.rejects(data.publish('a', '1'), /unmade/)
    await store.drain(() => 'unmade')
    await first
    await published({ a: '2' })
    assert.deepEqual(held(), { a: '2' })
  })

  test('publishes more keys than a store takes at once, and those beside a refused one', async () => {
    const all = Array.from({ length: 300 }, (_, n) => data.publish(`k${n}`, `${n}`).catch(String))
    const commits = await store.drain(({ changes }) =>
      changes.length > 128 || changes.some(({ key }) => key === 'k150') ? 'unmade' : 'made',
    )
    const outcomes = await Promise.all(all)
    assert.deepEqual(
      outcomes.flatMap((outcome, n) => (outcome === undefined ? [] : [n])),
      [150],
    )
    assert.equal(Object.keys(held()).length, 299)
    assert.deepEqual(said, ['refused k150'])
    assert.ok(commits < 40, `${commits} commits`)
    for (const again of timers.splice(0)) again()
    await store.drain()
    assert.equal(held()['k150'], '150')
    assert.deepEqual(said, ['refused k150'])
  })

  test('a store that accepts nothing is asked twice, not once for each key', async () => {
    await published({ first: '1' })
    const all = Array.from({ length: 300 }, (_, n) => assert.rejects(data.publish(`k${n}`, `${n}`)))
    assert.equal(await store.drain(() => 'unmade'), 2)
    await Promise.all(all)
    assert.equal(timers.length, 1)
  })

  test('callers who still wait at the close are told', async () => {
    const waiting = assert.rejects(data.publish('a', '1'), /closed/)
    data.close(new Error('closed'))
    await waiting
    assert.equal(await store.drain(), 0)
  })
})

describe('a store that comes back unchanged', () => {
  beforeEach(() => published({ a: '1', b: '1', c: '1', d: '1' }))

  test('values deleted by others stay deleted, and changed ones stay changed', async () => {
    others({ a: undefined, b: 'x', d: undefined })
    others({ d: '1' })
    await back()
    assert.deepEqual(held(), { b: 'x', c: '1', d: '1' })
    assert.deepEqual(said.toSorted(), ['changed b', 'deleted a'])
  })

  test('values deleted or changed by others are not restored when the store is emptied later, either', async () => {
    others({ a: undefined, b: 'x' })
    await back()
    store.entries.clear()
    await back()
    assert.deepEqual(held(), { c: '1', d: '1' })
  })

  test('values published meanwhile arrive, and replace others’ values', async () => {
    const failed = assert.rejects(
      Promise.all([data.publish('a', '2'), data.publish('b', undefined), data.publish('n', '1')]),
    )
    await store.drain(() => 'unmade')
    await failed
    others({ a: 'x', c: undefined })
    await back()
    assert.deepEqual(held(), { a: '2', d: '1', n: '1' })
    assert.deepEqual(said.toSorted(), ['deleted c', 'replaced a'])
  })

  test('a value that arrived without an answer does not overwrite others’ later values', async () => {
    const failed = assert.rejects(Promise.all([data.publish('a', '2'), data.publish('b', undefined)]))
    let commits = 0
    await store.drain(() => (commits++ === 0 ? 'unanswered' : 'unmade'))
    await failed
    others({ a: 'x', b: 'y' })
    await back()
    assert.deepEqual(held(), { a: 'x', b: 'y', c: '1', d: '1' })
    // The withdrawal of b is over, so later changes by others are not reported.
    assert.deepEqual(said, ['changed a'])
  })

  test('a late value does not undo a newer one', async () => {
    const failed = assert.rejects(data.publish('a', '2'))
    let commits = 0
    await store.drain(() => (commits++ === 0 ? 'late' : 'unmade'))
    await failed
    await published({ a: '3' })
    store.arrive()
    await back()
    assert.equal(held()['a'], '3')
  })

  test('a value that arrives late, but before any other, counts as arrived', async () => {
    const failed = assert.rejects(data.publish('a', '2'))
    let commits = 0
    await store.drain(() => (commits++ === 0 ? 'late' : 'unmade'))
    await failed
    store.arrive()
    others({ a: 'x' })
    await back()
    assert.equal(held()['a'], 'x')
  })
})

describe('a store that comes back with less', () => {
  test('emptied: everything is restored, except where somebody has written already', async () => {
    await published({ a: '1', b: '1', c: '1', gone: '1' })
    await published({ gone: undefined })
    store.entries.clear()
    others({ b: 'x' })
    await back()
    assert.deepEqual(held(), { a: '1', b: 'x', c: '1' })
    assert.deepEqual(said, ['emptied 3', 'changed b'])
  })

  test('emptied while connected: the watch notices', async () => {
    await published({ a: '1', b: '1' })
    store.entries.clear()
    data.told('a', undefined)
    await store.drain()
    assert.deepEqual(held(), { a: '1', b: '1' })
  })

  test('emptied, and cut off halfway through restoring: the rest comes later, and does not count as deleted', async () => {
    await published(Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`k${n}`, `${n}`])))
    store.entries.clear()
    let commits = 0
    data.snapshot([])
    await store.drain(() => (++commits <= 3 ? 'made' : commits === 4 ? 'unanswered' : 'unmade'))
    assert.equal(Object.keys(held()).length, 200)
    others({ k0: undefined })
    await back()
    assert.equal(Object.keys(held()).length, 249)
    assert.deepEqual(said, ['emptied 250', 'deleted k0'])
  })

  test('emptied twice: restored twice', async () => {
    await published({ a: '1' })
    for (let time = 0; time < 2; time++) {
      store.entries.clear()
      await back()
    }
    assert.deepEqual(held(), { a: '1' })
  })

  test('without its latest commits: their values are published again, the rest stays as it is', async () => {
    await published({ old: '1', deleted: '1', taken: '1' })
    const saved = new Map(store.entries)
    await published({ old: '2', late: '1', taken: undefined })
    store.entries.clear()
    for (const [key, value] of saved) store.entries.set(key, value)
    others({ deleted: undefined })
    await back()
    assert.deepEqual(held(), { old: '2', late: '1' })
    assert.deepEqual(said, ['went back 3', 'deleted deleted'])
  })

  test('emptied, and then set back to an old state: the latest of everything is there', async () => {
    await published({ kept: '1', old: '1', gone: '1', deleted: '1' })
    const backup = new Map(store.entries)
    await published({ old: '2', late: '1', gone: undefined })
    others({ deleted: undefined })
    await back()
    store.entries.clear()
    await back()
    assert.deepEqual(held(), { kept: '1', old: '2', late: '1' })
    store.entries.clear()
    for (const [key, value] of backup) store.entries.set(key, value)
    await back()
    // The deletion is forgotten together with the key.
    assert.deepEqual(held(), { kept: '1', old: '2', late: '1', deleted: '1' })
  })

  test('a damaged marker says nothing about the rest', async () => {
    await published({ a: '1', b: '1' })
    others({ [marker]: 'spoilt', a: undefined })
    await back()
    assert.deepEqual(held(), { b: '1' })
    await published({ c: '1' })
    others({ [marker]: 'null', b: undefined })
    await back()
    assert.deepEqual(held(), { c: '1' })
  })
})

describe('several publishers', () => {
  test('of one key: the last writer restores it', async () => {
    const other = new PublishedData(store, new Marker('other', () => `id${++ids}`), observer)
    await published({ a: 'ours', b: 'ours' })
    await published({ a: 'theirs' }, other)
    await back()
    store.entries.clear()
    await back()
    assert.deepEqual(held(), { b: 'ours' })
    await back(other)
    assert.equal(held()['a'], 'theirs')
    other.close(new Error('closed'))
  })

  test('of one name, by mistake or during a handover: both work, and nothing counts as lost', async () => {
    await published({ a: '1' })
    const successor = newData()
    await published({ b: '1' }, successor)
    await published({ c: '1' })
    await published({ d: '1' }, successor)
    await back()
    assert.deepEqual(held(), { a: '1', b: '1', c: '1', d: '1' })
    assert.deepEqual(said, [])
    others({ a: undefined })
    data.told('a', undefined)
    await store.drain()
    assert.deepEqual(said, ['deleted a'])
    await published({ a: '1' })
    store.entries.clear()
    await back(successor)
    await back()
    assert.deepEqual(held(), { a: '1', b: '1', c: '1', d: '1' })
  })

  test("one that restarts knows nothing: its old values are nobody's, its new ones win", async () => {
    await published({ a: '1', b: '1' })
    data.close(new Error('closed'))
    others({ a: undefined, b: 'x' })
    data = newData()
    await published({ b: '1' })
    await back()
    assert.deepEqual(held(), { b: '1' })
    assert.deepEqual(said, [])
  })
})

describe('withdrawing', () => {
  beforeEach(() => published({ a: '1', b: '1', c: '1' }))

  test('takes back its own values, and leaves those of others', async () => {
    others({ b: 'x' })
    for (const key of ['a', 'b', 'never']) data.withdraw(key)
    await store.drain()
    assert.deepEqual(held(), { b: 'x', c: '1' })
    store.entries.clear()
    await back()
    assert.deepEqual(held(), { c: '1' })
  })

  test('does not take back a value that is published again', async () => {
    data.withdraw('a')
    const again = data.publish('a', '2')
    const other = data.publish('b', '2')
    data.withdraw('b')
    await store.drain()
    await Promise.all([again, other])
    assert.deepEqual(held(), { a: '2', b: '2', c: '1' })
  })

  test('from an absent store happens when the store is back, if the value is still there then', async () => {
    data.withdraw('a')
    data.withdraw('b')
    await store.drain(() => 'unmade')
    others({ b: 'x' })
    await back()
    assert.deepEqual(held(), { b: 'x', c: '1' })
  })
})
