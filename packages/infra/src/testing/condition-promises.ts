import assert from 'node:assert/strict'
import type { Change, KeyValueStore, Values } from '../keyvalue/store.ts'
import { Mirror } from './mirror.ts'

/** Two plugins on the same data, or the same plugin twice where two are impossible. */
export type Stores = readonly [store: KeyValueStore, other: KeyValueStore]

/** The duties of every store for conditional commits, also when several come at once. */
export const conditionPromises: Readonly<Record<string, (stores: Stores) => Promise<void>>> = {
  'commits on condition: all changes when all is as expected': async ([store, other]) => {
    await store.commit([put('if/a', '1'), put('if/empty', '')])
    assert.deepEqual(
      await other.commitIf(values({ 'if/a': '1', 'if/empty': '', 'if/none': undefined, "if/odd '*[1]=": undefined }), [
        put('if/a', '2'),
        remove('if/empty'),
        put("if/odd '*[1]=", '= ü\n'),
        remove('if/never'),
        put('if/a', '3'),
      ]),
      { committed: true },
    )
    assert.deepEqual(await store.list('if/'), [
      { key: 'if/a', value: '3' },
      { key: "if/odd '*[1]=", value: '= ü\n' },
    ])
  },

  'commits on condition: nothing when anything is not, and tells what there is': async ([store, other]) => {
    await store.commit([put('unless/a', '1'), put('unless/empty', ''), put('unless/dash', '-')])
    const before = await store.list('unless/')
    const there = { 'unless/a': '1', 'unless/empty': '', 'unless/dash': '-', 'unless/none': undefined }
    for (const wrong of [
      { 'unless/a': undefined },
      { 'unless/a': '' },
      { 'unless/a': '10' },
      { 'unless/empty': undefined },
      { 'unless/dash': undefined },
      { 'unless/none': '' },
      { 'unless/none': '=' },
    ]) {
      const outcome = await other.commitIf(values({ ...there, ...wrong }), [
        put('unless/a', 'x'),
        remove('unless/dash'),
      ])
      assert.deepEqual(outcome, { committed: false, found: values(there) })
      assert.deepEqual(await store.list('unless/'), before)
    }
  },

  'commits on condition: looks, when there is nothing to change': async ([store]) => {
    await store.put('look/a', '1')
    assert.deepEqual(await store.commitIf(values({ 'look/a': '1', 'look/b': undefined }), []), { committed: true })
    assert.deepEqual(await store.commitIf(values({ 'look/a': '2' }), []), {
      committed: false,
      found: values({ 'look/a': '1' }),
    })
    assert.deepEqual(await store.commitIf(new Map(), []), { committed: true })
  },

  'commits on condition: many keys at once': async ([store, other]) => {
    const keys = Array.from({ length: 100 }, (_, n) => `many/${n}`)
    const puts = keys.map((key) => put(key, key))
    assert.deepEqual(await store.commitIf(new Map(keys.map((key) => [key, undefined])), puts), { committed: true })
    const outcome = await other.commitIf(new Map(keys.map((key) => [key, undefined])), puts)
    assert.deepEqual(outcome, { committed: false, found: new Map(keys.map((key) => [key, key])) })
  },

  'commits on condition: a watch tells what was changed, and nothing of what was refused': async ([store, other]) => {
    const mirror = new Mirror(store, 'told/')
    await mirror.until(() => mirror.snapshots === 1)
    await other.commitIf(values({ 'told/a': 'x' }), [put('told/a', 'refused')])
    await other.commitIf(values({ 'told/a': undefined }), [put('told/a', '1'), put('told/b', '1')])
    await store.commitIf(values({ 'told/b': 'x' }), [put('told/b', 'refused')])
    await store.commitIf(values({ 'told/b': '1' }), [remove('told/b'), put('told/end', '1')])
    const { entries } = mirror
    await mirror.until(() => entries.has('told/end') && entries.has('told/a') && !entries.has('told/b'))
    assert.deepEqual(mirror.list(), await store.list('told/'))
    assert.ok(!mirror.told.includes('refused'))
    await mirror.watch.close()
  },

  'of several that count at once nobody counts in vain': async (stores) => {
    await Promise.all([...stores, ...stores].map((store, writer) => countUp(store, writer, 15)))
    assert.equal(await stores[0].get('count/n'), '60')
    const marks = await stores[1].list('count/mark/')
    assert.equal(marks.length, 60)
    assert.deepEqual(new Set(marks.map(({ value }) => Number(value))).size, 60)
  },

  'of several that make a key at once one makes it': async (stores) => {
    for (let round = 0; round < 20; round++) {
      const key = `first/${round}`
      const outcomes = await Promise.all(
        [...stores, ...stores].map((store, writer) =>
          store.commitIf(values({ [key]: undefined }), [put(key, `${writer}`)]),
        ),
      )
      const winners = outcomes.flatMap(({ committed }, writer) => (committed ? [`${writer}`] : []))
      assert.deepEqual(winners, [await stores[0].get(key)])
      for (const outcome of outcomes) assert.ok(outcome.committed || outcome.found.get(key) === winners[0])
    }
  },

  'of two of which each needs that the other was not made, one is': async ([store, other]) => {
    for (let round = 0; round < 20; round++) {
      const [a, b] = [`either/${round}/a`, `either/${round}/b`]
      const outcomes = await Promise.all([
        store.commitIf(values({ [a]: undefined }), [put(b, '1')]),
        other.commitIf(values({ [b]: undefined }), [put(a, '1')]),
      ])
      assert.equal(outcomes.filter(({ committed }) => committed).length, 1)
      assert.equal((await store.list(`either/${round}/`)).length, 1)
    }
  },

  'commits with keys in common wait for each other, with and without conditions, and none is torn': async (stores) => {
    const keys = ['all/c', 'all/a', 'all/d', 'all/b']
    await stores[0].commit(keys.map((key) => put(key, 'start')))
    const work = [...stores, ...stores].map(async (store, writer) => {
      const mine = writer % 2 === 0 ? keys : keys.toReversed()
      for (let round = 0; round < 10; round++) {
        await store.commit([remove(`all/x${writer}`), ...mine.map((key) => put(key, `${writer}.${round}`))])
        const seen = await store.get('all/a')
        await store.commitIf(
          values({ 'all/a': seen, [`all/x${writer}`]: undefined }),
          mine.toReversed().map((key) => put(key, `${writer}.${round} on condition`)),
        )
        const found = await store.commitIf(new Map(mine.map((key) => [key, 'never'])), [])
        assert.ok(!found.committed)
        assert.equal(new Set(found.found.values()).size, 1, 'all keys are of one commit')
      }
    })
    await Promise.all(work)
  },
}

/** Adds one to the shared count, and leaves a mark beside it in the same commit. */
async function countUp(store: KeyValueStore, writer: number, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    let expected = await store.get('count/n')
    for (;;) {
      const next = `${Number(expected ?? 0) + 1}`
      const changes = [put('count/n', next), put(`count/mark/${writer}.${time}`, next)]
      const outcome = await store.commitIf(values({ 'count/n': expected }), changes)
      if (outcome.committed) break
      expected = outcome.found.get('count/n')
    }
  }
}

function put(key: string, value: string): Change {
  return { type: 'put', key, value }
}

function remove(key: string): Change {
  return { type: 'delete', key }
}

function values(of: Readonly<Record<string, string | undefined>>): Values {
  return new Map(Object.entries(of))
}
