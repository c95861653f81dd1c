import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  randomBytes,
  scryptSync,
  type KeyObject,
} from 'node:crypto'
import { Failure } from '@slipway/model'
import { isScryptCost, ownScryptCost, scryptLimits } from '../scrypt.ts'

/** An X25519 key pair. Others wrap a key for the public key, and the private key opens it. */
export interface KeyPair {
  readonly publicKey: PublicKey
  /** The shared secret of a key exchange. Fails if the other key has a small order. */
  agree(other: Buffer): Buffer
}

export interface PublicKey {
  /**
   * `slipway-public-<key>`; for a key derived from a passphrase `slipway-public-<log2 N>-<salt>-<key>`, so that the passphrase alone can
   * recreate the pair.
   */
  readonly text: string
  readonly bytes: Buffer
  /** Present if the key is derived from a passphrase. */
  readonly derived?: Derivation
}

export interface Derivation {
  /** The binary logarithm of N, the cost of scrypt. */
  readonly cost: number
  readonly salt: string
}

const publicForm = /^slipway-public-(?:(\d{2})-([A-Za-z0-9_-]{22})-)?([A-Za-z0-9_-]{43})$/
const privateForm = /^slipway-private-([A-Za-z0-9_-]{43})$/

/**
 * Separates private keys from the sealing keys of `passphraseSealer`. The writer of a state chooses salts, and one salt must not give both.
 */
const pairSalt = Buffer.from('slipway private key 1:')

/** The DER prefix of an X25519 key: RFC 8410. */
const privateHead = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicHead = Buffer.from('302a300506032b656e032100', 'hex')

/** @throws Failure `state/bad-key` */
export function parsePublicKey(text: string): PublicKey {
  const [, cost, salt, key = ''] = publicForm.exec(text) ?? []
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== 32 || bytes.toString('base64url') !== key)
    throw badKey(
      'this is not a public key',
      'give the key that "slipway key show" prints; it begins with slipway-public-',
    )
  if (cost === undefined || salt === undefined) return { text, bytes }
  if (!isScryptCost(Number(cost)))
    throw badKey('this public key is derived at too high a cost', 'let "slipway key show" print it again')
  return { text, bytes, derived: { cost: Number(cost), salt } }
}

/** Parses a text from {@link privateText}. No message contains the text. */
export function parsePrivateKey(text: string, where: string): KeyPair {
  const [, key = ''] = privateForm.exec(text.trim()) ?? []
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== 32)
    throw badKey(
      `${where} holds no private key`,
      'restore the key that "slipway key show" created; it begins with slipway-private-',
    )
  return pairOf(bytes)
}

export function privateText(bytes: Buffer): string {
  return `slipway-private-${bytes.toString('base64url')}`
}

export function freshPrivateKey(): Buffer {
  return randomBytes(32)
}

/** @param given the derivation to repeat. Default: a new salt */
export function pairOfPassphrase(passphrase: string, given?: Derivation): KeyPair {
  const { cost, salt } = given ?? { cost: ownScryptCost, salt: randomBytes(16).toString('base64url') }
  const salted = Buffer.concat([pairSalt, Buffer.from(salt, 'base64url')])
  const bytes = scryptSync(passphrase.normalize('NFC'), salted, 32, scryptLimits(cost))
  return pairOf(bytes, { cost, salt })
}

/** A fingerprint for comparing keys by telephone: 128 bits in groups of four digits. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(publicKey).digest('hex').slice(0, 32)
  return digest.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

function pairOf(bytes: Buffer, derived?: Derivation): KeyPair {
  const secret = createPrivateKey({ key: Buffer.concat([privateHead, bytes]), format: 'der', type: 'pkcs8' })
  const own = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(publicHead.length)
  const source = derived === undefined ? '' : `${derived.cost}-${derived.salt}-`
  const text = `slipway-public-${source}${own.toString('base64url')}`
  return {
    publicKey: { text, bytes: own, ...(derived && { derived }) },
    agree: (other) => diffieHellman({ privateKey: secret, publicKey: publicObject(other) }),
  }
}

/** A key pair for a single message. */
export function freshPair(): KeyPair {
  return pairOf(freshPrivateKey())
}

function publicObject(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicHead, bytes]), format: 'der', type: 'spki' })
}

export function badKey(message: string, hint: string): Failure {
  return new Failure('state/bad-key', message, { hint })
}
