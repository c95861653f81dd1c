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
import { lineOf, parseLine, type CommitCount } from '../commit-line.ts'
import { corrupted } from './errors.ts'

const { O_RDONLY, O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * The count of commits beside the database (`state.db-commits`), so that a database is noticed which has lost some: its
 * journal was removed or cut, or an older copy was put in its place.
 *
 * It is written after a commit is on the disk, and never synced: after a power cut it may be behind, or hold nothing that
 * can be read, and then it says nothing. It is never ahead.
 */
export class CommitCounter {
  readonly #descriptor: number
  /** Of the database. */
  readonly #inode: number
  /** What this one has written last. */
  #written: CommitCount

  /** Fails as opening a file does. It is made with the mode of the database, and by root with its owner, too. */
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
   * A counter that cannot be written is left behind: the commit itself is on the disk. Nothing is read first, since every commit
   * waits for this: what another engine has counted between a commit and its count is put right by the next one, or at the end.
   */
  write(held: CommitCount): void {
    if (held.origin !== this.#written.origin || held.count > this.#written.count) this.#try(() => this.#put(held))
  }

  /**
   * Fails when the database is not at its place any more: what is written into it nobody will read. The count goes with it, and costs less to look at.
   *
   * @throws Failure `state/lost-commits`
   */
  refuseRemoved(file: string): void {
    if (!this.#isRemoved() || statSync(file, { throwIfNoEntry: false })?.ino === this.#inode) return
    throw new Failure('state/lost-commits', `the state in ${file} was removed while it was in use`, {
      hint: 'what was made by then is recorded nowhere any more: put a backup back with slipway state restore FILE, or look for it outside',
    })
  }

  /**
   * Linux says so after the name of the open file. Asking for the status of the file would cost each commit 60 µs: since 6.13, the kernel then
   * notes the exact time of the next write, and the next sync waits until that is on the disk.
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
      // See above.
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

/** Makes the count beside the database what the database itself says. */
export function countAnew(file: string, held: CommitCount): void {
  new CommitCounter(file, held).close()
}

export function counterFile(file: string): string {
  return `${file}-commits`
}

/** The counter beside the database; `undefined` when it says nothing. Opening reports anything wrong with the file. */
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

/** The counter in the database itself. Fails with `state/corrupt` when it should be there and is not. */
export function countIn(file: string, database: DatabaseSync): CommitCount {
  const row = database.prepare('SELECT origin, count FROM commits').get()
  if (row === undefined) throw corrupted(file, ['it does not say how many commits it has seen'])
  return { origin: String(row['origin']), count: Number(row['count']) }
}
