import { readdirSync, readFileSync } from 'node:fs'
import type { ProcessEntry } from './process-entry.ts'
import { psCommand, psEntries, psEnvironment, psStart, psUser } from './ps.ts'

/** `portable` makes Slipway use `ps` on Linux, too. Plugins inherit the variable, so that both look at processes in the same way. */
export const driverVariable = 'SLIPWAY_PROCESSES'

/** True if /proc lists processes; elsewhere `ps` does, with weaker promises. */
export const hasProc = process.platform === 'linux' && process.env[driverVariable] !== 'portable'

/** The process with this pid, even a zombie; `undefined` when there is none. */
export function processEntry(pid: number): ProcessEntry | undefined {
  if (!hasProc) return psEntries(pid)[0]
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  return parseStat(line)
}

/** `PID START`, as a shell has written it: ticks of /proc, or the output of `ps -o lstart=`. Any other start is 0. */
export function notedProcess(text: string): Pick<ProcessEntry, 'pid' | 'start'> | undefined {
  const [, pid, start = ''] = /^(\d+)(?: (.*))?$/.exec(text.trim()) ?? []
  if (pid === undefined) return undefined
  return { pid: Number(pid), start: /^\d+$/.test(start) ? Number(start) : psStart(start) }
}

/** A line of /proc/PID/stat: `pid (name) state …`, where the name may contain anything, even `) `. */
export function parseStat(line: string): ProcessEntry | undefined {
  const pid = Number.parseInt(line, 10)
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .trim()
    .split(' ')
  const [state = '', group, start = '0'] = [fields[0], fields[2], fields[19]]
  if (!Number.isSafeInteger(pid) || state === '') return undefined
  return { pid, state, group: Number(group), threads: Number(fields[17]), start: Number(start) }
}

/** True if no thread of the process runs any more, even if its parent has not waited for it yet. */
export function isDead({ state, threads }: ProcessEntry): boolean {
  return state === 'X' || (state === 'Z' && threads <= 1)
}

/** The living processes of a group. Reads all of /proc: for the rare case that a group has lost its leader. */
export function livingMembers(group: number): readonly ProcessEntry[] {
  if (!hasProc) return psEntries().filter((entry) => entry.group === group && !isDead(entry))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processEntry(Number(name)))
    .filter((entry) => entry !== undefined)
    .filter((entry) => entry.group === group && !isDead(entry))
}

/** A process's environment as it was when its program started; empty when it is not ours to read. */
export function environmentOf(pid: number): ReadonlyMap<string, string> {
  const pairs = (hasProc ? environmentEntries(pid) : psEnvironment(pid)).map((entry): [string, string] => {
    const end = entry.indexOf('=')
    return [entry.slice(0, end), entry.slice(end + 1)]
  })
  // For a repeated name the first value counts, as in getenv.
  return new Map(pairs.toReversed())
}

function environmentEntries(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

export function environmentVariable(pid: number, name: string): string | undefined {
  return environmentOf(pid).get(name)
}

/** The user id under which a process acts; `undefined` when there is no process, or its user is hidden. */
export function actingUser(pid: number): number | undefined {
  if (!hasProc) return psUser(pid)
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const uid = /^Uid:\t\d+\t(\d+)/m.exec(status)?.[1]
    return uid === undefined ? undefined : Number(uid)
  } catch {
    return undefined
  }
}

/** The program that a process runs and its arguments; `undefined` when it is gone, or has none. */
export function commandLine(pid: number): readonly string[] | undefined {
  if (!hasProc) return psCommand(pid)
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return words.length > 1 ? words.slice(0, -1) : undefined
  } catch {
    return undefined
  }
}
