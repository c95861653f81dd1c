import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock, timeSortedIds } from './system-ports.ts'

for (const ms of [2 ** 31, 1e15, Number.POSITIVE_INFINITY])
  test(`a pause of ${ms} ms is long, and ends at its signal`, async () => {
    const abort = new AbortController()
    const long = systemClock.sleep(ms, abort.signal).then(
      () => 'over at once',
      () => 'aborted',
    )
    await systemClock.sleep(20)
    abort.abort()
    assert.equal(await long, 'aborted')
  })

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns the number that a text in the alphabet represents. */
function numberOf(text: string): bigint {
  return Array.from(text).reduce((number, digit) => number * 32n + BigInt(alphabet.indexOf(digit)), 0n)
}

test('ids tell when they were drawn, and those of one millisecond count on', () => {
  const time = Date.UTC(2026, 10, 22)
  const ids = timeSortedIds(() => time)
  const drawn = Array.from({ length: 1_000 }, () => ids.next())
  for (const id of drawn) assert.match(id, /^[0-9a-hjkmnp-tv-z]{26}$/)
  for (const id of drawn) assert.equal(numberOf(id.slice(0, 10)), BigInt(time))
  const [first = 0n, ...others] = drawn.map((id) => numberOf(id.slice(10)))
  // The comparison covers all 80 bits, not only the last byte.
  for (const [at, other] of others.entries()) assert.equal(other, (first + BigInt(at) + 1n) % 2n ** 80n)
})

test('ids sort as they were drawn, also when the clock goes back, and their random part differs each time', () => {
  let time = 1_000
  const ids = timeSortedIds(() => (time += time % 3 === 0 ? -1 : 2))
  const drawn = Array.from({ length: 1_000 }, () => ids.next())
  assert.deepEqual(drawn.toSorted(), drawn)
  time = 1_000_000
  const apart = timeSortedIds(() => ++time)
  const random = Array.from({ length: 1_000 }, () => apart.next().slice(10))
  assert.equal(new Set(random).size, 1_000)
  // Each bit is sometimes one and sometimes zero.
  const [all, none] = random
    .map(numberOf)
    .reduce(([ones, zeros], number) => [ones | number, zeros & number], [0n, 2n ** 80n - 1n])
  assert.deepEqual([all, none], [2n ** 80n - 1n, 0n])
})
