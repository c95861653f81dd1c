import { staticTable } from './static-table.ts'

/**
 * Encodes a block of headers that the peer can read without earlier blocks: known headers as numbers, others in plain text. The same
 * headers give the same bytes on every connection, so that callers can keep blocks and peers can remember their meaning.
 */
export function encodeHeaders(headers: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(headers.map(([name, value]) => encodeHeader(name, value)))
}

function encodeHeader(name: string, value: string): Buffer {
  const known = numbers.get(`${name}\0${value}`)
  if (known !== undefined) return encodeInteger(0x80, 7, known)
  return Buffer.concat([encodeName(name), encodeText(value)])
}

/** Encodes the bytes before the value of a header whose value is in no table. */
function encodeName(name: string): Buffer {
  const named = numbers.get(name)
  // 0x00: a literal that no table remembers.
  return named === undefined ? Buffer.concat([Buffer.of(0), encodeText(name)]) : encodeInteger(0, 4, named)
}

/** The numbers of known headers, by name and value; the first number of each name also by the name alone. */
const numbers = new Map<string, number>()
for (const [index, [name, value]] of staticTable.entries()) {
  numbers.set(`${name}\0${value}`, index + 1)
  if (!numbers.has(name)) numbers.set(name, index + 1)
}

/** Encodes a name or a value in plain text, with its length before it. */
function encodeText(text: string): Buffer {
  const { length } = text
  if (length >= longText) return Buffer.concat([encodeInteger(0, 7, length), Buffer.from(text, 'latin1')])
  const bytes = Buffer.allocUnsafe(1 + length)
  bytes[0] = length
  bytes.write(text, 1, 'latin1')
  return bytes
}

/** The first length that takes more than one byte. */
const longText = 127

/** Writes a value into the low `bits` of a byte whose upper bits are `pattern`; a larger value takes more bytes (RFC 7541, 5.1). */
function encodeInteger(pattern: number, bits: number, value: number): Buffer {
  const most = 2 ** bits - 1
  if (value < most) return Buffer.of(pattern | value)
  const bytes = [pattern | most]
  let rest = value - most
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}
