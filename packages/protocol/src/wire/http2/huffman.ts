import { Http2Error } from './http2-error.ts'

/**
 * The number of bits in the code of each byte, RFC 7541 appendix B. The code is canonical: codes count up in the order of length, then of
 * byte, so the lengths define them.
 */
// oxfmt-ignore
const lengths: readonly number[] = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
  15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
  20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
  22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
  26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
  20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
]

/** Branches of the tree: `2 * node + bit` holds the next node, or, below zero, the decoded byte (`-1 - byte`). */
let tree: Int16Array | undefined

function buildTree(): Int16Array {
  const branches = new Int16Array(1024)
  const order = lengths.map((_, byte) => byte).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b)
  let nodes = 1
  let code = 0
  let bits = 0
  for (const byte of order) {
    const length = lengths[byte] ?? 0
    code *= 2 ** (length - bits)
    bits = length
    let node = 0
    for (let bit = length - 1; bit > 0; bit--) {
      const at = 2 * node + ((code >>> bit) & 1)
      if (branches[at] === 0) branches[at] = nodes++
      node = branches[at] as number
    }
    branches[2 * node + (code & 1)] = -1 - byte
    code++
  }
  return branches
}

/** Decodes a Huffman-coded header string. Fails with an Http2Error on an invalid code. */
export function decodeHuffman(coded: Uint8Array): string {
  tree ??= buildTree()
  let text = ''
  let node = 0
  /** Number of bits since the last whole code: the bits left at the end must be padding, which is shorter than a byte. */
  let pending = 0
  let onlyOnes = true
  for (const byte of coded) {
    for (let shift = 7; shift >= 0; shift--) {
      const bit = (byte >>> shift) & 1
      const next = tree[2 * node + bit] as number
      pending++
      onlyOnes &&= bit === 1
      if (next === 0) throw new Http2Error('compression', 'a header is not valid Huffman code')
      if (next > 0) node = next
      else {
        text += String.fromCharCode(-1 - next)
        node = 0
        pending = 0
        onlyOnes = true
      }
    }
  }
  if (pending > 7 || !onlyOnes) throw new Http2Error('compression', 'a header ends in the middle of its Huffman code')
  return text
}
