import { setTimeout as sleep } from 'node:timers/promises'
import { hasProc, livingMembers } from '../identity/proc.ts'
import { hasPs } from '../identity/ps.ts'

/** Sends a signal to every process of a group. False when the group is gone. */
export function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (!isGroup(group)) return false
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}

/** The first pause and the longest one, in milliseconds: most groups are gone at once, or only after a while. */
const [shortestPollMs, longestPollMs] = [1, 20]

/** Waits until no process of the group is alive, at most this long. Returns whether that is so. */
export async function groupIsEmpty(group: number, waitMs: number): Promise<boolean> {
  for (let waited = 0, pause = shortestPollMs; ; pause = Math.min(2 * pause, longestPollMs)) {
    if (!groupExists(group) || ((hasProc || hasPs()) && livingMembers(group).length === 0)) return true
    if (waited >= waitMs) return false
    await sleep(pause)
    waited += pause
  }
}

/** False for 0 and -1: the system takes 0 for the group of the caller, and -1 for every process. */
function isGroup(group: number): boolean {
  return Number.isSafeInteger(group) && group > 1
}

function groupExists(group: number): boolean {
  if (!isGroup(group)) return false
  try {
    process.kill(-group, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
