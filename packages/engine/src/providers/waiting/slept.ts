import type { Clock } from '../../ports.ts'

/** Waits; false if the wait was interrupted. */
export async function slept(clock: Clock, ms: number, stop: AbortSignal | undefined): Promise<boolean> {
  try {
    await clock.sleep(ms, stop)
    return true
  } catch (thrown) {
    if (stop?.aborted === true) return false
    throw thrown
  }
}
