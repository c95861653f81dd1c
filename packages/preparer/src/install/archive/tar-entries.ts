import { Failure } from '@slipway/model'
import { bounds } from './bounds.ts'

/** An entry of an archive, with its content to come. */
export interface TarEntry {
  readonly path: string
  readonly kind: 'file' | 'folder' | 'symlink' | 'hardlink' | 'other'
  readonly mode: number
  readonly size: number
  /** Of a link. */
  readonly target: string
}

/** Takes the entries of an archive, one after the other. */
export interface TarSink {
  begin(entry: TarEntry): void
  content(chunk: Buffer): void
  end(): void
}

const block = 512
const extended = { x: 'local', g: 'global', L: 'path', K: 'target' } as const

/** Reads ustar, with the long names of pax and GNU, from chunks of any size. */
export class TarReader {
  readonly #sink: TarSink
  #pending: Buffer = Buffer.alloc(0)
  /** Of the entry under way: content that is still to come, and what fills its last block. */
  #left = 0
  #padding = 0
  /** Content that is a header: of which kind, and what there is of it. */
  #header: { readonly kind: (typeof extended)[keyof typeof extended]; readonly chunks: Buffer[] } | undefined
  #next: { path?: string; target?: string; size?: number } = {}
  #isOpen = false
  #entries = 0
  #isDone = false

  constructor(sink: TarSink) {
    this.#sink = sink
  }

  /** @throws Failure `node/bad-archive` */
  push(chunk: Buffer): void {
    if (this.#isDone) return
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    while (this.#step());
  }

  end(): void {
    if (this.#isDone || (this.#pending.length === 0 && this.#left === 0 && !this.#isOpen)) return
    throw badArchive('it is cut short')
  }

  /** False when more is needed. */
  #step(): boolean {
    if (this.#left > 0) {
      const chunk = this.#take(Math.min(this.#left, this.#pending.length))
      if (chunk.length === 0) return false
      this.#left -= chunk.length
      if (this.#header === undefined) this.#sink.content(chunk)
      else this.#header.chunks.push(chunk)
      return true
    }
    if (this.#padding > 0) {
      if (this.#pending.length < this.#padding) return false
      this.#take(this.#padding)
      this.#padding = 0
    }
    if (this.#header !== undefined) this.#readHeader(this.#header.kind, Buffer.concat(this.#header.chunks))
    this.#header = undefined
    if (this.#isOpen) this.#sink.end()
    this.#isOpen = false
    if (this.#pending.length < block || this.#isDone) return false
    this.#begin(this.#take(block))
    return true
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    return taken
  }

  #begin(header: Buffer): void {
    if (header.every((byte) => byte === 0)) {
      this.#isDone = true
      return
    }
    if (!isSummed(header)) throw badArchive('a header is damaged, or it is not a tar file')
    this.#entries++
    if (this.#entries > bounds.entries) throw badArchive(`it has more than ${bounds.entries} entries`)
    const type = String.fromCharCode(header[156] ?? 0)
    const written = numberIn(header, 124, 12)
    if (type in extended) {
      if (written > 64 * bounds.name) throw badArchive('a name in it is too long')
      this.#header = { kind: extended[type as keyof typeof extended], chunks: [] }
      this.#expect(written)
      return
    }
    const entry = this.#entry(header, type, written)
    this.#next = {}
    this.#expect(entry.size)
    this.#isOpen = true
    this.#sink.begin(entry)
  }

  #entry(header: Buffer, type: string, written: number): TarEntry {
    const prefix = textIn(header, 257, 5) === 'ustar' ? textIn(header, 345, 155) : ''
    const name = textIn(header, 0, 100)
    const path = this.#next.path ?? (prefix === '' ? name : `${prefix}/${name}`)
    const kind = kinds[type] ?? 'other'
    if (Buffer.byteLength(path) > bounds.name) throw badArchive('a name in it is too long')
    return {
      path,
      kind: kind === 'file' && path.endsWith('/') ? 'folder' : kind,
      mode: numberIn(header, 100, 8) & 0o777,
      size: kind === 'file' || kind === 'other' ? (this.#next.size ?? written) : 0,
      target: this.#next.target ?? textIn(header, 157, 100),
    }
  }

  #expect(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0) throw badArchive('a size in it is not a number')
    this.#left = size
    this.#padding = (block - (size % block)) % block
  }

  #readHeader(kind: (typeof extended)[keyof typeof extended], content: Buffer): void {
    const text = content.toString('utf8')
    if (kind === 'path') this.#next.path = text.replace(/\0.*$/s, '')
    else if (kind === 'target') this.#next.target = text.replace(/\0.*$/s, '')
    else if (kind === 'local') this.#readPax(content)
  }

  /** `LENGTH KEY=VALUE\n`, one after the other. */
  #readPax(content: Buffer): void {
    for (let at = 0; at < content.length;) {
      const space = content.indexOf(0x20, at)
      const length = Number(content.toString('utf8', at, space))
      if (space === -1 || !Number.isSafeInteger(length) || length <= space - at) throw badArchive('a header is damaged')
      const line = content.toString('utf8', space + 1, at + length - 1)
      const [key, value] = [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]
      if (key === 'path') this.#next.path = value
      if (key === 'linkpath') this.#next.target = value
      if (key === 'size') this.#next.size = Number(value)
      at += length
    }
  }
}

const kinds: Readonly<Record<string, TarEntry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'folder',
}

export function badArchive(why: string): Failure {
  return new Failure('node/bad-archive', `the archive cannot be unpacked: ${why}`, {
    hint: 'a hoist archive is a .tar.gz with bin/launch at its top',
  })
}

function textIn(header: Buffer, start: number, length: number): string {
  const end = header.indexOf(0, start)
  return header.toString('utf8', start, end === -1 || end > start + length ? start + length : end)
}

/** In octal digits, or in base 256 where those do not suffice. */
function numberIn(header: Buffer, start: number, length: number): number {
  if (((header[start] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(start + length - 8))
  const digits = textIn(header, start, length).trim()
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}

function isSummed(header: Buffer): boolean {
  let sum = 8 * 0x20
  for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) sum += byte
  return sum === numberIn(header, 148, 8)
}
