/** Stands for a value that is not known yet. */
export const open = '(unknown)'

/**
 * Reads the bytes that a provider writes for a value, without its schema: an unknown value becomes {@link open}, and a dynamic value becomes the
 * plain value.
 */
export function readMsgpack(bytes: Buffer): unknown {
  return new Reader(bytes).value()
}

/** Tags of lengths that follow in 1, 2 or 4 bytes. */
const binaries = 0xc4
const extensions = 0xc7
const texts = 0xd9
const lists = 0xdc
const maps = 0xde

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  value(): unknown {
    const tag = this.#number(1)
    if (tag <= 0x7f) return tag
    if (tag <= 0x8f) return this.#map(tag & 0x0f)
    if (tag <= 0x9f) return this.#list(tag & 0x0f)
    if (tag <= 0xbf) return this.#take(tag & 0x1f).toString()
    if (tag >= 0xe0) return tag - 0x100
    if (tag === 0xc0) return null
    if (tag <= 0xc3) return tag === 0xc3
    if (tag < extensions) return this.#take(this.#number(1 << (tag - binaries)))
    if (tag < 0xca) return this.#extension(this.#number(1 << (tag - extensions)))
    if (tag === 0xca) return this.#take(4).readFloatBE()
    if (tag === 0xcb) return this.#take(8).readDoubleBE()
    if (tag <= 0xcf) return this.#number(1 << (tag - 0xcc))
    if (tag <= 0xd3) return this.#signed(1 << (tag - 0xd0))
    if (tag < texts) return this.#extension(1 << (tag - 0xd4))
    if (tag < lists) return this.#take(this.#number(1 << (tag - texts))).toString()
    if (tag < maps) return this.#list(this.#number(2 << (tag - lists)))
    return this.#map(this.#number(2 << (tag - maps)))
  }

  #take(length: number): Buffer {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  #number(length: number): number {
    return length === 8 ? Number(this.#take(8).readBigUInt64BE()) : this.#take(length).readUIntBE(0, length)
  }

  #signed(length: number): number {
    return length === 8 ? Number(this.#take(8).readBigInt64BE()) : this.#take(length).readIntBE(0, length)
  }

  #extension(length: number): string {
    this.#take(length + 1)
    return open
  }

  #list(length: number): unknown {
    const [type, value, ...others] = Array.from({ length }, () => this.value())
    if (Buffer.isBuffer(type)) return value
    return length < 2 ? [type].slice(0, length) : [type, value, ...others]
  }

  #map(length: number): unknown {
    return Object.fromEntries(Array.from({ length }, () => [String(this.value()), this.value()]))
  }
}
