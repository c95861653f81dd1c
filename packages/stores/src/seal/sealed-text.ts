import { Failure } from '@slipway/model'
import { decrypt, encrypt } from './cipher.ts'

/** `1:<key id>:<cipher text>`; the part before the cipher text is authenticated with it. */
export function sealWith(key: Buffer, keyId: string, plain: string): string {
  const label = `1:${keyId}`
  return `${label}:${encrypt(key, plain, label)}`
}

export function unsealWith(key: Buffer, keyId: string, sealed: string, advice: string): string {
  const sealedBy = keyIdOf(sealed)
  if (sealedBy !== keyId)
    throw wrongKey(`this secret was sealed with the key ${sealedBy}, and the key at hand is ${keyId}`, advice)
  const label = `1:${keyId}`
  const plain = decrypt(key, sealed.slice(label.length + 1), label)
  if (plain === undefined)
    throw wrongKey(`a secret sealed with the key ${keyId} does not open: it or the key was changed`, advice)
  return plain
}

/** The id of the key that sealed the text. */
export function keyIdOf(sealed: string): string {
  const parts = sealed.split(':')
  if (parts.length !== 3 || parts[0] !== '1') {
    throw new Failure('state/damaged-record', 'a secret in the state is not in a form that this version can read')
  }
  return parts[1] as string
}

export function wrongKey(message: string, hint: string): Failure {
  return new Failure('state/wrong-key', message, { hint })
}
