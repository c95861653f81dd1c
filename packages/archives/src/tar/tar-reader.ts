import type { ArchiveCaps, Refuse } from '../caps.ts'
import type { Sink } from '../tree.ts'
import { readPax, type Said } from './pax.ts'
import { block, isTarHeader, readTarHeader } from './tar-header.ts'

/** Headers with data about the next one. */
const extended = { x: 'local', g: 'global', L: 'name', K: 'target' } as const
type Extended = (typeof extended)[keyof typeof extended]

/** Limit for the padding of the last record: tar itself writes far less. */
const mostFiller = 16 * 1024 ** 2

/** Reads ustar, with the long names of pax and GNU, from chunks of any size. */
export class TarReader {
  readonly #sink: Sink
  readonly #caps: ArchiveCaps
  readonly #refuse: Refuse
  #pending: Buffer = Buffer.alloc(0)
  /** For the current entry: bytes of content still to come, and the padding of its last block. */
  #left = 0
  #padding = 0
  /** Content that is an extended header: its kind, and its chunks so far. */
  #header: { readonly kind: Extended; readonly chunks: Buffer[] } | undefined
  #said: Said = {}
  #isOpen = false
  #isDone = false
  #filler = 0

  constructor(sink: Sink, caps: ArchiveCaps, refuse: Refuse) {
    this.#sink = sink
    this.#caps = caps
    this.#refuse = refuse
  }

  /**
   * The caller may reuse the chunk afterwards.
   * @throws the error from `refuse`
   */
  push(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    while (!this.#isDone && this.#step());
    if (this.#isDone) this.#passFiller()
    else this.#pending = Buffer.from(this.#pending)
  }

  /** @throws the error from `refuse` */
  end(): void {
    if (!this.#isDone) throw this.#refuse('it is cut short')
  }

  /** False when more is needed. */
  #step(): boolean {
    if (this.#left > 0) {
      const chunk = this.#take(Math.min(this.#left, this.#pending.length))
      if (chunk.length === 0) return false
      this.#left -= chunk.length
      if (this.#header === undefined) this.#sink.content(chunk)
      else this.#header.chunks.push(Buffer.from(chunk))
      return true
    }
    if (this.#pending.length < this.#padding) return false
    this.#take(this.#padding)
    this.#padding = 0
    if (this.#header !== undefined) this.#readExtended(this.#header.kind, Buffer.concat(this.#header.chunks))
    this.#header = undefined
    if (this.#isOpen) this.#sink.end()
    this.#isOpen = false
    if (this.#pending.length < block) return false
    this.#begin(this.#take(block))
    return true
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    return taken
  }

  #begin(bytes: Buffer): void {
    if (bytes.every((byte) => byte === 0)) {
      if (Object.keys(this.#said).length > 0) throw this.#refuse('it is cut short')
      this.#isDone = true
      return
    }
    if (!isTarHeader(bytes)) throw this.#refuse('a header is damaged, or it is not a tar file')
    const header = readTarHeader(bytes)
    if (Object.hasOwn(extended, header.type)) {
      if (header.size > 64 * this.#caps.name) throw this.#refuse('a name in it is too long')
      this.#header = { kind: extended[header.type as keyof typeof extended], chunks: [] }
      this.#expect(header.size)
      return
    }
    const { name = header.name, target = header.target, size = header.size } = this.#said
    this.#said = {}
    // Before tar had a type for folders, they were files with such a name.
    const kind = header.kind === 'file' && name.endsWith('/') ? 'folder' : header.kind
    // Some readers take these bytes for content, others for the next header.
    if (kind !== 'file' && kind !== 'other' && size !== 0) throw this.#refuse('a folder or a link in it has a size')
    this.#expect(size)
    this.#isOpen = true
    this.#sink.begin({ name, kind, mode: header.mode, target })
  }

  #expect(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0) throw this.#refuse('a size in it is not a number')
    this.#left = size
    this.#padding = (block - (size % block)) % block
  }

  #readExtended(kind: Extended, content: Buffer): void {
    if (kind === 'global') {
      // A global header would apply to every later entry, and few readers know that.
      if (Object.keys(readPax(content, this.#refuse)).length > 0)
        throw this.#refuse('a header gives all entries one name or size')
      return
    }
    const said = kind === 'local' ? readPax(content, this.#refuse) : { [kind]: beforeZero(content) }
    for (const key of Object.keys(said))
      if (Object.hasOwn(this.#said, key)) throw this.#refuse('two headers of one entry contradict each other')
    Object.assign(this.#said, said)
  }

  #passFiller(): void {
    this.#filler += this.#pending.length
    if (this.#pending.some((byte) => byte !== 0) || this.#filler > mostFiller)
      throw this.#refuse('something follows its end')
    this.#pending = Buffer.alloc(0)
  }
}

function beforeZero(content: Buffer): string {
  const end = content.indexOf(0)
  return content.toString('utf8', 0, end === -1 ? content.length : end)
}
