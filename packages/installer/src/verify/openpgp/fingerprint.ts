import { createHash } from 'node:crypto'
import type { Signer } from '../level.ts'
import { dearmored } from './armor.ts'

/** Returns the signer with this public key, armored or binary; `undefined` when the input is not exactly one key. */
export function signerOfKey(key: string | Uint8Array): Signer | undefined {
  const bytes = dearmored(key)
  if (bytes === undefined) return undefined
  const packets = packetsIn(bytes)
  const [first] = packets
  if (first?.tag !== publicKey || packets.filter(({ tag }) => tag === publicKey).length !== 1) return undefined
  const fingerprint = fingerprintOf(first.body)
  return fingerprint === undefined ? undefined : `gpg:${fingerprint}`
}

/** The packet tag of a primary public key. */
const publicKey = 6

interface Packet {
  readonly tag: number
  readonly body: Buffer
}

/** Computes the fingerprint of a key; see RFC 9580, 5.5.4. */
function fingerprintOf(body: Buffer): string | undefined {
  const head = Buffer.alloc(5)
  if (body[0] === 4) {
    head[0] = 0x99
    head.writeUInt16BE(body.length, 1)
    return createHash('sha1').update(head.subarray(0, 3)).update(body).digest('hex').toUpperCase()
  }
  if (body[0] !== 6) return undefined
  head[0] = 0x9b
  head.writeUInt32BE(body.length, 1)
  return createHash('sha256').update(head).update(body).digest('hex').toUpperCase()
}

/** Returns the packets of a file, up to the first incomplete packet. */
function packetsIn(bytes: Uint8Array): readonly Packet[] {
  const packets: Packet[] = []
  let rest = Buffer.from(bytes)
  while (rest.length > 1) {
    const found = nextPacket(rest)
    if (found === undefined || found.end > rest.length) break
    packets.push({ tag: found.tag, body: rest.subarray(found.start, found.end) })
    rest = rest.subarray(found.end)
  }
  return packets
}

/** Finds the body of the first packet, in the old form and in the new one. Keys have no partial lengths. */
function nextPacket(bytes: Buffer): { readonly tag: number; readonly start: number; readonly end: number } | undefined {
  const [head = 0, first = 0] = bytes
  if ((head & 0x80) === 0) return undefined
  if ((head & 0x40) === 0) {
    const width = 1 << (head & 0x03)
    if (width > 4 || bytes.length < 1 + width) return undefined
    const start = 1 + width
    return { tag: (head >> 2) & 0x0f, start, end: start + bytes.readUIntBE(1, width) }
  }
  const tag = head & 0x3f
  if (first < 192) return { tag, start: 2, end: 2 + first }
  if (first < 224 && bytes.length > 2) return { tag, start: 3, end: 3 + ((first - 192) << 8) + (bytes[2] ?? 0) + 192 }
  return first === 255 && bytes.length > 5 ? { tag, start: 6, end: 6 + bytes.readUInt32BE(2) } : undefined
}
