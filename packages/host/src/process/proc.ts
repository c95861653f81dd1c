import { readdirSync, readFileSync } from 'node:fs'

/** One line of /proc/PID/stat, as far as we need it. */
export interface ProcessEntry {
  readonly pid: number
  /** `Z` and `X` are dead. */
  readonly state: string
  readonly group: number
  /** Clock ticks since boot: together with the pid it names a process for as long as the machine is up. */
  readonly start: number
}

/** True where processes can be looked at; elsewhere a pid is all that there is. */
export const hasProc = process.platform === 'linux'

/** The process with this pid, a zombie too; `undefined` when there is none. */
export function processEntry(pid: number): ProcessEntry | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The second field is the program's name in parentheses, and may hold spaces and parentheses of its own.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return { pid, state: fields[0] ?? 'X', group: Number(fields[2]), start: Number(fields[19]) }
}

export function isDead(entry: ProcessEntry): boolean {
  return entry.state === 'Z' || entry.state === 'X'
}

/** The living processes of a group. Reads all of /proc: for the rare case that a group has lost its leader. */
export function livingMembers(group: number): readonly ProcessEntry[] {
  if (!hasProc) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processEntry(Number(name)))
    .filter((entry) => entry !== undefined)
    .filter((entry) => entry.group === group && !isDead(entry))
}

/** A variable of a process's environment as it was when its program started; `undefined` when it has none, or is not ours to read. */
export function environmentVariable(pid: number, name: string): string | undefined {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return entries.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1)
  } catch {
    return undefined
  }
}
