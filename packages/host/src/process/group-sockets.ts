import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { isDead, livingMembers, processEntry } from './proc.ts'

/**
 * - `held`: a process of the group has it open
 * - `not-held`: none has
 * - `hidden`: none that we may look at has, and into one of them the system does not let us look
 */
export type Holding = 'held' | 'not-held' | 'hidden'

/** Whether a process of the group has one of these sockets open. Looks at `likely` ones first: all of /proc is long. */
export function groupHolds(group: number, inodes: ReadonlySet<number>, likely: readonly number[]): Holding {
  const wanted = new Set([...inodes].map((inode) => `socket:[${inode}]`))
  const first = [...new Set([group, ...likely])].filter((pid) => belongs(pid, group))
  let hidden = false
  const look = (pid: number): boolean => {
    const open = openFiles(pid)
    hidden ||= open === undefined
    return open?.some((file) => wanted.has(file)) === true
  }
  if (first.some(look)) return 'held'
  const others = livingMembers(group).map(({ pid }) => pid)
  if (others.some((pid) => !first.includes(pid) && look(pid))) return 'held'
  return hidden ? 'hidden' : 'not-held'
}

/** Under which user id a process acts; `undefined` when there is none, or it may not be known. */
export function actingUser(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const uid = /^Uid:\t\d+\t(\d+)/m.exec(status)?.[1]
    return uid === undefined ? undefined : Number(uid)
  } catch {
    return undefined
  }
}

function belongs(pid: number, group: number): boolean {
  const entry = processEntry(pid)
  return entry !== undefined && entry.group === group && !isDead(entry)
}

/** What the process has open, as its links say; empty when it is gone, `undefined` when we may not look. */
function openFiles(pid: number): readonly string[] | undefined {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).map((descriptor) => linkOf(`${folder}/${descriptor}`))
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
    return gone ? [] : undefined
  }
}

/** Empty when it was closed while we looked. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
