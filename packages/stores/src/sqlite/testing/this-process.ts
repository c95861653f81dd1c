import type { LockHolder } from '../../records.ts'
import { sampleHolder } from '../../testing.ts'

/** This process as the holder of a lock. */
export function thisProcess(runId: string): LockHolder {
  return { ...sampleHolder(runId), pid: process.pid }
}

/** Whether a holder of this test has ended; no other process gets its pid again. For other holders, the host knows more. */
export function hasEnded({ pid }: LockHolder): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
