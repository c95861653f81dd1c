import { isUtf8 } from 'node:buffer'
import { maxDepth, maxMessages } from './limits.ts'
import { ownMap } from './nothing.ts'
import { WireError } from './wire-error.ts'

/** A message that can be decoded. */
export interface Readable<T> {
  /** Reads fields until the reader has no more; absent fields get their defaults. */
  read(reader: Reader): T
}

/**
 * Parses protobuf bytes. Never reads beyond the current message, and bounds the depth and the number of messages.
 * @throws WireError for anything wrong with the bytes
 */
export class Reader {
  readonly #bytes: Buffer
  #position = 0
  #depth = 0
  #messages = 0
  #rawBytes = 0
  #end: number

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#end = bytes.length
  }

  /**
   * The approximate memory that the messages read so far take, in bytes. Deep nesting takes the most, as does raw text that other code will
   * parse.
   */
  get weight(): number {
    return this.#bytes.length + this.#messages * messageWeight + this.#rawBytes * rawWeight
  }

  /** True while the current message has more fields. */
  get more(): boolean {
    return this.#position < this.#end
  }

  /** Number of bytes left in the current message. */
  get left(): number {
    return this.#end - this.#position
  }

  /** A copy of the bytes left in the current message; the position does not change. */
  rest(): Buffer {
    return Buffer.from(this.#bytes.subarray(this.#position, this.#end))
  }

  /** Moves to the end of the current message if exactly these bytes are left; returns false otherwise. */
  passOver(bytes: Uint8Array): boolean {
    const start = this.#position
    if (bytes.length !== this.left || this.#bytes.compare(bytes, 0, bytes.length, start, this.#end) !== 0) return false
    this.#position = this.#end
    return true
  }

  /** Reads an unsigned number; of a longer varint only the low 32 bits, the rule of protobuf for int32 and bool. */
  varint(): number {
    const bytes = this.#bytes
    const first = this.#byte()
    if (first < 0x80) return first
    let value = first & 0x7f
    for (let shift = 7; shift < 70; shift += 7) {
      if (this.#position >= this.#end) throw cut()
      const byte = bytes[this.#position++] as number
      if (shift < 32) value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
    throw new WireError('malformed', 'a number takes more than ten bytes')
  }

  int32(): number {
    return this.varint() | 0
  }

  bool(): boolean {
    return this.int64() !== 0
  }

  /** Reads an integer, as a number if that is exact, otherwise as a bigint. */
  int64(): number | bigint {
    const start = this.#position
    let low = 0
    let factor = 1
    // 7 bytes of 7 bits are below 2^49: exact as a number.
    for (let count = 0; count < 7; count++) {
      const byte = this.#byte()
      low += (byte & 0x7f) * factor
      if (byte < 0x80) return low
      factor *= 128
    }
    this.#position = start
    return this.#longInt64()
  }

  double(): number {
    const start = this.#advance(8)
    return this.#bytes.readDoubleLE(start)
  }

  string(): string {
    const size = this.varint()
    const start = this.#advance(size)
    if (size < 24) {
      const short = this.#ascii(start, size)
      if (short !== undefined) return short
    }
    const text = this.#bytes.toString('utf8', start, start + size)
    // A decoder puts this character in the place of invalid bytes; a text rarely means the character itself.
    if (text.includes('\ufffd') && !isUtf8(this.#bytes.subarray(start, start + size)))
      throw new WireError('malformed', 'a text is not UTF-8')
    return text
  }

  /** Returns a copy, so that a small value does not keep a big answer in memory. */
  bytes(): Uint8Array {
    const size = this.varint()
    const start = this.#advance(size)
    this.#rawBytes += size
    return new Uint8Array(this.#bytes.subarray(start, start + size))
  }

  message<T>(codec: Readable<T>): T {
    const outer = this.#open()
    const message = codec.read(this)
    this.#close(outer)
    return message
  }

  /** Returns the map with one more entry. A missing key or value is empty. */
  stringEntry(map: Record<string, string>): Record<string, string> {
    const own = ownMap(map)
    const outer = this.#open()
    let key = ''
    let value = ''
    while (this.more) {
      const tag = this.varint()
      if (tag === keyTag) key = this.string()
      else if (tag === valueTag) value = this.string()
      else this.skip(tag)
    }
    own[key] = value
    this.#close(outer)
    return own
  }

  bytesEntry(map: Record<string, Uint8Array>): Record<string, Uint8Array> {
    const own = ownMap(map)
    const outer = this.#open()
    let key = ''
    let value: Uint8Array = new Uint8Array()
    while (this.more) {
      const tag = this.varint()
      if (tag === keyTag) key = this.string()
      else if (tag === valueTag) value = this.bytes()
      else this.skip(tag)
    }
    own[key] = value
    this.#close(outer)
    return own
  }

  messageEntry<T>(map: Record<string, T>, codec: Readable<T>): Record<string, T> {
    const own = ownMap(map)
    const outer = this.#open()
    let key = ''
    let value: T | undefined
    while (this.more) {
      const tag = this.varint()
      if (tag === keyTag) key = this.string()
      else if (tag === valueTag) value = this.message(codec)
      else this.skip(tag)
    }
    // A missing value: the reader has no more fields, so this reads an empty message.
    own[key] = value ?? codec.read(this)
    this.#close(outer)
    return own
  }

  /** Reads packed numbers until the end of their length. */
  packed(take: () => void): void {
    const outer = this.#open()
    while (this.more) take()
    this.#close(outer)
  }

  /** Skips a field that this side does not know. */
  skip(tag: number): void {
    switch (tag & 7) {
      case 0:
        this.varint()
        return
      case 1:
        this.#advance(8)
        return
      case 2:
        this.#advance(this.varint())
        return
      case 5:
        this.#advance(4)
        return
      default:
        throw new WireError('malformed', `field ${tag >>> 3} has the unknown wire type ${tag & 7}`)
    }
  }

  #open(): number {
    const size = this.varint()
    if (++this.#depth > maxDepth)
      throw new WireError('too-deep', `the message is nested deeper than ${maxDepth} levels`)
    if (++this.#messages > maxMessages)
      throw new WireError('too-many', `the message contains more than ${maxMessages} messages`)
    const outer = this.#end
    if (size > outer - this.#position) throw cut()
    this.#end = this.#position + size
    return outer
  }

  #close(outer: number): void {
    this.#end = outer
    this.#depth--
  }

  #byte(): number {
    if (this.#position >= this.#end) throw cut()
    return this.#bytes[this.#position++] as number
  }

  /** Skips `size` bytes and returns where they start. */
  #advance(size: number): number {
    const start = this.#position
    if (size > this.#end - start) throw cut()
    this.#position = start + size
    return start
  }

  #longInt64(): number | bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) {
        const signed = BigInt.asIntN(64, value)
        const number = Number(signed)
        return Number.isSafeInteger(number) ? number : signed
      }
    }
    throw new WireError('malformed', 'a number takes more than ten bytes')
  }

  #ascii(start: number, size: number): string | undefined {
    const bytes = this.#bytes
    let text = ''
    for (let index = start; index < start + size; index++) {
      const byte = bytes[index] as number
      if (byte > 0x7f) return undefined
      text += String.fromCharCode(byte)
    }
    return text
  }
}

function cut(): WireError {
  return new WireError('malformed', 'the message ends in the middle of a field')
}

/** The memory of an empty message of the largest kind; the weight of raw bytes, below, is the memory that a byte of JSON takes. */
const messageWeight = 256
const rawWeight = 16

const keyTag = (1 << 3) | 2
const valueTag = (2 << 3) | 2
