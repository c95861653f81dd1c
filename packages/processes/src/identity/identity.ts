import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { hasProc, isDead, processEntry } from './proc.ts'

/** Names a process for good: what a lock or a record writes down of the process that holds it. */
export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot at which it started; 0 where the system does not say. */
  readonly processStart: number
  /** The boot of the machine and, after a slash, the container's own space of pids; empty where the system does not say. */
  readonly bootId: string
  readonly host: string
  readonly user: string
}

export function processIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    processStart: processEntry(process.pid)?.start ?? 0,
    bootId: bootId(),
    host: hostname(),
    user: userName(),
  }
}

/** Enough for {@link isGone} to find a process; the holder of a lock has it. */
export type ProcessName = Pick<ProcessIdentity, 'pid' | 'processStart' | 'bootId' | 'host'>

/**
 * True when the process is certainly gone: this machine was started anew since, or no process has its pid and start
 * time. False whenever that cannot be known: another machine, another container.
 */
export function isGone(holder: ProcessName): boolean {
  if (holder.host !== hostname()) return false
  const [boot, space] = holder.bootId.split('/')
  const [ourBoot, ourSpace] = bootId().split('/')
  if (boot !== '' && ourBoot !== '' && boot !== ourBoot) return true
  return space === ourSpace && !isRunning(holder.pid, holder.processStart)
}

/** True while the process of this pid and start time runs. A zombie does not; a start of 0 fits every process. */
export function isRunning(pid: number, start: number): boolean {
  if (!hasProc) return answersSignal(pid)
  const entry = processEntry(pid)
  return entry !== undefined && !isDead(entry) && (start === 0 || entry.start === start)
}

/** Also true for a process of another user. */
function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The boot of the machine alone, as /proc tells it. */
export function machineBoot(): string {
  return bootId().split('/')[0] ?? ''
}

let known: string | undefined

/** See {@link ProcessIdentity.bootId}. */
export function bootId(): string {
  known ??= readBootId()
  return known
}

function readBootId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`
  } catch {
    return ''
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}
