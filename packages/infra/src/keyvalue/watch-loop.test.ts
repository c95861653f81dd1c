import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchObserver } from './store.ts'
import { watchLoop } from './watch-loop.ts'

test('a watch closes at once, even while it connects to a silent server, and reports nothing after that', async () => {
  const connected = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const told: string[] = []
  const session = async (observer: WatchObserver): Promise<void> => {
    await connected.promise
    observer.snapshot([])
    observer.changes([])
    ended.resolve()
    throw new Error('lost')
  }
  const watch = watchLoop(session, {
    snapshot: () => told.push('snapshot'),
    changes: () => told.push('changes'),
    lost: () => told.push('lost'),
  })
  await watch.close()
  connected.resolve()
  await ended.promise
  await new Promise(setImmediate)
  assert.deepEqual(told, [])
})

test('a lost connection is reported, and restored', async () => {
  const told: string[] = []
  let sessions = 0
  const back = Promise.withResolvers<void>()
  const session = async (observer: WatchObserver, signal: AbortSignal): Promise<void> => {
    if (++sessions < 3) throw new Error(`attempt ${sessions}`)
    observer.snapshot([])
    back.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
  const watch = watchLoop(session, {
    snapshot: () => told.push('snapshot'),
    changes: () => {},
    lost: (error) => told.push(String(error)),
  })
  await back.promise
  await watch.close()
  assert.deepEqual(told, ['Error: attempt 1', 'Error: attempt 2', 'snapshot'])
})
