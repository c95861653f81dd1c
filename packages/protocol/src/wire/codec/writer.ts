import { maxDepth } from './limits.ts'
import { Encoded } from './encoded.ts'
import type { Init } from './init.ts'
import { WireError } from './wire-error.ts'

/** A message that can be encoded. */
export interface Writable<T> {
  write(writer: Writer, message: Init<T>): void
}

/**
 * Protobuf bytes under construction, in one growing buffer. A message inside a message is written in place. Its length, which is known only
 * afterwards, goes before it: one byte is kept free for it, which is enough for most messages.
 *
 * `tag` is a field's number and wire type in the encoding of the wire: `number << 3 | type`.
 */
export class Writer {
  #bytes = Buffer.allocUnsafe(1024)
  #end = 0
  #depth = 0

  /** Starts a new message in the same buffer, with `reserved` bytes left free at the front. */
  reset(reserved = 0): void {
    if (this.#bytes.length > keptCapacity) this.#bytes = Buffer.allocUnsafe(1024)
    this.#end = 0
    this.#depth = 0
    this.#grow(reserved)
    this.#end = reserved
  }

  /** Returns a copy of the written bytes, including the reserved ones, with `spare` free bytes behind. */
  finish(spare = 0): Buffer {
    const copy = Buffer.allocUnsafe(this.#end + spare)
    this.#bytes.copy(copy, 0, 0, this.#end)
    return copy
  }

  string(tag: number, value: string): void {
    this.varint(tag)
    const { length } = value
    // UTF-8 needs at most 3 bytes for a UTF-16 unit; the length itself needs at most 5.
    this.#grow(length * 3 + 5)
    if (length < shortText && this.#ascii(value)) return
    const size = Buffer.byteLength(value, 'utf8')
    this.varint(size)
    this.#end += this.#bytes.write(value, this.#end, size, 'utf8')
  }

  bytes(tag: number, value: Uint8Array): void {
    this.varint(tag)
    this.varint(value.length)
    this.#grow(value.length)
    this.#bytes.set(value, this.#end)
    this.#end += value.length
  }

  bool(tag: number, value: boolean): void {
    this.varint(tag)
    this.varint(value ? 1 : 0)
  }

  double(tag: number, value: number): void {
    this.varint(tag)
    this.#grow(8)
    this.#end = this.#bytes.writeDoubleLE(value, this.#end)
  }

  /** Writes an int32 or an enum's number. A negative number takes ten bytes, as in every implementation of protobuf. */
  int32(tag: number, value: number): void {
    this.varint(tag)
    if (value >= 0) this.varint(value)
    else this.#varint64(BigInt(value))
  }

  int64(tag: number, value: number | bigint): void {
    this.varint(tag)
    if (typeof value === 'number' && value >= 0 && value <= 0xffffffff) this.varint(value)
    else this.#varint64(BigInt(value))
  }

  message<T>(tag: number, message: Init<T>, codec: Writable<T>): void {
    if (message instanceof Encoded) {
      this.bytes(tag, message.bytes)
      return
    }
    this.varint(tag)
    const lengthAt = this.#open()
    codec.write(this, message)
    this.#close(lengthAt)
  }

  /** Writes one entry of a map: a message with a key (field 1) and a value (field 2). */
  stringEntry(tag: number, key: string, value: string): void {
    this.varint(tag)
    const lengthAt = this.#open()
    this.string(keyTag, key)
    this.string(valueTag, value)
    this.#close(lengthAt)
  }

  bytesEntry(tag: number, key: string, value: Uint8Array): void {
    this.varint(tag)
    const lengthAt = this.#open()
    this.string(keyTag, key)
    this.bytes(valueTag, value)
    this.#close(lengthAt)
  }

  messageEntry<T>(tag: number, key: string, value: Init<T>, codec: Writable<T>): void {
    this.varint(tag)
    const lengthAt = this.#open()
    this.string(keyTag, key)
    this.message(valueTag, value, codec)
    this.#close(lengthAt)
  }

  /** Writes an unsigned number below 2^32. */
  varint(value: number): void {
    this.#grow(5)
    const bytes = this.#bytes
    let end = this.#end
    let rest = value
    while (rest > 0x7f) {
      bytes[end++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    bytes[end++] = rest
    this.#end = end
  }

  #varint64(value: bigint): void {
    this.#grow(10)
    let rest = BigInt.asUintN(64, value)
    while (rest > 0x7fn) {
      this.#bytes[this.#end++] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.#bytes[this.#end++] = Number(rest)
  }

  /** Writes length and text if the text is ASCII; otherwise leaves the writer unchanged. */
  #ascii(value: string): boolean {
    const bytes = this.#bytes
    const start = this.#end
    bytes[start] = value.length
    for (let index = 0; index < value.length; index++) {
      const unit = value.charCodeAt(index)
      if (unit > 0x7f) return false
      bytes[start + 1 + index] = unit
    }
    this.#end = start + 1 + value.length
    return true
  }

  #open(): number {
    if (++this.#depth > maxDepth)
      throw new WireError('too-deep', `a value is nested deeper than ${maxDepth} levels and cannot be sent`)
    this.#grow(1)
    return this.#end++
  }

  #close(lengthAt: number): void {
    this.#depth--
    const size = this.#end - lengthAt - 1
    if (size <= 0x7f) {
      this.#bytes[lengthAt] = size
      return
    }
    const extra = size < 1 << 14 ? 1 : size < 1 << 21 ? 2 : size < 1 << 28 ? 3 : 4
    this.#grow(extra)
    this.#bytes.copyWithin(lengthAt + 1 + extra, lengthAt + 1, this.#end)
    const end = this.#end + extra
    this.#end = lengthAt
    this.varint(size)
    this.#end = end
  }

  #grow(needed: number): void {
    const least = this.#end + needed
    if (least <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(least, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = grown
  }
}

const keyTag = (1 << 3) | 2
const valueTag = (2 << 3) | 2
/** For texts shorter than this, a loop is faster than a call into the runtime; their length also fits into one byte. */
const shortText = 48
/** The largest buffer that is kept, in bytes; a larger one, from a big message, is released. */
const keptCapacity = 1 << 20
