import { closeSync, fstatSync, mkdirSync, openSync, renameSync, write } from 'node:fs'
import { dirname } from 'node:path'

export interface LogFileOptions {
  /** At this size the file is put aside as `<file>.1`, over the one before. */
  readonly maxBytes?: number
  /** More than this waiting to be written is thrown away. */
  readonly maxPendingBytes?: number
}

/**
 * Appends text to a file without ever making its writer wait, within bounds on disk and in memory. The file is opened
 * by the first line. A disk that refuses costs the lines, nothing else.
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
    if (this.#pendingBytes + text.length > this.#maxPendingBytes) return false
    this.#pending.push(text)
    this.#pendingBytes += text.length
    this.#writing ??= this.#drain()
    return true
  }

  /** Resolves when all that was appended is written, or could not be. */
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
    await new Promise<void>((resolve) => {
      write(descriptor, bytes, (_error, written) => {
        this.#size += written ?? 0
        resolve()
      })
    })
  }

  #open(): number {
    if (this.#descriptor !== undefined && this.#size >= this.#maxBytes) {
      closeSync(this.#descriptor)
      this.#descriptor = undefined
      renameSync(this.#path, `${this.#path}.1`)
    }
    if (this.#descriptor === undefined) {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      this.#descriptor = openSync(this.#path, 'a', 0o600)
      this.#size = fstatSync(this.#descriptor).size
    }
    return this.#descriptor
  }
}
