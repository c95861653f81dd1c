import { setTimeout as sleep } from 'node:timers/promises'
import { groupIsEmpty, signalGroup } from '@slipway/processes'
import { unexpected } from '@slipway/sdk'
import { isReused, isRunning, type Identity } from './identity.ts'

/** Milliseconds in which the kernel may end a process that was killed. */
const killMs = 5000

/** Ends a process and its whole group: asks first, waits for the grace, then kills. Never touches a process that is not ours. */
export async function stop(identity: Identity, graceMs: number): Promise<void> {
  if (isRunning(identity)) {
    signalGroup(identity.pid, 'SIGTERM')
    await ended(identity, graceMs)
  }
  // ends the rest of the group, with or without its leader
  if (isReused(identity)) return
  signalGroup(identity.pid, 'SIGKILL')
  // a port that one of them held is free when all of them are gone
  if (!(await groupIsEmpty(identity.pid, killMs)))
    throw unexpected(`process ${identity.pid} or one of its group does not end, even when killed`)
}

async function ended(identity: Identity, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  for (let pause = 2; isRunning(identity) && performance.now() < deadline; pause = Math.min(pause * 2, 50))
    await sleep(pause)
}
