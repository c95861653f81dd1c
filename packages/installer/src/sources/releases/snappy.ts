/** The block is not valid snappy. */
export class BadSnappy extends Error {}

/**
 * Unpacks a snappy block, the format in which GitHub stores attestations: the length of the content, then literal bytes and copies of bytes that
 * were unpacked before.
 *
 * @param limit the maximum number of bytes of the content
 * @throws BadSnappy
 */
export function unpackSnappy(block: Uint8Array, limit: number): Buffer {
  const [length, start] = lengthIn(block)
  if (length > limit) throw new BadSnappy(`it would have ${length} bytes, more than the limit of ${limit}`)
  const content = Buffer.alloc(length)
  let [from, to] = [start, 0]
  while (from < block.length) {
    const { at, size, copied } = pieceAt(block, from)
    if (to + size > length) throw new BadSnappy('it has more bytes than it says')
    if (copied === undefined) {
      if (at + size > block.length) throw new BadSnappy('it ends too early')
      content.set(block.subarray(at, at + size), to)
    } else {
      if (copied === 0 || copied > to) throw new BadSnappy('it copies data that is not there')
      // The bytes are copied one by one, because a copy may overlap its own output, which repeats a pattern.
      for (let index = 0; index < size; index++) content[to + index] = content[to + index - copied] ?? 0
    }
    to += size
    from = copied === undefined ? at + size : at
  }
  if (to !== length) throw new BadSnappy('it has fewer bytes than it says')
  return content
}

/** Returns the length of the content, which is in groups of seven bits with the lowest first, and the index in the block after it. */
function lengthIn(block: Uint8Array): readonly [number, number] {
  let length = 0
  for (let index = 0; index < 5; index++) {
    const byte = byteAt(block, index)
    length += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return [length, index + 1]
  }
  throw new BadSnappy('it has no length')
}

interface Piece {
  /** The index of the literal bytes in the block, or of the piece after a copy. */
  readonly at: number
  readonly size: number
  /** The distance between the start of the copy and the end of the unpacked bytes; absent for literal bytes. */
  readonly copied?: number
}

function pieceAt(block: Uint8Array, from: number): Piece {
  const tag = byteAt(block, from)
  const high = tag >> 2
  switch (tag & 3) {
    case 0: {
      const bytes = Math.max(0, high - 59)
      return { at: from + 1 + bytes, size: (bytes === 0 ? high : numberAt(block, from + 1, bytes)) + 1 }
    }
    case 1:
      return { at: from + 2, size: 4 + (high & 7), copied: (tag >> 5) * 256 + byteAt(block, from + 1) }
    default: {
      const bytes = (tag & 3) === 2 ? 2 : 4
      return { at: from + 1 + bytes, size: high + 1, copied: numberAt(block, from + 1, bytes) }
    }
  }
}

/** Reads a number whose lowest byte comes first. */
function numberAt(block: Uint8Array, from: number, bytes: number): number {
  let number = 0
  for (let index = 0; index < bytes; index++) number += byteAt(block, from + index) * 256 ** index
  return number
}

function byteAt(block: Uint8Array, index: number): number {
  const byte = block[index]
  if (byte === undefined) throw new BadSnappy('it ends too early')
  return byte
}
