import { setTimeout as sleep } from 'node:timers/promises'
import { unexpected } from '@slipway/sdk'
import { isReused, isRunning, type Identity } from './identity.ts'
import { signalGroup } from './process-group.ts'

/** How long the kernel may take to end a process that was killed. */
const killMs = 5000

/** Ends a process and all of its group: asks first, waits so long, then kills. Never touches a process that is not ours. */
export async function stop(identity: Identity, graceMs: number): Promise<void> {
  if (isRunning(identity)) {
    signalGroup(identity.pid, 'SIGTERM')
    await gone(identity, graceMs)
  }
  // what is left of the group, with or without its leader
  if (!isReused(identity)) signalGroup(identity.pid, 'SIGKILL')
  if (!(await gone(identity, killMs))) throw unexpected(`process ${identity.pid} does not end, not even killed`)
}

async function gone(identity: Identity, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  for (let pause = 2; isRunning(identity); pause = Math.min(pause * 2, 50)) {
    if (performance.now() >= deadline) return false
    await sleep(pause)
  }
  return true
}
