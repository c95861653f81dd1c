import { Failure } from '@slipway/model'
import type { Lease, LockAnswer, LockOptions } from './port.ts'
import type { LockHolder } from './records.ts'

/** Times in milliseconds. `monotonic` counts from boot, so that the processes of one machine can compare it. */
export interface StoreClock {
  now(): number
  monotonic(): number
}

export const systemClock: StoreClock = {
  now: () => Date.now(),
  monotonic: () => Number(process.hrtime.bigint() / 1_000_000n),
}

/** The lock of one instance as a driver keeps it. It outlives its holders, because the fence must never go back. */
export interface LockRecord {
  readonly fence: number
  readonly holder?: LockHolder
  /** The end of the lease on both clocks: a wall clock may jump, a monotonic one means nothing after a boot or elsewhere. */
  readonly endsAt: number
  readonly endsAtMonotonic: number
}

export interface LockDecision {
  readonly answer: LockAnswer
  /** The record to write. Absent if the lock was refused. */
  readonly record?: LockRecord
}

/** Decides on a request for the lock. Pure, and the same for all drivers. */
export function decideLock(
  instance: string,
  current: LockRecord | undefined,
  holder: LockHolder,
  options: LockOptions,
  clock: StoreClock,
): LockDecision {
  const held = current?.holder
  if (current !== undefined && held !== undefined && !options.isGone(held)) {
    const left = leaseLeft(current, held, holder, clock)
    if (left > 0) return { answer: { acquired: false, holder: held, leaseEndsAt: clock.now() + left } }
  }
  const fence = (current?.fence ?? 0) + 1
  const lease = { instance, fence }
  return {
    answer: held === undefined ? { acquired: true, lease } : { acquired: true, lease, takenFrom: held },
    record: { fence, holder, ...leaseEnds(options.leaseMs, clock) },
  }
}

export function leaseEnds(leaseMs: number, clock: StoreClock): Pick<LockRecord, 'endsAt' | 'endsAtMonotonic'> {
  return { endsAt: clock.now() + leaseMs, endsAtMonotonic: clock.monotonic() + leaseMs }
}

/** The rest of a lease. Within one boot of a machine the monotonic clock decides, so that setting the clock frees no lock. */
function leaseLeft(lock: LockRecord, holder: LockHolder, asker: LockHolder, clock: StoreClock): number {
  const sameClock = holder.bootId !== '' && holder.bootId === asker.bootId
  return sameClock ? lock.endsAtMonotonic - clock.monotonic() : lock.endsAt - clock.now()
}

/** True if the lease is the current one. */
export function isCurrent(lock: LockRecord | undefined, lease: Lease): lock is LockRecord {
  return lock?.holder !== undefined && lock.fence === lease.fence
}

/** A lock without a holder. */
export function freeLock(fence: number): LockRecord {
  return { fence, endsAt: 0, endsAtMonotonic: 0 }
}

export function fenced(lease: Lease, current: LockRecord | undefined): Failure {
  const by = current?.holder
  const taker = by === undefined ? 'it was released, and has no holder now' : `it is held by ${describeHolder(by)}`
  return new Failure('state/fenced', `this run has lost the lock of ${lease.instance}: ${taker}`, {
    hint: 'this run records nothing more; the next run settles its steps in doubt',
  })
}

/** `pid 4711 on web-1, user ada, "slipway up", since 2026-11-22T10:00:00.000Z` */
export function describeHolder(holder: LockHolder): string {
  return `pid ${holder.pid} on ${holder.host}, user ${holder.user}, "${holder.command}", since ${new Date(holder.since).toISOString()}`
}
