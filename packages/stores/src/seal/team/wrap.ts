import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from '../cipher.ts'
import { badKey, freshPair, type KeyPair, type PublicKey } from './key-pair.ts'

/**
 * Wraps 32 bytes for the owner of a private key. A fresh X25519 pair agrees with the public key, and HKDF-SHA256 derives a key for
 * AES-256-GCM from that (decisions/0145). `1:<the fresh public key>:<cipher text>`.
 *
 * @param label authenticated with the text, which opens only with this label
 */
export function wrapFor(recipient: PublicKey, secret: Buffer, label: string): string {
  const fresh = freshPair()
  const from = fresh.publicKey.bytes
  const key = wrapKey(agreed(fresh, recipient.bytes), from, recipient.bytes)
  return `1:${from.toString('base64url')}:${encrypt(key, secret.toString('base64url'), label)}`
}

/** Unwraps a secret; `undefined` if it was changed, or has another recipient or label. */
export function unwrapWith(pair: KeyPair, wrapped: string, label: string): Buffer | undefined {
  const [form, from = '', text = '', ...more] = wrapped.split(':')
  const sender = Buffer.from(from, 'base64url')
  if (form !== '1' || sender.length !== 32 || more.length > 0) return undefined
  const secret = shared(pair, sender)
  if (secret === undefined) return undefined
  const plain = decrypt(wrapKey(secret, sender, pair.publicKey.bytes), text, label)
  const bytes = plain === undefined ? undefined : Buffer.from(plain, 'base64url')
  return bytes?.length === 32 ? bytes : undefined
}

/** Derives a key. Includes both public keys, so that the same secret between other keys gives another key. */
function wrapKey(secret: Buffer, from: Buffer, to: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([from, to]), 'slipway state key 1', 32))
}

function agreed(pair: KeyPair, other: Buffer): Buffer {
  const secret = shared(pair, other)
  if (secret !== undefined) return secret
  throw badKey('Slipway cannot seal for this public key', 'give the key that "slipway key show" prints')
}

/** The shared secret; `undefined` for a public key of small order, which gives everyone the same secret. */
function shared(pair: KeyPair, other: Buffer): Buffer | undefined {
  try {
    const secret = pair.agree(other)
    return secret.every((byte) => byte === 0) ? undefined : secret
  } catch {
    return undefined
  }
}
