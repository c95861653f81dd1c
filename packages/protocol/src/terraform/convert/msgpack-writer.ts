import type { CtyNumber } from '../cty/number.ts'

/** Writes msgpack, one token after the other. */
export class MsgpackWriter {
  #bytes = Buffer.allocUnsafe(256)
  #end = 0

  /** Returns a copy of the written bytes. */
  bytes(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#bytes, 0, this.#end)
  }

  nil(): void {
    this.#byte(0xc0)
  }

  bool(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2)
  }

  text(text: string): void {
    const size = Buffer.byteLength(text)
    if (size < 32) this.#byte(0xa0 | size)
    else this.#head(size, 0xd9, 0xda, 0xdb)
    this.#grow(size)
    this.#end += this.#bytes.write(text, this.#end, 'utf8')
  }

  binary(bytes: Uint8Array): void {
    this.#head(bytes.length, 0xc4, 0xc5, 0xc6)
    this.#raw(bytes)
  }

  list(size: number): void {
    if (size < 16) this.#byte(0x90 | size)
    else this.#head(size, undefined, 0xdc, 0xdd)
  }

  map(size: number): void {
    if (size < 16) this.#byte(0x80 | size)
    else this.#head(size, undefined, 0xde, 0xdf)
  }

  extension(code: number, bytes: Uint8Array): void {
    const fixed = [1, 2, 4, 8, 16].indexOf(bytes.length)
    if (fixed >= 0) this.#byte(0xd4 + fixed)
    else this.#head(bytes.length, 0xc7, 0xc8, 0xc9)
    this.#byte(code)
    this.#raw(bytes)
  }

  integer(value: number | bigint): void {
    if (value >= 0 && value < 0x80) this.#byte(Number(value))
    else if (value < 0 && value >= -0x20) this.#byte(0x100 + Number(value))
    else {
      this.#byte(value < 0 ? 0xd3 : 0xcf)
      this.#grow(8)
      if (value < 0) this.#bytes.writeBigInt64BE(BigInt(value), this.#end)
      else this.#bytes.writeBigUInt64BE(BigInt(value), this.#end)
      this.#end += 8
    }
  }

  /** Writes an integer or a float if it represents the number exactly, and otherwise its digits: no digit is lost. */
  number({ text, isInteger }: CtyNumber): void {
    const integer = isInteger ? BigInt(text) : undefined
    if (integer !== undefined && integer >= -(2n ** 63n) && integer < 2n ** 64n) this.integer(integer)
    else if (isDouble(text)) {
      this.#byte(0xcb)
      this.#grow(8)
      this.#end = this.#bytes.writeDoubleBE(Number(text), this.#end)
    } else this.text(text)
  }

  #head(size: number, one: number | undefined, two: number, four: number): void {
    const [width, byte] = size < 0x100 && one !== undefined ? [1, one] : size < 0x1_0000 ? [2, two] : [4, four]
    this.#byte(byte)
    this.#grow(width)
    this.#end = this.#bytes.writeUIntBE(size, this.#end, width)
  }

  #byte(byte: number): void {
    this.#grow(1)
    this.#bytes[this.#end++] = byte
  }

  #raw(bytes: Uint8Array): void {
    this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
  }

  #grow(size: number): void {
    if (this.#end + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + size))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}

/**
 * Whether a double has exactly this value. D / 10^k is a double if 5^k divides D, since a double is a whole number of 53 bits times a power
 * of two.
 */
function isDouble(text: string): boolean {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  if (whole.length + fraction.length > 40) return false
  const digits = BigInt(whole + fraction)
  const fives = 5n ** BigInt(fraction.length)
  if (digits % fives !== 0n) return false
  let bits = digits / fives
  while (bits > 0n && (bits & 1n) === 0n) bits >>= 1n
  return bits < 2n ** 53n
}
