import type { LockHolder } from '../../records.ts'
import { sampleHolder } from '../../testing.ts'

/** This process as the holder of a lock. */
export function thisProcess(runId: string): LockHolder {
  return { ...sampleHolder(runId), pid: process.pid }
}

/** Of holders of this test, whose pids nobody gets again. The host knows more of others. */
export function hasEnded({ pid }: LockHolder): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
