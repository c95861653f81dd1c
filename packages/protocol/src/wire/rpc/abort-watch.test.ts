import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getEventListeners } from 'node:events'
import { offAbort, onAbort } from './abort-watch.ts'

test('ends every waiter of a signal, with one listener, and nothing that has ended before', () => {
  const aborting = new AbortController()
  const ended: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => (): void => void ended.push(name))
  for (const end of [a, b, c]) onAbort(aborting.signal, end as () => void)
  assert.equal(getEventListeners(aborting.signal, 'abort').length, 1)
  offAbort(aborting.signal, b as () => void)
  aborting.abort()
  assert.deepEqual(ended, ['a', 'c'])
})

test('leaves a listener only on the latest signal, and can wait again', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const listeners = () => [one, other].map(({ signal }) => getEventListeners(signal, 'abort').length)
  let count = 0
  const end = (): void => void count++
  onAbort(one.signal, end)
  offAbort(one.signal, end)
  onAbort(other.signal, end)
  assert.deepEqual(listeners(), [1, 1])
  offAbort(other.signal, end)
  assert.deepEqual(listeners(), [0, 1])
  for (const { signal } of [one, other]) onAbort(signal, end)
  assert.deepEqual(listeners(), [1, 1])
  for (const aborting of [one, other]) aborting.abort()
  assert.equal(count, 2)
})

test('ends nothing that has ended, also if the signal aborts later', () => {
  const aborting = new AbortController()
  let count = 0
  const end = (): void => void count++
  onAbort(aborting.signal, end)
  offAbort(aborting.signal, end)
  aborting.abort()
  assert.equal(count, 0)
})
