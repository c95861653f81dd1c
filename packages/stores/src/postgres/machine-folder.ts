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
import { lineOf, parseLine, type CommitCount } from '../commit-line.ts'
import type { LockHolder } from '../records.ts'
import { placeKey, type PostgresAddress } from './address.ts'
import { isDrawn } from './schema.ts'

/**
 * What belongs to this machine and user, of states that lie in databases:
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
   * For a folder of a state that was yet to be made, when another machine was faster: the state has that one's id. What lies in the folder
   * already, such as records of processes, is found under both from now on. False where this machine has a folder of that name.
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

  /** Absolute: logs and records of processes lie in it, too. */
  get path(): string {
    return join(this.#top, this.id)
  }

  /** Whether anything was seen of the state. */
  get hasSeen(): boolean {
    return namesIn(join(this.path, 'seen')).length > 0
  }

  /** By the names of instances. */
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

  /** Never goes back within one origin. A note that cannot be written is left out: the commit itself is recorded. */
  note(instance: string, commit: CommitCount): void {
    if (commit.count === 0) return
    const before = this.seen(instance)
    if (before?.origin === commit.origin && before.count >= commit.count) return
    attempt(() => {
      mkdirSync(join(this.path, 'seen'), { recursive: true, mode: 0o700 })
      replaceFile(this.#seenFile(instance), `${lineOf(commit)}${instance}`)
    })
  }

  /** The content of the database counts from now on. */
  accept(commits: ReadonlyMap<string, CommitCount>): void {
    rmSync(join(this.path, 'seen'), { recursive: true, force: true })
    for (const [instance, commit] of commits) this.note(instance, commit)
  }

  /** Fails as making a file does: without the note nobody could tell later that the holder is gone. */
  announce({ runId }: LockHolder): void {
    mkdirSync(join(this.path, 'holders'), { recursive: true, mode: 0o700 })
    writeFileSync(this.#holderFile(runId), '', { mode: 0o600 })
  }

  forget({ runId }: LockHolder): void {
    attempt(() => rmSync(this.#holderFile(runId), { force: true }))
  }

  /** Copies of a machine have its name, its boot and its pids, and not the notes that it has made since. */
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

/** The id of the state that an address led to; `undefined` where it is not known here. */
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

/** The id that was drawn for a state that is yet to be made: the first one that anybody of this user has drawn. */
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

/** Whole or not at all, for whoever reads at the same time. It is not synced: after a power cut it may be behind. */
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

/** @returns false where that failed: see the callers */
function attempt(write: () => void): boolean {
  try {
    write()
    return true
  } catch {
    return false
  }
}
