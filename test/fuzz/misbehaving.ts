// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
/** A thread for the test of the judge: it misbehaves as the name of the task says. */
import { parentPort } from 'node:worker_threads'
import type { Answer, Task } from './worker.ts'

function hoard(): void {
  for (const all: string[][] = []; ;) all.push(Array.from({ length: 1000 }, (_, index) => `${all.length} ${index}`))
}

parentPort?.on('message', ({ target }: Task) => {
  if (target === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (target === 'memory') hoard()
  if (target === 'crash') throw new Error('as asked')
  const answer: Answer = target === 'error' ? 'as asked' : undefined
  parentPort?.postMessage(answer)
})

parentPort?.postMessage('ready')
