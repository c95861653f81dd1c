import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, renameSync, write } from 'node:fs'
import { dirname, resolve } from 'node:path'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants

export interface LogFileOptions {
  /** At this size, the file is renamed to `<file>.1`, which replaces the earlier one. */
  readonly maxBytes?: number
  /** How many bytes may wait; further lines are dropped. */
  readonly maxPendingBytes?: number
}

/**
 * Appends text to a file without ever making its writer wait, within bounds on disk and in memory. The first line opens the file. A disk
 * that refuses costs only the lines. So does a file that others have put there: if they may write the folder, they must not redirect the
 * log into a file of the user's.
 */
export class LogFile {
  readonly #path: string
  readonly #maxBytes: number
  readonly #maxPendingBytes: number
  #descriptor: number | undefined
  #size = 0
  #pending: string[] = []
  #pendingBytes = 0
  #writing: Promise<void> | undefined

  constructor(path: string, { maxBytes = 4 << 20, maxPendingBytes = 1 << 20 }: LogFileOptions = {}) {
    this.#path = path
    this.#maxBytes = maxBytes
    this.#maxPendingBytes = maxPendingBytes
  }

  /** False when the text was thrown away. */
  append(text: string): boolean {
    const bytes = Buffer.byteLength(text)
    if (this.#pendingBytes + bytes > this.#maxPendingBytes) return false
    this.#pending.push(text)
    this.#pendingBytes += bytes
    this.#writing ??= this.#drain()
    return true
  }

  /** Resolves when all appended text is written, or has failed to be written. */
  async close(): Promise<void> {
    await this.#writing
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      const bytes = Buffer.from(this.#pending.join(''))
      this.#pending = []
      this.#pendingBytes = 0
      await this.#writeAll(bytes)
    }
    this.#writing = undefined
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    let descriptor: number
    try {
      descriptor = this.#open()
    } catch {
      return
    }
    await new Promise<void>((done) => {
      write(descriptor, bytes, (_error, written) => {
        this.#size += written ?? 0
        done()
      })
    })
  }

  #open(): number {
    if (this.#descriptor !== undefined && this.#size >= this.#maxBytes) {
      closeSync(this.#descriptor)
      this.#descriptor = undefined
      this.#putAside()
    }
    if (this.#descriptor === undefined) {
      refuseForeignLinks(dirname(this.#path))
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      // A file with a second name may belong to anybody.
      if ((lstatSync(this.#path, { throwIfNoEntry: false })?.nlink ?? 1) > 1) this.#putAside()
      this.#descriptor = openPlain(this.#path)
      this.#size = fstatSync(this.#descriptor).size
    }
    return this.#descriptor
  }

  #putAside(): void {
    renameSync(this.#path, `${this.#path}.1`)
  }
}

/** Opens a file, but follows no link and does not wait for the reader of a named pipe. */
function openPlain(path: string): number {
  const descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  const stats = fstatSync(descriptor)
  if (stats.isFile() && stats.nlink === 1) return descriptor
  closeSync(descriptor)
  throw new Error(`${path} is not a regular file`)
}

/** Fails when a folder on the way is a link of another user's. */
function refuseForeignLinks(folder: string): void {
  const own = process.geteuid?.()
  for (let path = resolve(folder); path !== dirname(path); path = dirname(path)) {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isSymbolicLink() === true && stats.uid !== own && stats.uid !== 0)
      throw new Error(`${path} is a link of another user`)
  }
}
