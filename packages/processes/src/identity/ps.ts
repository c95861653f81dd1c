import { spawnSync } from 'node:child_process'
import type { ProcessEntry } from './process-entry.ts'

/**
 * Processes according to `ps`, for systems without /proc. It is slower, and times have whole seconds. On Linux it is used when
 * SLIPWAY_PROCESSES says `portable`.
 */
export function psEntries(pid?: number): readonly ProcessEntry[] {
  return ps(['pid=', 'stat=', 'pgid=', 'lstart='], pid).flatMap((line) => {
    const [, found, state = '', group, started = ''] = /^\s*(\d+)\s+(\S+)\s+(\d+)\s+(.+?)\s*$/.exec(line) ?? []
    const start = psStart(started)
    if (found === undefined || start === 0) return []
    // According to `ps`, a zombie has no threads.
    return [{ pid: Number(found), state: state[0] ?? '', group: Number(group), threads: 1, start }]
  })
}

/** The time in the output of `ps -o lstart=`, in English and in UTC, as seconds; 0 for any other text. */
export function psStart(text: string): number {
  const start = Date.parse(`${text.trim()} UTC`)
  return Number.isNaN(start) ? 0 : start / 1000
}

let isThere: boolean | undefined

/** True when `ps` knows our own process. */
export function hasPs(): boolean {
  isThere ??= psEntries(process.pid).length > 0
  return isThere
}

/** In seconds: the clock may be corrected between two looks. */
export const startTolerance = 2

export function psUser(pid: number): number | undefined {
  const [line] = ps(['uid='], pid)
  return line === undefined || line.trim() === '' ? undefined : Number(line)
}

/** The words of a process's command line. Words that contain spaces cannot be recognised. */
export function psCommand(pid: number): readonly string[] | undefined {
  const [line = ''] = ps(['command='], pid)
  return line.trim() === '' ? undefined : line.trim().split(' ')
}

/** `ps` writes the environment behind the command, if it may look at it. */
export const withEnvironment = process.platform === 'linux' ? ['e', 'ww'] : ['-E', '-ww']

/**
 * The environment of a process. The boundaries between variables are a guess: a space before a word that looks like a name and an equals
 * sign. Empty when `ps` does not show it.
 */
export function psEnvironment(pid: number): readonly string[] {
  const [command = ''] = ps(['command='], pid, ['-ww'])
  const [whole = ''] = ps(['command='], pid, withEnvironment)
  // The process may have become another program between the two calls.
  if (command === '' || !whole.startsWith(`${command} `)) return []
  return whole.slice(command.length + 1).split(/ (?=[A-Za-z_]\w*=)/)
}

/** Our user's processes with this text in their command or environment. */
export function psMentioning(text: string): readonly number[] {
  const own = String(process.geteuid?.())
  return ps(['pid=', 'uid=', 'command='], undefined, withEnvironment).flatMap((line) => {
    const [, pid, uid, rest = ''] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? []
    return uid === own && rest.includes(text) ? [Number(pid)] : []
  })
}

/** The start time of the machine, according to its first process. */
export function psBoot(): string {
  return String(psEntries(1)[0]?.start ?? '')
}

/** Runs `ps`. Without `ps` the list is empty: then only a signal shows whether a process exists. */
function ps(columns: readonly string[], pid: number | undefined, more: readonly string[] = []): readonly string[] {
  const which = pid === undefined ? ['-A'] : ['-p', String(pid)]
  const args = [...which, ...more, ...columns.flatMap((column) => ['-o', column])]
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  const { stdout } = spawnSync('ps', args, { encoding: 'latin1', env, timeout: 10_000, maxBuffer: 16 << 20 })
  return (stdout ?? '').split('\n').filter((line) => line !== '')
}
