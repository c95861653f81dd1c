import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isRunning as isRunningNow, isSameStart, machineBoot, processEntry } from '@slipway/processes'

/** Identifies a process exactly: pids are used again, start times within one boot are not. */
export interface Identity {
  readonly pid: number
  /** Start time: clock ticks since boot, or seconds without /proc; 0 if the system does not report it. */
  readonly start: number
  /** The boot id of the machine alone; empty if the system has none. */
  readonly bootId: string
}

/** True while this very process runs. One that has ended and was not waited for yet does not run. */
export function isRunning({ pid, start, bootId }: Identity): boolean {
  return bootId === machineBoot() && isRunningNow(pid, start)
}

/** True when the pid, or the group with its number, may belong to another process by now. */
export function isReused({ pid, start, bootId }: Identity): boolean {
  if (bootId !== machineBoot()) return true
  const now = processEntry(pid)
  return start !== 0 && now !== undefined && !isSameStart(now.start, start)
}

let known: string | undefined

/**
 * A text that distinguishes this machine from others, even under a new name, and survives a restart. Empty where the system has none. Callers need
 * not know its source.
 */
export function machineMark(): string {
  known ??= readMark()
  return known
}

function readMark(): string {
  try {
    const id = readFileSync('/etc/machine-id', 'utf8').trim()
    return id === '' ? '' : createHash('sha256').update(`local/process ${id}`).digest('hex').slice(0, 16)
  } catch {
    return ''
  }
}
