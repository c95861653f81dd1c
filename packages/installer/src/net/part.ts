import { createHash, type Hash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { Failure, messageOf } from '@slipway/model'
import { bootId } from '@slipway/processes'

/** A note beside an unfinished file, so that another process knows which download the file belongs to. */
interface Note {
  /** A hash of the URL, which may hold secrets. */
  readonly url: string
  /** The value for `If-Range`; absent: only a checksum can show whether the rest belongs to the same content. */
  readonly validator?: string
  /** The id of the boot: after a power cut, nobody knows which bytes of an unfinished file have reached the disk. */
  readonly boot: string
}

/** A file during its download, with its bytes, their hash, and its origin. */
export class Part {
  readonly #file: string
  readonly #url: string
  readonly #handle: FileHandle
  /** True if the caller compares the whole file with a checksum: the download may then be resumed although the server gives no validator. */
  readonly #isChecked: boolean
  #validator: string | undefined
  #hash: Hash = createHash('sha256')
  #size = 0
  #isResumed = false

  private constructor(file: string, url: string, handle: FileHandle, isChecked: boolean) {
    this.#file = file
    this.#url = url
    this.#handle = handle
    this.#isChecked = isChecked
  }

  static async open(file: string, url: string, isChecked: boolean): Promise<Part> {
    const part = new Part(file, createHash('sha256').update(url).digest('hex'), await opened(file), isChecked)
    const note = noteOf(file)
    const isKnown = note?.url === part.#url && (isChecked || (note.validator !== undefined && note.boot === bootId()))
    if (!isKnown) {
      await part.restart()
      return part
    }
    part.#validator = note.validator
    for await (const chunk of part.#handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
      part.#hash.update(chunk)
      part.#size += chunk.length
    }
    part.#isResumed = part.#size > 0
    return part
  }

  get size(): number {
    return this.#size
  }

  /** True if some of the bytes come from an earlier answer than the last ones. */
  get isResumed(): boolean {
    return this.#isResumed
  }

  get isResumable(): boolean {
    return this.#size > 0 && (this.#isChecked || this.#validator !== undefined)
  }

  /** Returns the headers of the request for the rest. */
  headers(): Readonly<Record<string, string>> {
    if (!this.isResumable) return {}
    return {
      range: `bytes=${this.#size}-`,
      ...(this.#validator !== undefined && { 'if-range': this.#validator }),
    }
  }

  /** Whether the answer is for other content than the bytes so far. */
  isOther(headers: IncomingHttpHeaders): boolean {
    const validator = validatorOf(headers)
    return this.#validator !== undefined && validator !== undefined && validator !== this.#validator
  }

  /** Notes which content the answer is for. Call this before the first byte of an answer is written. */
  remember(headers: IncomingHttpHeaders): void {
    if (this.#size > 0) this.#isResumed = true
    this.#validator = validatorOf(headers) ?? this.#validator
    const note: Note = {
      url: this.#url,
      ...(this.#validator !== undefined && { validator: this.#validator }),
      boot: bootId(),
    }
    writeFileSync(noteFile(this.#file), JSON.stringify(note), { mode: 0o600 })
  }

  /** Writes a chunk. It is synchronous, because writing into the system's memory takes less time than waiting for it. */
  write(chunk: Buffer): void {
    try {
      for (let written = 0; written < chunk.length;)
        written += writeSync(this.#handle.fd, chunk, written, chunk.length - written, this.#size + written)
    } catch (error) {
      throw new Failure('install/cannot-write', `${this.#file} cannot be written: ${messageOf(error)}`, {
        hint: 'make room, or check the permissions of its folder, and try again: the finished part is kept',
        cause: error,
      })
    }
    this.#hash.update(chunk)
    this.#size += chunk.length
  }

  async restart(): Promise<void> {
    rmSync(noteFile(this.#file), { force: true })
    await this.#handle.truncate(0)
    this.#hash = createHash('sha256')
    this.#size = 0
    this.#isResumed = false
    this.#validator = undefined
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }

  /** Closes the file. Removes a part that is neither complete nor resumable. */
  async close(isWhole: boolean): Promise<void> {
    await this.#handle.close()
    if (isWhole || !this.isResumable) rmSync(noteFile(this.#file), { force: true })
    if (!isWhole && !this.isResumable) rmSync(this.#file, { force: true })
  }
}

async function opened(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return open(file, 'wx+', 0o600)
  }
}

/** Returns the path of the note beside the file: `<file>.from`. */
function noteFile(file: string): string {
  return `${file}.from`
}

function noteOf(file: string): Note | undefined {
  try {
    const note = JSON.parse(readFileSync(noteFile(file), 'utf8')) as Partial<Note>
    if (typeof note.url !== 'string') return undefined
    const { url, validator, boot = '' } = note
    return { url, boot, ...(typeof validator === 'string' && isHeader(validator) && { validator }) }
  } catch {
    return undefined
  }
}

/** Returns the validator of an answer. A weak tag does not promise the same bytes. */
function validatorOf({ etag, 'last-modified': modified }: IncomingHttpHeaders): string | undefined {
  const validator = etag !== undefined && !etag.startsWith('W/') ? etag : modified
  return validator !== undefined && isHeader(validator) ? validator : undefined
}

function isHeader(text: string): boolean {
  return /^[\x20-\x7e]{1,1000}$/.test(text)
}
