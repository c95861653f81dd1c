import { readdirSync, readFileSync } from 'node:fs'

/** Which process exactly: pids are used again, start times within one boot are not. */
export interface Identity {
  readonly pid: number
  /** Clock ticks since boot at its start; empty where the system does not say. */
  readonly start: string
  readonly bootId: string
}

/** True while this very process runs. One that has ended and was not waited for yet does not run. */
export function isRunning({ pid, start, bootId }: Identity): boolean {
  if (start === '') return answersSignals(pid)
  const now = parseStat(contentOf(`/proc/${pid}/stat`))
  return now !== undefined && now.start === start && !now.ended && currentBootId() === bootId
}

/** True when the pid, or a group by its number, may belong to somebody else by now. */
export function isReused({ pid, start, bootId }: Identity): boolean {
  if (bootId !== currentBootId()) return true
  const now = parseStat(contentOf(`/proc/${pid}/stat`))
  return start !== '' && now !== undefined && now.start !== start
}

/** True while a process of the group runs; one that has ended and that nobody waits for does not. */
export function isGroupRunning(group: number): boolean {
  if (!answersSignals(-group)) return false
  return allProcesses().some((process) => process.group === group && !process.ended)
}

interface ProcessStatus {
  readonly pid: number
  readonly start: string
  readonly group: number
  /** Nothing of it runs any more, though nobody has waited for it yet. */
  readonly ended: boolean
}

/** @param line of `/proc/<pid>/stat`: `pid (name) state …`, where the name may hold anything, also `) `. */
export function parseStat(line: string): ProcessStatus | undefined {
  const pid = Number.parseInt(line, 10)
  const [state, ...rest] = line
    .slice(line.lastIndexOf(')') + 2)
    .trim()
    .split(' ')
  if (!Number.isSafeInteger(pid) || state === undefined || state === '') return undefined
  // fields count from 1 and the state is 3: 5 is the group, 20 is the number of threads, which may outlive the first one, 22 the start
  const [threads, start] = [Number(rest[16]), rest[18] ?? '']
  return { pid, start, group: Number(rest[1]), ended: state === 'X' || (state === 'Z' && threads <= 1) }
}

function allProcesses(): readonly ProcessStatus[] {
  try {
    const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return names.map((name) => parseStat(contentOf(`/proc/${name}/stat`))).filter((one) => one !== undefined)
  } catch {
    return []
  }
}

function currentBootId(): string {
  return contentOf('/proc/sys/kernel/random/boot_id').trim()
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Files of /proc are read in one go and never block. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
