import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { hasProc, processEntry } from '../identity/proc.ts'
import { runVariable, straysOf } from './strays.ts'

/** A process that bears the mark of a run with this start, until its input ends. */
async function marked(mark: string): Promise<{ readonly pid: number; end(): Promise<void> }> {
  const child = spawn('/bin/sh', ['-c', 'echo ready; read -r line'], { env: { [runVariable]: mark } })
  await once(child.stdout, 'data')
  const end = async (): Promise<void> => {
    child.stdin.end()
    await once(child, 'close')
  }
  return { pid: child.pid ?? 0, end }
}

test('the strays of a run are processes with its mark, and none that is older than its owner', async () => {
  const own = processEntry(process.pid)?.start ?? 0
  const mark = `${process.pid}-${own}-1`
  const stray = await marked(mark)
  assert.deepEqual(
    straysOf(mark).map(({ pid }) => pid),
    [stray.pid],
  )
  await stray.end()
  // Only /proc tells the start cheaply enough to leave a process out by it.
  if (!hasProc) return
  const later = `${process.pid}-${own + 1_000_000}-1`
  const older = await marked(later)
  assert.deepEqual(straysOf(later), [])
  await older.end()
})
