import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { hasProc, isDead, processEntry } from './proc.ts'
import { hasPs, psBoot, startTolerance } from './ps.ts'

/** Names a process for good: the part of a lock or a record that identifies its holder. */
export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot at its start; 0 if the system does not report them. */
  readonly processStart: number
  /**
   * The boot of the machine and, after slashes, the container's own space of pids and the mark of the machine; empty if the system does not
   * report them. Earlier versions wrote no mark.
   */
  readonly bootId: string
  readonly host: string
  readonly user: string
}

/** Asked only once: `ps` may answer differently a second later, and records are found by this value. */
let ownStart: number | undefined

export function processIdentity(): ProcessIdentity {
  ownStart ??= processEntry(process.pid)?.start ?? 0
  return {
    pid: process.pid,
    processStart: ownStart,
    bootId: bootId(),
    host: hostname(),
    user: userName(),
  }
}

/** The fields that {@link isGone} needs to find a process; a lock names its holder with them. */
export type ProcessName = Pick<ProcessIdentity, 'pid' | 'processStart' | 'bootId' | 'host'>

/** The viewpoint of a comparison: this process, except in tests. */
export type Viewpoint = Pick<ProcessIdentity, 'bootId' | 'host'>

/**
 * Whether the process still runs. `unknown`: another machine, another container. So is another boot under our host name, unless the machine
 * is the same one: many machines call themselves `localhost`.
 */
export function fateOf(process: ProcessName, from: Viewpoint = viewpoint()): 'runs' | 'gone' | 'unknown' {
  if (process.host !== from.host) return 'unknown'
  const [boot, space, machine = ''] = process.bootId.split('/')
  const [ourBoot, ourSpace, ourMachine] = from.bootId.split('/')
  if (boot !== ourBoot) return machine !== '' && machine === ourMachine ? 'gone' : 'unknown'
  if (space !== ourSpace) return 'unknown'
  return isRunning(process.pid, process.processStart) ? 'runs' : 'gone'
}

/** True when the process is certainly gone: see {@link fateOf}. */
export function isGone(holder: ProcessName): boolean {
  return fateOf(holder) === 'gone'
}

function viewpoint(): Viewpoint {
  return { bootId: bootId(), host: hostname() }
}

/** True while the process of this pid and start time runs. A zombie does not; a start of 0 fits every process. */
export function isRunning(pid: number, start: number): boolean {
  const entry = processEntry(pid)
  // Also works without `ps`.
  if (entry === undefined && !hasProc && !hasPs()) return answersSignal(pid)
  return entry !== undefined && !isDead(entry) && (start === 0 || isSameStart(entry.start, start))
}

/** Whether two start times of one pid mean the same process. */
export function isSameStart(one: number, other: number): boolean {
  return Math.abs(one - other) <= (hasProc ? 0 : startTolerance)
}

/** True if a process has this pid, even one of another user. */
function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The boot of the machine alone, according to /proc. */
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
  // Has no mark of the machine, so that it proves nothing beside a text from /proc with another boot.
  if (!hasProc) return `ps-${psBoot()}//`
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}/${machineMark()}`
  } catch {
    return ''
  }
}

/** A hash of the system's own id of this machine, which must not leave the machine; empty without an id. */
function machineMark(): string {
  try {
    const id = readFileSync('/etc/machine-id', 'utf8').trim()
    // A system image that has never started has a word in place of the id.
    return /^[0-9a-f]{32}$/.test(id) ? createHash('sha256').update(`slipway ${id}`).digest('hex').slice(0, 16) : ''
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
