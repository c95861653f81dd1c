import { Failure } from '@slipway/model'
import { decrypt, encrypt } from './cipher.ts'
import { labelOf, placeText, type Place } from './place.ts'

/**
 * `<form>:<key id>:<cipher text>`. Form 1 is bound only to its key: anyone with write access to a file can swap such texts. Version 0.1.0
 * wrote it; it is still read where it may exist, but never written. Form 2 is bound to its place, too.
 */
export interface Head {
  readonly form: 1 | 2
  readonly keyId: string
}

export function sealWith({ id, bytes }: Key, plain: string, place: Place): string {
  return `2:${id}:${encrypt(bytes, plain, boundLabel(id, place))}`
}

/** Opens a text; `undefined` if it was changed, belongs to another place, or was sealed with another key of this id. */
export function unsealWith({ id, bytes }: Key, sealed: string, place: Place): string | undefined {
  return decrypt(bytes, cipherText(sealed), boundLabel(id, place))
}

export function unsealUnboundWith({ id, bytes }: Key, sealed: string): string | undefined {
  return decrypt(bytes, cipherText(sealed), `1:${id}`)
}

export interface Key {
  readonly id: string
  readonly bytes: Buffer
}

function boundLabel(keyId: string, place: Place): string {
  return `2:${keyId}:${labelOf(place)}`
}

function cipherText(sealed: string): string {
  return sealed.slice(sealed.lastIndexOf(':') + 1)
}

export function headOf(sealed: string): Head {
  const parts = sealed.split(':')
  const [form, keyId = ''] = parts
  // An id becomes part of a file name.
  if (parts.length !== 3 || (form !== '1' && form !== '2') || !/^[A-Za-z0-9_-]+$/.test(keyId))
    throw damagedSecret('a secret is sealed in a form that this version cannot read')
  return { form: form === '1' ? 1 : 2, keyId }
}

/** The id of the key that sealed the text. */
export function keyIdOf(sealed: string): string {
  return headOf(sealed).keyId
}

/** True for a text that is bound only to its key. */
export function isUnbound(sealed: string): boolean {
  return headOf(sealed).form === 1
}

export function changedSecret(keyId: string, place?: Place): Failure {
  const where = place === undefined ? '' : ` at ${placeText(place)}`
  return damagedSecret(
    `the secret${where}, sealed with the key ${keyId}, cannot be decrypted: it was changed${place === undefined ? '' : ', or sealed for another place'}`,
  )
}

export function damagedSecret(message: string): Failure {
  return new Failure('state/damaged-record', message)
}

export function isWrongKey(error: unknown): boolean {
  return error instanceof Failure && error.code === 'state/wrong-key'
}

export function wrongKey(message: string, hint: string): Failure {
  return new Failure('state/wrong-key', message, { hint })
}
