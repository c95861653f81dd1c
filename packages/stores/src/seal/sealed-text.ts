import { Failure } from '@slipway/model'
import { decrypt, encrypt } from './cipher.ts'

/** `1:<key id>:<cipher text>`; the part before the cipher text is authenticated with it. */
export function sealWith(key: Buffer, keyId: string, plain: string): string {
  const label = `1:${keyId}`
  return `${label}:${encrypt(key, plain, label)}`
}

/** `undefined` when it does not open: it was changed, or sealed with another key of this id. */
export function unsealWith(key: Buffer, keyId: string, sealed: string): string | undefined {
  const label = `1:${keyId}`
  return decrypt(key, sealed.slice(label.length + 1), label)
}

/** The id of the key that sealed the text. */
export function keyIdOf(sealed: string): string {
  const parts = sealed.split(':')
  const [version, keyId = '', text] = parts
  // An id becomes part of the name of a file.
  if (parts.length !== 3 || version !== '1' || !/^[A-Za-z0-9_-]+$/.test(keyId) || text === undefined)
    throw damagedSecret('a secret in the state is not in a form that this version can read')
  return keyId
}

export function changedSecret(keyId: string): Failure {
  return damagedSecret(`a secret sealed with the key ${keyId} cannot be decrypted: it was changed`)
}

function damagedSecret(message: string): Failure {
  return new Failure('state/damaged-record', message)
}

export function isWrongKey(error: unknown): boolean {
  return error instanceof Failure && error.code === 'state/wrong-key'
}

export function wrongKey(message: string, hint: string): Failure {
  return new Failure('state/wrong-key', message, { hint })
}
