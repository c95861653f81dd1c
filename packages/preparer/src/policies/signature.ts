import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { Failure } from '@slipway/model'
import { type Manifest, signedBytes } from '../manifest/manifest.ts'
import type { Installed } from '../records/pod-record.ts'
import type { Objection } from './policy.ts'

/** The bytes before the 32 bytes of an Ed25519 key, in the form that other programs read. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** 32 bytes in base64, which may begin with a slash as paths do. */
const rawKey = /^[A-Za-z0-9+/]{43}=$/

/**
 * A public key, as PEM text, the absolute path of a PEM file, or base64 of the 32 bytes or of the SPKI form.
 *
 * @throws Failure `node/bad-key`
 */
export function publicKeyOf(written: string): KeyObject {
  try {
    const text = isAbsolute(written) && !rawKey.test(written) ? readFileSync(written, 'utf8') : written
    const bytes = Buffer.from(text, 'base64')
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({
          key: bytes.length === 32 ? Buffer.concat([spkiPrefix, bytes]) : bytes,
          format: 'der',
          type: 'spki',
        })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // a failure is reported below
  }
  throw badKey(`"${written.slice(0, 40)}" is not an Ed25519 public key`)
}

/** The signature of a manifest by a private key in PEM, for its `signature`. @throws Failure `node/bad-key` */
export function signatureOf(manifest: Manifest, privateKey: string): string {
  return signBytes(null, signedBytes(manifest), privateKeyOf(privateKey)).toString('base64')
}

/** The signature of an archive that hashes to `digest`, for its `signature` in a manifest. @throws Failure `node/bad-key` */
export function archiveSignatureOf(digest: string, privateKey: string): string {
  return signBytes(null, Buffer.from(digest), privateKeyOf(privateKey)).toString('base64')
}

function privateKeyOf(privateKey: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(privateKey)
  } catch (error) {
    throw badKey('the file contains no private key in PEM format', error)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw badKey('the key is not an Ed25519 key')
  return key
}

/** A manifest is signed by one of the keys, or there is an objection. */
export function objectionOfSignature(keys: readonly KeyObject[], manifest: Manifest): Objection {
  const { signature } = manifest.body
  if (signature === undefined) return `the manifest of ${manifest.id} is not signed`
  return isSigned(keys, signedBytes(manifest), signature)
    ? undefined
    : `the manifest of ${manifest.id} is not signed by a key of the policy`
}

/** The signature of a manifest does not cover an archive without a digest in it; a signature of the archive itself does. */
export function objectionOfCode(
  keys: readonly KeyObject[],
  { body }: Manifest,
  installed: readonly Installed[],
): Objection {
  for (const { name, digest = '', signature } of installed) {
    const launchable = body.launchables[name]
    if (launchable?.type !== 'hoist') continue
    const { digest: wanted } = launchable
    if (wanted === undefined && signature === undefined)
      return `the manifest contains neither the digest nor a signature of the archive of ${name}`
    if (signature !== undefined && !isSigned(keys, Buffer.from(digest), signature))
      return `the archive of ${name} is not signed by a key of the policy`
  }
  return undefined
}

function isSigned(keys: readonly KeyObject[], bytes: Buffer, signature: string): boolean {
  const signed = Buffer.from(signature, 'base64')
  return keys.some((key) => verifyBytes(null, bytes, key, signed))
}

function badKey(message: string, cause?: unknown): Failure {
  return new Failure('node/bad-key', message, {
    hint: 'openssl genpkey -algorithm ed25519 creates a private key, and openssl pkey -pubout prints its public key',
    cause,
  })
}
