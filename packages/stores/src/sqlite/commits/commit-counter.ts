import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import { lineOf, parseLine, type CommitCount } from '../../losses/commit-line.ts'
import { corrupted } from '../folder/errors.ts'

const { O_RDONLY, O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * The count of commits beside the database (`state.db-commits`). It reveals a database that has lost commits, because its journal was
 * removed or truncated, or because an older copy replaced it.
 *
 * The count is written after a commit is on disk, and never synced. After a power cut it may be behind or unreadable, and then it proves
 * nothing. It is never ahead.
 */
export class CommitCounter {
  readonly #descriptor: number
  /** Inode of the database. */
  readonly #inode: number
  /** The last count that this counter wrote. */
  #written: CommitCount

  /** Opens or creates the counter, with the mode of the database and, as root, its owner. Fails if the file cannot be opened. */
  constructor(file: string, held: CommitCount) {
    const path = counterFile(file)
    const { uid, gid, mode, ino } = statSync(file)
    this.#inode = ino
    this.#descriptor = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
    const own = process.geteuid?.()
    if (own === 0) fchownSync(this.#descriptor, uid, gid)
    if (own === 0 || fstatSync(this.#descriptor).uid === own) fchmodSync(this.#descriptor, mode & 0o777)
    this.#written = held
    const there = this.#read()
    if (there?.origin !== held.origin || there.count < held.count) this.#put(held)
  }

  /**
   * Writes the count. A failed write is ignored, because the commit itself is on disk. Reads nothing first, since every commit waits for
   * this. If another engine counted in between, the next write or the end corrects the count.
   */
  write(held: CommitCount): void {
    if (held.origin !== this.#written.origin || held.count > this.#written.count) this.#try(() => this.#put(held))
  }

  /**
   * Fails if the database is no longer at its place: its contents would never be read again. Checks the counter instead, which disappears
   * together with the database and is cheaper to check.
   *
   * @throws Failure `state/lost-commits`
   */
  refuseRemoved(file: string): void {
    if (!this.#isRemoved() || statSync(file, { throwIfNoEntry: false })?.ino === this.#inode) return
    throw new Failure('state/lost-commits', `the state in ${file} was removed while it was in use`, {
      hint: 'the records are lost: restore a backup with slipway state restore FILE, or look for the resources outside',
    })
  }

  /**
   * Linux marks a removed file in the name of its descriptor. A status call would cost each commit 60 µs: since 6.13, the kernel then
   * records the exact time of the next write, and the next sync waits until that is on disk.
   */
  #isRemoved(): boolean {
    try {
      return readlinkSync(`/proc/self/fd/${this.#descriptor}`).endsWith(' (deleted)')
    } catch {
      return fstatSync(this.#descriptor).nlink === 0
    }
  }

  close(): void {
    this.#try(() => {
      const there = this.#read()
      if (there?.origin === this.#written.origin && there.count < this.#written.count) this.#put(this.#written)
    })
    closeSync(this.#descriptor)
  }

  #try(write: () => void): void {
    try {
      write()
    } catch {
      // See `write`.
    }
  }

  #read(): CommitCount | undefined {
    const bytes = Buffer.alloc(64)
    return parseLine(bytes.toString('latin1', 0, readSync(this.#descriptor, bytes, 0, bytes.length, 0)))
  }

  #put(held: CommitCount): void {
    writeSync(this.#descriptor, lineOf(held), 0, 'latin1')
    this.#written = held
  }
}

/** Sets the count beside the database to the database's own count. */
export function countAnew(file: string, held: CommitCount): void {
  new CommitCounter(file, held).close()
}

export function counterFile(file: string): string {
  return `${file}-commits`
}

/** The count beside the database; `undefined` if unreadable. Opening reports any problem with the file. */
export function readCounter(file: string): CommitCount | undefined {
  try {
    const descriptor = openSync(counterFile(file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      return parseLine(readFileSync(descriptor, 'latin1'))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}

/** The count in the database itself. Fails with `state/corrupt` if it is missing. */
export function countIn(file: string, database: DatabaseSync): CommitCount {
  const row = database.prepare('SELECT origin, count FROM commits').get()
  if (row === undefined) throw corrupted(file, ['it does not give the number of its commits'])
  return { origin: String(row['origin']), count: Number(row['count']) }
}
