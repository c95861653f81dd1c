import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settledWithin } from './settled-within.ts'

const clock = new Int32Array(new SharedArrayBuffer(4))

/** True for a process that only waits for its parent to notice its end. */
function hasEnded(pid: number): boolean {
  return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}

test(
  'what happened in time counts, even if this process stood still until the time was up',
  { skip: process.platform !== 'linux' && 'needs /proc' },
  async () => {
    const child = spawn('sh', ['-c', 'echo last words'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
    const heard = settledWithin(once(child, 'close'), 1)
    // Stands still until the child has ended: nothing but this thread would notice that.
    const ended = performance.now() + 120_000
    while (!hasEnded(child.pid ?? 0) && performance.now() < ended) Atomics.wait(clock, 0, 0, 10)
    assert.equal(await heard, true)
    assert.equal(said, 'last words\n')
  },
)

test('what never happens does not count', async () => {
  assert.equal(await settledWithin(new Promise(() => {}), 1), false)
})
