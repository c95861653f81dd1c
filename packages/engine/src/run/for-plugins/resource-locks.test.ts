import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ResourceLocks } from './resource-locks.ts'

function holder(key: string) {
  const over = new AbortController()
  return { key, title: `the call ${key}`, ended: over.signal, end: () => over.abort() }
}

const never = new AbortController().signal

/** Waits until everything that can happen now has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a lock', () => {
  test('belongs to its holder until the holder ends, then to the next in line', async () => {
    const locks = new ResourceLocks()
    const [a, b, c] = [holder('a'), holder('b'), holder('c')]
    const got: string[] = []
    const take = (who: ReturnType<typeof holder>) => locks.lock('db', who, never).then(() => got.push(who.key))
    await take(a)
    await take(a)
    void take(b)
    void take(c)
    await settled()
    assert.deepEqual(got, ['a', 'a'])
    a.end()
    await settled()
    assert.deepEqual(got, ['a', 'a', 'b'])
    b.end()
    await settled()
    assert.deepEqual(got, ['a', 'a', 'b', 'c'])
    c.end()
    assert.equal(locks.holderOf('db'), undefined)
  })

  test('refuses a wait that would close a circle', async () => {
    const locks = new ResourceLocks()
    const [a, b] = [holder('a'), holder('b')]
    await locks.lock('one', a, never)
    await locks.lock('two', b, never)
    const waiting = locks.lock('two', a, never)
    await assert.rejects(locks.lock('one', b, never), {
      code: 'engine/lock-ring',
      message:
        'these locks wait for each other in a circle: the call b holds two and waits for one, whose holder waits for two',
    })
    b.end()
    await waiting
  })

  test('finds a circle at once among many waiters and locks', async () => {
    const locks = new ResourceLocks()
    const holders = Array.from({ length: 10 }, (_, number) => holder(`h${number}`))
    const waits: Promise<void>[] = []
    const each = Array.from({ length: 100 }, (_, lock) => lock)
    for (const [number, who] of holders.entries())
      for (const lock of each) await locks.lock(`${number}-${lock}`, who, never)
    // Each holder waits for all locks of the next holder; the last pair is the first to do so.
    for (const [number, who] of [...holders.entries()].slice(0, -1).toReversed())
      for (const lock of each) waits.push(locks.lock(`${number + 1}-${lock}`, who, never))
    const [last] = holders.slice(-1)
    assert.ok(last)
    await assert.rejects(locks.lock('0-0', last, never), { code: 'engine/lock-ring' })
    for (const who of holders.toReversed()) who.end()
    await Promise.allSettled(waits)
  })

  test('needs a readable name, and their number is limited', async () => {
    const locks = new ResourceLocks()
    await assert.rejects(locks.lock('x'.repeat(1001), holder('a'), never), { code: 'engine/lock-refused' })
    for (let count = 0; count < 100; count++) {
      const who = holder(`${count}`)
      for (let lock = 0; lock < 1000; lock++) await locks.lock(`${count}-${lock}`, who, never)
    }
    await assert.rejects(locks.lock('one more', holder('a'), never), { message: /100000 locks are held already/ })
  })

  test('is not given to a caller that has ended or given up', async () => {
    const locks = new ResourceLocks()
    const [a, b, c] = [holder('a'), holder('b'), holder('c')]
    await locks.lock('db', a, never)
    const gone = locks.lock('db', b, never)
    const given = new AbortController()
    const late = locks.lock('db', c, given.signal)
    b.end()
    given.abort()
    await assert.rejects(gone, { code: 'engine/lock-refused' })
    await assert.rejects(late, { message: 'the call c does not get the lock of db: the call a still holds it' })
    await assert.rejects(locks.lock('other', b, never), { code: 'engine/lock-refused' })
    a.end()
    assert.equal(locks.holderOf('db'), undefined)
  })

  test('has one holder at a time, and each waiter gets it or a refusal, in any order of events', async () => {
    const turn = fc.record({ who: fc.nat(4), lock: fc.nat(2), ends: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 40 }), async (turns) => {
        const locks = new ResourceLocks()
        const holders = [0, 1, 2, 3, 4].map((number) => holder(`h${number}`))
        const asked: Promise<unknown>[] = []
        for (const { who, lock, ends } of turns) {
          const each = holders[who]
          if (each === undefined) continue
          if (ends) each.end()
          else
            asked.push(
              locks.lock(`lock-${lock}`, each, never).then(
                () => assert.ok(each.ended.aborted || locks.holderOf(`lock-${lock}`) === each),
                (thrown: Error) => assert.match(thrown.message, /circle|does not get/),
              ),
            )
          await settled()
        }
        for (const each of holders) each.end()
        await Promise.all(asked)
        for (const lock of [0, 1, 2]) assert.equal(locks.holderOf(`lock-${lock}`), undefined)
      }),
      { numRuns: 100 },
    )
  })
})
