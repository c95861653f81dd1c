import { readdirSync, readlinkSync } from 'node:fs'
import { isDead, livingMembers, processEntry } from '../identity/proc.ts'

/**
 * - `held`: a process of the group has it open
 * - `not-held`: no process of the group has it open
 * - `hidden`: no process that we may look at has it open, but there is one that the system does not let us look at
 */
export type Holding = 'held' | 'not-held' | 'hidden'

/**
 * Finds the open sockets of process groups. All sockets of a group take a walk through all of /proc, made only when the likely processes do
 * not have the socket; the walk then serves all callers in the same turn of the event loop.
 */
export class GroupSockets {
  readonly #walked = new Map<number, Open>()

  /** True if a process of the group has one of these sockets open. */
  holding(group: number, inodes: ReadonlySet<number>, likely: readonly number[]): Holding {
    const wanted = [...inodes].map((inode) => `socket:[${inode}]`)
    const near = openOf([...new Set([group, ...likely])].filter((pid) => belongs(pid, group)))
    if (wanted.some((socket) => near.files.has(socket))) return 'held'
    const all = this.#openOfAll(group)
    if (wanted.some((socket) => all.files.has(socket))) return 'held'
    return near.isPartial || all.isPartial ? 'hidden' : 'not-held'
  }

  #openOfAll(group: number): Open {
    let open = this.#walked.get(group)
    if (open === undefined) {
      open = openOf(livingMembers(group).map(({ pid }) => pid))
      this.#walked.set(group, open)
      setImmediate(() => this.#walked.delete(group))
    }
    return open
  }
}

/** Open files of some processes, with the names of the links in /proc; partial when we may not look at one of the processes. */
interface Open {
  readonly files: ReadonlySet<string>
  readonly isPartial: boolean
}

function openOf(pids: readonly number[]): Open {
  const each = pids.map(openFiles)
  return { files: new Set(each.flatMap((files) => files ?? [])), isPartial: each.includes(undefined) }
}

function belongs(pid: number, group: number): boolean {
  const entry = processEntry(pid)
  return entry !== undefined && entry.group === group && !isDead(entry)
}

/** A process's open files, with the names of their links; empty when the process is gone, `undefined` when we may not look. */
function openFiles(pid: number): readonly string[] | undefined {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).map((descriptor) => linkOf(`${folder}/${descriptor}`))
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
    return gone ? [] : undefined
  }
}

/** The target of a link in /proc; empty when the file was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
