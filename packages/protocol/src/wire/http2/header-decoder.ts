import { FieldChecker, type HeaderList } from './field-rules.ts'
import { Http2Error } from './http2-error.ts'
import { decodeHuffman } from './huffman.ts'
import { staticTable } from './static-table.ts'

type Entry = readonly [name: string, value: string]

/** The most bytes that the decoder remembers for the peer, counted as in RFC 7541, 4.1: HTTP/2's default. */
const maxTableSize = 4096
const entryOverhead = 32

const keptBlocks = 200
const longestKeptBlock = 512

/**
 * Reads blocks of headers of one connection, in the order of arrival: a block may refer to earlier blocks. Blocks without references, such
 * as Slipway's own peers write, are read once and remembered.
 */
export class HeaderDecoder {
  readonly #maxBytes: number
  /** The remembered headers, newest first. */
  readonly #table: Entry[] = []
  #tableSize = 0
  #tableLimit = maxTableSize
  readonly #kept = new Map<string, HeaderList>()
  #block: Buffer = Buffer.alloc(0)
  #at = 0
  #standsAlone = true

  /** @param maxBytes the limit for one list, counted as in RFC 9113, 6.5.2 */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Reads a block. Fails with an Http2Error, after which the connection is useless. */
  decode(block: Buffer): HeaderList {
    const key = block.length <= longestKeptBlock ? block.toString('latin1') : undefined
    const known = key === undefined ? undefined : this.#kept.get(key)
    if (known !== undefined) return known
    const list = this.#read(block)
    if (key !== undefined && this.#standsAlone && this.#kept.size < keptBlocks) this.#kept.set(key, list)
    return list
  }

  #read(block: Buffer): HeaderList {
    this.#block = block
    this.#at = 0
    this.#standsAlone = true
    this.#resizes()
    const headers = new Map<string, string>()
    const checker = new FieldChecker()
    let size = 0
    while (this.#at < block.length) {
      const first = block[this.#at] as number
      if ((first & 0xe0) === 0x20) throw new Http2Error('compression', 'the header table changes within a block')
      const entry = first >= 0x80 ? this.#entry(this.#integer(7)) : this.#literal(first)
      size += sizeOf(entry)
      if (size > this.#maxBytes) throw tooManyHeaders(this.#maxBytes)
      const [name, value] = entry
      checker.add(name, value)
      headers.set(name, value)
    }
    return { headers, pseudo: checker.pseudo, problem: checker.problem }
  }

  /** Reads the changes of the table's size, which RFC 7541, 4.2 allows only at the beginning of a block. */
  #resizes(): void {
    while (((this.#block[this.#at] ?? 0) & 0xe0) === 0x20) this.#resize(this.#integer(5))
  }

  #literal(first: number): Entry {
    const remembered = first >= 0x40
    const number = this.#integer(remembered ? 6 : 4)
    const name = number === 0 ? this.#text() : this.#entry(number)[0]
    const entry = [name, this.#text()] as const
    if (remembered) this.#remember(entry)
    return entry
  }

  #entry(number: number): Entry {
    if (number > staticTable.length) this.#standsAlone = false
    const entry = staticTable[number - 1] ?? this.#table[number - staticTable.length - 1]
    if (entry === undefined) throw new Http2Error('compression', `a header has the unknown number ${number}`)
    return entry
  }

  #remember(entry: Entry): void {
    this.#standsAlone = false
    this.#table.unshift(entry)
    this.#tableSize += sizeOf(entry)
    this.#evict()
  }

  #resize(limit: number): void {
    if (limit > maxTableSize) throw new Http2Error('compression', `a header table of ${limit} bytes was not allowed`)
    this.#standsAlone = false
    this.#tableLimit = limit
    this.#evict()
  }

  #evict(): void {
    while (this.#tableSize > this.#tableLimit) {
      const oldest = this.#table.pop()
      if (oldest === undefined) return
      this.#tableSize -= sizeOf(oldest)
    }
  }

  #text(): string {
    const coded = ((this.#block[this.#at] ?? 0) & 0x80) !== 0
    const length = this.#integer(7)
    const end = this.#at + length
    if (end > this.#block.length) throw cut()
    const raw = this.#block.subarray(this.#at, end)
    this.#at = end
    return coded ? decodeHuffman(raw) : raw.toString('latin1')
  }

  #integer(bits: number): number {
    const most = 2 ** bits - 1
    const low = this.#byte() & most
    if (low < most) return low
    let value = most
    // Four more bytes exceed every length or number that is accepted.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new Http2Error('compression', 'a number in a header is too large')
  }

  #byte(): number {
    const byte = this.#block[this.#at++]
    if (byte === undefined) throw cut()
    return byte
  }
}

function sizeOf([name, value]: Entry): number {
  return name.length + value.length + entryOverhead
}

/** Returns an error that ends the connection: later headers may refer to these, so they cannot be skipped. */
export function tooManyHeaders(maxBytes: number): Http2Error {
  return new Http2Error('enhanceYourCalm', `headers are larger than ${maxBytes} bytes`)
}

function cut(): Http2Error {
  return new Http2Error('compression', 'the headers end in the middle of one')
}
