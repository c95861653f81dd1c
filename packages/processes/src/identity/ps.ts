import { spawnSync } from 'node:child_process'
import type { ProcessEntry } from './process-entry.ts'

/**
 * What `ps` says of processes, for systems without /proc. It is slower, and times have whole seconds. On Linux it is used where
 * SLIPWAY_PROCESSES says `portable`.
 */
export function psEntries(pid?: number): readonly ProcessEntry[] {
  return ps(['pid=', 'stat=', 'pgid=', 'lstart='], pid).flatMap((line) => {
    const [, found, state = '', group, started = ''] = /^\s*(\d+)\s+(\S+)\s+(\d+)\s+(.+?)\s*$/.exec(line) ?? []
    const start = Date.parse(`${started} UTC`)
    if (found === undefined || Number.isNaN(start)) return []
    // A zombie has no threads left, as far as `ps` says.
    return [{ pid: Number(found), state: state[0] ?? '', group: Number(group), threads: 1, start: start / 1000 }]
  })
}

let isThere: boolean | undefined

/** It says something of ourselves. */
export function hasPs(): boolean {
  isThere ??= psEntries(process.pid).length > 0
  return isThere
}

/** Seconds: the clock may be put right between two looks. */
export const startTolerance = 2

export function psUser(pid: number): number | undefined {
  const [line] = ps(['uid='], pid)
  return line === undefined || line.trim() === '' ? undefined : Number(line)
}

/** Words with spaces in them cannot be told apart. */
export function psCommand(pid: number): readonly string[] | undefined {
  const [line = ''] = ps(['command='], pid)
  return line.trim() === '' ? undefined : line.trim().split(' ')
}

/** When the machine was started, as far as its first process says so. */
export function psBoot(): string {
  return String(psEntries(1)[0]?.start ?? '')
}

/** None, where there is no `ps`: then nothing is known of a process but whether it answers. */
function ps(columns: readonly string[], pid: number | undefined): readonly string[] {
  const args = [...(pid === undefined ? ['-A'] : ['-p', String(pid)]), ...columns.flatMap((column) => ['-o', column])]
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  const { stdout } = spawnSync('ps', args, { encoding: 'latin1', env, timeout: 10_000, maxBuffer: 16 << 20 })
  return (stdout ?? '').split('\n').filter((line) => line !== '')
}
