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
import type { Objection } from './policy.ts'

/** Before the 32 bytes of an Ed25519 key, in the form that others read. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * A public key, as PEM text, the absolute path of a PEM file, or base64 of the 32 bytes or of the SPKI form.
 *
 * @throws Failure `node/bad-key`
 */
export function publicKeyOf(written: string): KeyObject {
  try {
    const text = isAbsolute(written) ? readFileSync(written, 'utf8') : written
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
    // said below
  }
  throw badKey(`"${written.slice(0, 40)}" is no public key of Ed25519`)
}

/** The signature of a manifest by a private key in PEM, for its `signature`. @throws Failure `node/bad-key` */
export function signatureOf(manifest: Manifest, privateKey: string): string {
  let key: KeyObject
  try {
    key = createPrivateKey(privateKey)
  } catch (error) {
    throw badKey('the file holds no private key in PEM', error)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw badKey('the key is not one of Ed25519')
  return signBytes(null, signedBytes(manifest), key).toString('base64')
}

/** A manifest is signed by one of the keys, or there is an objection. */
export function objectionOfSignature(keys: readonly KeyObject[], manifest: Manifest): Objection {
  const { signature } = manifest.body
  if (signature === undefined) return `the manifest of ${manifest.id} is not signed`
  const bytes = Buffer.from(signature, 'base64')
  const isSigned = keys.some((key) => verifyBytes(null, signedBytes(manifest), key, bytes))
  return isSigned ? undefined : `the manifest of ${manifest.id} is not signed by a key of the policy`
}

/** A signature says nothing of code whose digest it does not cover. */
export function objectionOfCode({ body }: Manifest): Objection {
  for (const [name, launchable] of Object.entries(body.launchables))
    if (launchable.type === 'hoist' && launchable.digest === undefined)
      return `the manifest does not say which digest the archive of ${name} has`
  return undefined
}

function badKey(message: string, cause?: unknown): Failure {
  return new Failure('node/bad-key', message, {
    hint: 'openssl genpkey -algorithm ed25519 makes a private key, openssl pkey -pubout its public one',
    cause,
  })
}
