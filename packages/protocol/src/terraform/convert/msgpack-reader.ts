import type { CtyPath } from '../cty/path.ts'
import { Mismatch } from './mismatch.ts'

/** The first bytes of a msgpack value. The elements of a list or map follow it. */
export type Token =
  | { readonly kind: 'nil' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number | bigint }
  | { readonly kind: 'text'; readonly bytes: Buffer }
  | { readonly kind: 'list'; readonly size: number }
  | { readonly kind: 'map'; readonly size: number }
  | { readonly kind: 'extension'; readonly code: number; readonly bytes: Buffer }

const nil: Token = { kind: 'nil' }
const yes: Token = { kind: 'bool', value: true }
const no: Token = { kind: 'bool', value: false }

/**
 * Reads unchecked msgpack, one token after the other. No length is trusted before the bytes are seen: an element takes at least one byte.
 * @throws Mismatch for anything that is not msgpack
 */
export class MsgpackReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** @param path the place of the value, for messages */
  next(path: CtyPath): Token {
    const byte = this.#bytes[this.#skip(1, path)] as number
    if (byte <= 0x7f) return { kind: 'number', value: byte }
    if (byte >= 0xe0) return { kind: 'number', value: byte - 0x100 }
    if (byte <= 0x8f) return this.#collection('map', byte & 0x0f, path)
    if (byte <= 0x9f) return this.#collection('list', byte & 0x0f, path)
    if (byte <= 0xbf) return this.#text(byte & 0x1f, path)
    return this.#long(byte, path)
  }

  #long(byte: number, path: CtyPath): Token {
    if (byte >= 0xca && byte <= 0xd3) return { kind: 'number', value: this.#number(byte, path) }
    switch (byte) {
      case 0xc0:
        return nil
      case 0xc2:
        return no
      case 0xc3:
        return yes
      case 0xc4:
      case 0xd9:
        return this.#text(this.#size(1, path), path)
      case 0xc5:
      case 0xda:
        return this.#text(this.#size(2, path), path)
      case 0xc6:
      case 0xdb:
        return this.#text(this.#size(4, path), path)
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#extension(this.#size(2 ** (byte - 0xc7), path), path)
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#extension(2 ** (byte - 0xd4), path)
      case 0xdc:
      case 0xdd:
        return this.#collection('list', this.#size(byte === 0xdc ? 2 : 4, path), path)
      case 0xde:
      case 0xdf:
        return this.#collection('map', this.#size(byte === 0xde ? 2 : 4, path), path)
      default:
        throw new Mismatch(path, `the byte 0x${byte.toString(16)} begins no value of msgpack`)
    }
  }

  #number(byte: number, path: CtyPath): number | bigint {
    const bytes = this.#bytes
    switch (byte) {
      case 0xca:
        return bytes.readFloatBE(this.#skip(4, path))
      case 0xcb:
        return bytes.readDoubleBE(this.#skip(8, path))
      case 0xcf:
        return bytes.readBigUInt64BE(this.#skip(8, path))
      case 0xd3:
        return bytes.readBigInt64BE(this.#skip(8, path))
      default: {
        const width = 2 ** ((byte - 0xcc) % 4)
        const at = this.#skip(width, path)
        return byte < 0xd0 ? bytes.readUIntBE(at, width) : bytes.readIntBE(at, width)
      }
    }
  }

  #size(width: number, path: CtyPath): number {
    return this.#bytes.readUIntBE(this.#skip(width, path), width)
  }

  #text(size: number, path: CtyPath): Token {
    return { kind: 'text', bytes: this.#piece(size, path) }
  }

  #extension(size: number, path: CtyPath): Token {
    const code = this.#bytes.readInt8(this.#skip(1, path))
    return { kind: 'extension', code, bytes: this.#piece(size, path) }
  }

  #collection(kind: 'list' | 'map', size: number, path: CtyPath): Token {
    const least = kind === 'map' ? 2 * size : size
    if (least > this.#bytes.length - this.#at) throw cut(path)
    return { kind, size }
  }

  #piece(size: number, path: CtyPath): Buffer {
    const start = this.#skip(size, path)
    return this.#bytes.subarray(start, start + size)
  }

  /** Skips `size` bytes and returns where they start. */
  #skip(size: number, path: CtyPath): number {
    const start = this.#at
    if (size > this.#bytes.length - start) throw cut(path)
    this.#at = start + size
    return start
  }
}

function cut(path: CtyPath): Mismatch {
  return new Mismatch(path, 'the value ends in the middle')
}
