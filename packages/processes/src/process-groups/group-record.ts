import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ProcessIdentity, ProcessName } from '../identity/identity.ts'

/**
 * The groups that a process has started, for one that comes after it: `<folder>/<pid>-<start>-<number>.groups`. The first
 * line says whose record it is, and of which run of that process; then `+ <group> <start>` (written by each starting process itself), `- <group>`,
 * `g <pid> <start>` for the guardian, and `d <folder>` for what goes with its owner.
 */
export class GroupRecord {
  static #made = 0
  readonly file: string

  /** Throws the system's error when the folder is not to be written. */
  constructor(folder: string, owner: ProcessIdentity & { readonly run?: string | undefined }) {
    this.file = join(folder, `${beginningFor(owner)}${++GroupRecord.#made}${ending}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Appears whole, or a sweep at this moment might take it for a broken one.
    const draft = `${this.file}.new`
    rmSync(draft, { force: true })
    writeFileSync(draft, `${JSON.stringify({ version: 1, ...owner })}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, this.file)
  }

  guardian(pid: number, start: number): void {
    this.#append(`g ${pid} ${start}`)
  }

  /** Goes with the owner. */
  folder(path: string): void {
    this.#append(`d ${path}`)
  }

  retract(group: number): void {
    this.#append(`- ${group}`)
  }

  /** Call it when every group is gone. */
  remove(): void {
    rmSync(this.file, { force: true })
  }

  /** Best effort: a full disk must not stop its owner, and whatever an entry says is checked before anything is killed. */
  #append(line: string): void {
    try {
      const descriptor = openSync(this.file, appending)
      try {
        writeSync(descriptor, `${line}\n`)
      } finally {
        closeSync(descriptor)
      }
    } catch {
      // See above.
    }
  }
}

const ending = '.groups'

const { O_APPEND, O_NOFOLLOW, O_WRONLY } = constants
/** Never through a link: it would lead to a file that is something else. */
const appending = O_APPEND | O_NOFOLLOW | O_WRONLY

function beginningFor({ pid, processStart }: Pick<ProcessName, 'pid' | 'processStart'>): string {
  return `${pid}-${processStart}-`
}

/** Tells the records in a folder: those of one owner, or all. */
export function isGroupRecord(name: string, owner?: Pick<ProcessName, 'pid' | 'processStart'>): boolean {
  return name.endsWith(ending) && (owner === undefined || name.startsWith(beginningFor(owner)))
}

export interface RecordedGroups {
  readonly owner: ProcessName
  /** Which of the things that the owner does at the same time; absent: it does one. */
  readonly run?: string
  /** Start times by process group, or by guardian. */
  readonly groups: ReadonlyMap<number, number>
  readonly guardians: ReadonlyMap<number, number>
  /** See {@link GroupRecord.folder}. */
  readonly folders: readonly string[]
}

/** `undefined` when there is no such file or it is not ours to read; `broken` when its first line says nothing. */
export function readGroupRecord(file: string): RecordedGroups | 'broken' | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const [first = '', ...lines] = text.split('\n')
  const owner = parseOwner(first)
  if (owner === undefined) return 'broken'
  const groups = new Map<number, number>()
  const guardians = new Map<number, number>()
  const folders: string[] = []
  for (const line of lines) {
    const [sign, pid, start] = line.split(' ')
    if (sign === '+') groups.set(Number(pid), Number(start))
    if (sign === '-') groups.delete(Number(pid))
    if (sign === 'g') guardians.set(Number(pid), Number(start))
    if (sign === 'd') folders.push(line.slice(2))
  }
  return { ...owner, groups, guardians, folders }
}

function parseOwner(line: string): Pick<RecordedGroups, 'owner' | 'run'> | undefined {
  try {
    const { pid, processStart, bootId, host, run } = JSON.parse(line) as Record<string, unknown>
    const known = typeof pid === 'number' && typeof processStart === 'number'
    return known && typeof bootId === 'string' && typeof host === 'string'
      ? { owner: { pid, processStart, bootId, host }, ...(typeof run === 'string' && { run }) }
      : undefined
  } catch {
    return undefined
  }
}
