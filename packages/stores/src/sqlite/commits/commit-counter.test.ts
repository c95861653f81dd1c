import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampleInstance, takeLock } from '../../testing.ts'
import type { CommitCount } from '../../losses/commit-line.ts'
import { CommitCounter, countAnew, countIn, counterFile, readCounter } from './commit-counter.ts'
import { filledStore, opened, Program, testDirectory } from '../testing.ts'

const counts = fc.record({
  origin: fc.stringMatching(/^[0-9a-f]{16}$/),
  count: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
})

test('names the latest and highest commit, and nothing after tampering', (context) => {
  const file = join(testDirectory(context), 'state.db')
  writeFileSync(file, '')
  fc.assert(
    fc.property(counts, fc.array(fc.nat(), { maxLength: 5 }), fc.nat(), fc.nat(), (first, later, place, bit) => {
      rmSync(counterFile(file), { force: true })
      const counter = new CommitCounter(file, first)
      for (const count of later) counter.write({ ...first, count })
      counter.close()
      const expected = { ...first, count: Math.max(first.count, ...later) }
      assert.deepEqual(readCounter(file), expected)
      const bytes = readFileSync(counterFile(file))
      const offset = place % bytes.length
      bytes[offset] = (bytes[offset] ?? 0) ^ (1 << (bit % 8))
      writeFileSync(counterFile(file), bytes)
      assert.equal(readCounter(file), undefined)
    }),
  )
})

test('of several counts keeps the highest, and that of a database that replaced theirs', (context) => {
  const file = join(testDirectory(context), 'state.db')
  writeFileSync(file, '')
  const origin = 'aaaa'
  const [slow, fast] = [new CommitCounter(file, { origin, count: 1 }), new CommitCounter(file, { origin, count: 1 })]
  fast.write({ origin, count: 3 })
  slow.write({ origin, count: 2 })
  fast.close()
  assert.deepEqual(readCounter(file), { origin, count: 3 })
  slow.close()
  assert.deepEqual(readCounter(file), { origin, count: 3 })
  const waiting = new CommitCounter(file, { origin, count: 3 })
  waiting.write({ origin, count: 4 })
  countAnew(file, { origin: 'bbbb', count: 2 })
  waiting.close()
  assert.deepEqual(readCounter(file), { origin: 'bbbb', count: 2 })
})

test('any other bytes say nothing', (context) => {
  const file = join(testDirectory(context), 'state.db')
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.constant(Buffer.alloc(43))), (bytes) => {
      writeFileSync(counterFile(file), bytes)
      assert.equal(readCounter(file), undefined)
    }),
  )
})

test('another database starts counting anew', (context) => {
  const file = join(testDirectory(context), 'state.db')
  writeFileSync(file, '', { mode: 0o600 })
  countAnew(file, { origin: 'aaaa', count: 9 })
  countAnew(file, { origin: 'bbbb', count: 2 })
  assert.deepEqual(readCounter(file), { origin: 'bbbb', count: 2 })
  assert.equal(statSync(counterFile(file)).mode & 0o777, 0o600)
})

test('several engines count together, and the count is what the database says', async (context) => {
  const directory = testDirectory(context)
  await filledStore(directory, 1)
  const holder = new Program(context, 'holder', directory, 'one')
  assert.match((await holder.line()) ?? '', /^held/)
  const store = await opened({ directory })
  const lease = await takeLock(store, 'shop')
  for (let round = 0; round < 5; round++) {
    holder.say('commit')
    const mine = store.commit(lease, [{ kind: 'instance', instance: sampleInstance('shop', { version: round }) }])
    assert.equal(await holder.line(), 'committed')
    await mine
  }
  holder.child.kill('SIGKILL')
  await holder.ended()
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('shop', { version: 9 }) }])
  assert.deepEqual(readCounter(join(directory, 'state.db')), held(directory))
  await store.close()
})

function held(directory: string): CommitCount {
  const file = join(directory, 'state.db')
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return countIn(file, database)
  } finally {
    database.close()
  }
}

test('a commit succeeds even if it cannot be counted', async (context) => {
  const directory = testDirectory(context)
  const store = await opened({ directory })
  const lease = await takeLock(store, 'site')
  // The file may be damaged in any way: a commit does not depend on it, and the next opening repairs it.
  rmSync(join(directory, 'state.db-commits'))
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }])
  await store.close()
  const again = await opened({ directory })
  assert.equal((await again.load('site'))?.instance.name, 'site')
  assert.deepEqual(readCounter(join(directory, 'state.db')), held(directory))
  await again.close()
})
