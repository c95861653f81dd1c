import { randomBytes, scryptSync } from 'node:crypto'
import type { Sealer } from '../port.ts'
import { changedSecret, keyIdOf, sealWith, unsealWith, wrongKey } from './sealed-text.ts'

const prefix = 'passphrase-'
/** About 60 ms and 32 MB a key: dear to guess, cheap to use once a run. */
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

export function isPassphraseKey(keyId: string): boolean {
  return keyId.startsWith(prefix)
}

/**
 * Seals under a key made from a passphrase: for machines that keep no files, such as CI. The salt is part of the key id,
 * so it travels with every secret; the first one met is used again, or every run would add a key to derive.
 */
export function passphraseSealer(passphrase: string): Sealer {
  const keys = new Map<string, Buffer>()
  /** Ids of keys that have opened something: what they do not open was changed. */
  const proven = new Set<string>()
  let ownSalt: string | undefined

  const keyOf = (salt: string): Buffer => {
    const key = keys.get(salt) ?? scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), 32, cost)
    keys.set(salt, key)
    return key
  }
  const salt = (): string => (ownSalt ??= randomBytes(16).toString('base64url'))

  return {
    get keyId() {
      return prefix + salt()
    },
    seal: (plain) => sealWith(keyOf(salt()), prefix + salt(), plain),
    unseal(sealed) {
      const keyId = keyIdOf(sealed)
      if (!isPassphraseKey(keyId)) throw sealedWithFile(keyId)
      const sealedSalt = keyId.slice(prefix.length)
      const plain = unsealWith(keyOf(sealedSalt), keyId, sealed)
      if (plain === undefined) throw proven.has(keyId) ? changedSecret(keyId) : wrongPassphrase()
      proven.add(keyId)
      ownSalt ??= sealedSalt
      return plain
    },
  }
}

function wrongPassphrase(): Error {
  return wrongKey(
    'the passphrase is wrong: it is not the one that the secrets of this state were sealed with',
    'set the passphrase that this state was written with; "slipway state list" shows what can be read without it',
  )
}

function sealedWithFile(keyId: string): Error {
  return wrongKey(
    `this secret was sealed with the key ${keyId} of a key file, not with a passphrase`,
    'unset the passphrase to use the key file of the user who wrote the state',
  )
}
