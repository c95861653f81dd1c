import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getEventListeners } from 'node:events'
import { offAbort, onAbort } from './abort-watch.ts'

test('ends all that waits for a signal, with one listener, and nothing that has ended before', () => {
  const aborting = new AbortController()
  const ended: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => (): void => void ended.push(name))
  for (const end of [a, b, c]) onAbort(aborting.signal, end as () => void)
  assert.equal(getEventListeners(aborting.signal, 'abort').length, 1)
  offAbort(aborting.signal, b as () => void)
  aborting.abort()
  assert.deepEqual(ended, ['a', 'c'])
})

test('leaves no listener behind once nothing waits, and takes up waiting again', () => {
  const aborting = new AbortController()
  let count = 0
  const end = (): void => void count++
  onAbort(aborting.signal, end)
  offAbort(aborting.signal, end)
  assert.equal(getEventListeners(aborting.signal, 'abort').length, 0)
  onAbort(aborting.signal, end)
  aborting.abort()
  assert.equal(count, 1)
})
