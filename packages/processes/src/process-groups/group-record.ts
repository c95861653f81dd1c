import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { ProcessIdentity, ProcessName } from '../identity/identity.ts'
import type { OwnerName } from './mark.ts'
import { PathTrust } from '../ownership/path-trust.ts'
import { OwnFiles, type Owner } from '../ownership/owner.ts'

/**
 * The groups that a process has started, for a later process: `<folder>/<pid>-<start>-<number>.groups`. The first line names the owner of
 * the record, and the run of that process; then `+ <group> <start>` (written by each starting process itself), `- <group>`, `g <pid>
 * <start>` for the guardian, and `d <folder>` for a folder that goes with its owner.
 */
export class GroupRecord {
  static #made = 0
  readonly file: string

  /** @throws the system's error when the folder cannot be written */
  constructor(folder: string, owner: ProcessIdentity & { readonly run?: string | undefined }) {
    this.file = join(folder, `${beginningFor(owner)}${++GroupRecord.#made}${ending}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Writes a draft and renames it, so that the record appears whole: a sweep could take half a record for a broken one.
    const draft = this.file.replace(/\.groups$/, draftEnding)
    rmSync(draft, { force: true })
    writeFileSync(draft, `${JSON.stringify({ version: 1, ...owner })}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, this.file)
  }

  /** The mark that distinguishes this run of the owner from all others. */
  get mark(): string {
    return markOfRecord(this.file)
  }

  guardian(pid: number, start: number): void {
    this.#append(`g ${pid} ${start}`)
  }

  /** Notes a folder that is removed together with the owner. */
  folder(path: string): void {
    this.#append(`d ${path}`)
  }

  /** Records a group for a starting process that could not write the entry itself. */
  started(group: number, start: number): void {
    this.#append(`+ ${group} ${start}`)
  }

  retract(group: number): void {
    this.#append(`- ${group}`)
  }

  /** Removes the record. Call it when every group is gone. */
  remove(): void {
    rmSync(this.file, { force: true })
  }

  /** Ignores errors: a full disk must not stop the owner, and every entry is checked before anything is killed. */
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
const draftEnding = `${ending}.new`

const { O_APPEND, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
/** Never follows a link, which could lead to any other file. */
const appending = O_APPEND | O_NOFOLLOW | O_WRONLY

function beginningFor({ pid, processStart }: Pick<ProcessName, 'pid' | 'processStart'>): string {
  return `${pid}-${processStart}-`
}

export interface RecordedGroups {
  readonly owner: ProcessName
  /** The run, if the owner does several things at the same time; absent: it does only one. */
  readonly run?: string
  /** Start times, by process group or guardian. */
  readonly groups: ReadonlyMap<number, number>
  readonly guardians: ReadonlyMap<number, number>
  /** See {@link GroupRecord.folder}. */
  readonly folders: readonly string[]
}

/** See {@link GroupRecord.mark}. */
export function markOfRecord(file: string): string {
  return basename(file, ending)
}

/** The owner according to the name of a record or of its draft. */
export function ownerNamedBy(file: string): OwnerName | undefined {
  const [, pid, start] = /^(\d+)-(\d+)-\d+\./.exec(basename(file)) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), processStart: Number(start) }
}

/** A record with an unreadable first line. */
export interface BrokenRecord {
  readonly isBroken: true
}

/**
 * The records in a folder. A record says which processes to kill, so it is believed only if nobody but its owner and root can have written it: it is
 * a file, not a link, in folders that only they can write.
 */
export class GroupRecords {
  readonly #folder: string
  readonly #trust: PathTrust
  readonly #own: OwnFiles

  /** @param owner decides who counts as the owner; members of a trusted group write no records for others */
  constructor(folder: string, owner: Owner) {
    this.#folder = folder
    this.#trust = new PathTrust(owner)
    this.#own = new OwnFiles({ ...owner, allows: () => ({ ...owner.allows?.(), groups: new Set() }) })
  }

  /** The files of one owner, or of all owners. */
  files(owner?: Pick<ProcessName, 'pid' | 'processStart'>): readonly string[] {
    return this.#names()
      .filter((name) => name.endsWith(ending) && (owner === undefined || name.startsWith(beginningFor(owner))))
      .map((name) => join(this.#folder, name))
  }

  /** Drafts of unfinished records: an owner that was killed while it wrote has left one. */
  drafts(): readonly string[] {
    return this.#names()
      .filter((name) => name.endsWith(draftEnding))
      .map((name) => join(this.#folder, name))
  }

  /** Reads a record; `undefined` when there is none, or it must not be believed. */
  read(file: string): RecordedGroups | BrokenRecord | undefined {
    try {
      const descriptor = openSync(file, reading)
      try {
        const stats = fstatSync(descriptor)
        if (!stats.isFile() || stats.size > mostBytes) return undefined
        if (!this.#own.has(file, stats, false)) return undefined
        if (this.#trust.findingOfOpened(file, stats) !== undefined) return undefined
        return recordIn(readFileSync(descriptor, 'utf8')) ?? { isBroken: true }
      } finally {
        closeSync(descriptor)
      }
    } catch {
      return undefined
    }
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder)
    } catch {
      return []
    }
  }
}

/** Follows no link, and does not wait for the writer of a pipe. */
const reading = O_RDONLY | O_NOFOLLOW | O_NONBLOCK

/** The most bytes of a record: a line for each launch and each end. */
const mostBytes = 64 * 1024 * 1024

function recordIn(text: string): RecordedGroups | undefined {
  const [first = '', ...lines] = text.split('\n')
  const owner = parseOwner(first)
  if (owner === undefined) return undefined
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
