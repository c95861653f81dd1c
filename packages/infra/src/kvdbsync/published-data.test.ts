import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../keyvalue/store.ts'
import { PublishedData } from './published-data.ts'

/** A store whose transactions end when the test says so, in whatever order. */
class HeldStore {
  readonly entries = new Map<string, string>()
  readonly held: { changes: readonly Change[]; end: (error?: Error) => void }[] = []

  readonly commit = (changes: readonly Change[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error): void => {
        if (error !== undefined) return reject(error)
        for (const change of changes) {
          if (change.type === 'put') this.entries.set(change.key, change.value)
          else this.entries.delete(change.key)
        }
        resolve()
      }
      this.held.push({ changes, end })
    })

  /** Ends what is under way, the last one first, until nothing is. */
  async drain(refuse: (changes: readonly Change[]) => boolean = () => false): Promise<number> {
    let calls = 0
    for (let idle = 0; idle < 3; idle++) {
      await new Promise(setImmediate)
      for (const { changes, end } of this.held.splice(0).toReversed()) {
        idle = 0
        calls++
        end(refuse(changes) ? new Error('refused') : undefined)
      }
    }
    return calls
  }
}

test('of values published one right after the other the last one stays, in few calls', async () => {
  const store = new HeldStore()
  const data = new PublishedData(store.commit)
  const published = Array.from({ length: 50 }, (_, n) => data.publish('a', `${n}`))
  assert.equal(await store.drain(), 2)
  await Promise.all(published)
  assert.deepEqual([...store.entries], [['a', '49']])
})

test('a value that was refused is wanted all the same, and does not keep the next one from its turn', async () => {
  const store = new HeldStore()
  const data = new PublishedData(store.commit)
  const first = assert.rejects(data.publish('a', '1'), /refused/)
  const second = data.publish('a', '2')
  await new Promise(setImmediate)
  store.held.splice(0)[0]?.end(new Error('refused'))
  await store.drain()
  await Promise.all([first, second])
  assert.deepEqual([...store.entries], [['a', '2']])
})

test('restores more keys than a store takes at once, and those beside one that it refuses', async () => {
  const store = new HeldStore()
  const data = new PublishedData(store.commit)
  const published = Array.from({ length: 300 }, (_, n) => data.publish(`k${n}`, `${n}`))
  await store.drain()
  await Promise.all(published)
  store.entries.clear()
  const restored = data.restore()
  await store.drain((changes) => changes.length > 128 || changes.some(({ key }) => key === 'k150'))
  assert.match(String(await restored), /refused/)
  assert.equal(store.entries.size, 299)
})

test('a restoration never brings back what was published before', async () => {
  const store = new HeldStore()
  const data = new PublishedData(store.commit)
  const old = data.publish('a', 'old')
  await store.drain()
  await old
  const restored = data.restore()
  const published = [data.publish('a', 'new'), data.publish('b', '1')]
  await store.drain()
  await Promise.all([restored, ...published])
  assert.deepEqual(Object.fromEntries(store.entries), { a: 'new', b: '1' })
})
