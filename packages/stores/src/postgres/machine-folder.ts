import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { lineOf, parseLine, type CommitCount } from '../losses/commit-line.ts'
import type { LockHolder } from '../records.ts'
import { placeKey, type PostgresAddress } from './address.ts'
import { isDrawn } from './schema.ts'

/**
 * This machine's and user's files for states in databases:
 *
 *     databases/<hash of an address>  id of the state that was found there
 *     <id>                            a folder, or a link to one that was made before the state had an id
 *     <id>/seen/<hash of an instance> origin and number of the last commit that was seen
 *     <id>/holders/<run>              made before the run takes a lock
 *
 * If a file is lost, one check is not made. Nothing is done because something is missing.
 */
export class MachineFolder {
  readonly #top: string
  #id: string

  /** @param top `$XDG_STATE_HOME/slipway` */
  constructor(top: string, id: string) {
    this.#top = top
    this.#id = id
  }

  get id(): string {
    return this.#id
  }

  /**
   * Adopts the id of a state that another machine created first. Existing contents of the folder, such as process records, are available
   * under both ids from now on. Returns false if this machine already has a folder of that name.
   */
  becomes(id: string): boolean {
    const isLinked = attempt(() => {
      mkdirSync(this.path, { recursive: true, mode: 0o700 })
      symlinkSync(this.#id, join(this.#top, id))
    })
    if (!isLinked && !isLinkTo(join(this.#top, id), this.#id)) return false
    this.#id = id
    return true
  }

  /** The absolute folder, which also has logs and process records. */
  get path(): string {
    return join(this.#top, this.id)
  }

  /** True if this machine has seen the state before. */
  get hasSeen(): boolean {
    return namesIn(join(this.path, 'seen')).length > 0
  }

  /** All seen commits by instance name. */
  allSeen(): ReadonlyMap<string, CommitCount> {
    const folder = join(this.path, 'seen')
    return new Map(
      namesIn(folder).flatMap((name) => {
        const seen = readSeen(join(folder, name))
        return seen === undefined ? [] : [[seen.instance, seen.commit] as const]
      }),
    )
  }

  seen(instance: string): CommitCount | undefined {
    const seen = readSeen(this.#seenFile(instance))
    return seen?.instance === instance ? seen.commit : undefined
  }

  /** Notes a seen commit. Never goes back within one origin. Ignores a failed write, because the commit itself is recorded. */
  note(instance: string, commit: CommitCount): void {
    if (commit.count === 0) return
    const before = this.seen(instance)
    if (before?.origin === commit.origin && before.count >= commit.count) return
    attempt(() => {
      mkdirSync(join(this.path, 'seen'), { recursive: true, mode: 0o700 })
      replaceFile(this.#seenFile(instance), `${lineOf(commit)}${instance}`)
    })
  }

  /** Makes the present content of the database the basis for later checks. */
  accept(commits: ReadonlyMap<string, CommitCount>): void {
    rmSync(join(this.path, 'seen'), { recursive: true, force: true })
    for (const [instance, commit] of commits) this.note(instance, commit)
  }

  /** Notes a holder. Fails if the file cannot be written: without the note, later runs could not tell that the holder is gone. */
  announce({ runId }: LockHolder): void {
    mkdirSync(join(this.path, 'holders'), { recursive: true, mode: 0o700 })
    writeFileSync(this.#holderFile(runId), '', { mode: 0o600 })
  }

  forget({ runId }: LockHolder): void {
    attempt(() => rmSync(this.#holderFile(runId), { force: true }))
  }

  /** True for a holder noted on this machine. A copy of a machine has the same name, boot and pids, but not its later notes. */
  isOfThisMachine({ runId }: LockHolder): boolean {
    return existsSync(this.#holderFile(runId))
  }

  #seenFile(instance: string): string {
    return join(this.path, 'seen', hashed(instance))
  }

  #holderFile(runId: string): string {
    return join(this.path, 'holders', hashed(runId))
  }
}

/** The id of the state last found at an address; `undefined` if unknown here. */
export function notedState(top: string, address: PostgresAddress): string | undefined {
  try {
    const id = readFileSync(noteFile(top, address), 'utf8').trim()
    return isDrawn(id) ? id : undefined
  } catch {
    return undefined
  }
}

export function noteState(top: string, address: PostgresAddress, id: string): void {
  if (notedState(top, address) === id) return
  attempt(() => {
    const file = noteFile(top, address)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    replaceFile(file, `${id}\n`)
  })
}

/** Notes the id drawn for a state that does not exist yet. The first id drawn by any process of this user wins. */
export function noteDrawn(top: string, address: PostgresAddress, id: string): string {
  attempt(() => {
    const file = noteFile(top, address)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(draft, `${id}\n`, { flag: 'wx', mode: 0o600 })
    try {
      linkSync(draft, file)
    } finally {
      rmSync(draft)
    }
  })
  return notedState(top, address) ?? id
}

function noteFile(top: string, address: PostgresAddress): string {
  return join(top, 'databases', hashed(placeKey(address)))
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function namesIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []
}

function readSeen(file: string): { readonly instance: string; readonly commit: CommitCount } | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const end = text.indexOf('\n') + 1
    const commit = parseLine(text.slice(0, end))
    return commit === undefined ? undefined : { instance: text.slice(end), commit }
  } catch {
    return undefined
  }
}

/** Replaces a file atomically for concurrent readers. Does not sync: after a power cut the file may be outdated. */
function replaceFile(file: string, text: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
}

function isLinkTo(path: string, target: string): boolean {
  try {
    return readlinkSync(path) === target
  } catch {
    return false
  }
}

/** @returns false on failure, which the callers handle */
function attempt(write: () => void): boolean {
  try {
    write()
    return true
  } catch {
    return false
  }
}
