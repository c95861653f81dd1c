import { readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import type { LockHolder } from './records.ts'

/** This process as the holder of a lock. `since` is Unix milliseconds. */
export function thisHolder(runId: string, command: string, since: number): LockHolder {
  return {
    runId,
    command,
    since,
    pid: process.pid,
    processStart: processStart(process.pid) ?? 0,
    bootId: bootId(),
    host: hostname(),
    user: userName(),
  }
}

/**
 * True when the holder's process is certainly gone: its machine has booted since, or no process has its pid and start
 * time. A holder on another machine is never certainly gone: its lease decides.
 */
export function holderIsGone(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return false
  const boot = bootId()
  if (boot === '' || holder.bootId === '') return !exists(holder.pid)
  if (holder.bootId !== boot) return true
  const start = processStart(holder.pid)
  return start === undefined || (holder.processStart !== 0 && holder.processStart !== start)
}

/** Clock ticks since boot at which the process started; `undefined` when there is none, it is a zombie, or nobody says. */
function processStart(pid: number): number | undefined {
  const stat = readOptional(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The name in parentheses may hold anything; after it come the state (3rd field) and, as 22nd, the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : Number(fields[19])
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function bootId(): string {
  return readOptional('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
