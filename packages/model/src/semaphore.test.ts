import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Semaphore } from './semaphore.ts'

test('a semaphore lets as many work at a time as its limit says, in order, also when some of them fail', async () => {
  const semaphore = new Semaphore(3)
  const order: number[] = []
  let running = 0
  let most = 0
  const work = async (index: number): Promise<number> => {
    order.push(index)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    if (index % 4 === 0) throw new Error('failed')
    return index
  }
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  const results = await Promise.allSettled(numbers.map((index) => semaphore.run(() => work(index))))
  assert.equal(most, 3)
  assert.deepEqual(order, numbers)
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 15)
})
