import { randomBytes, scryptSync } from 'node:crypto'
import type { Sealer } from '../port.ts'
import { keyIdOf, sealWith, unsealWith, wrongKey } from './sealed-text.ts'

const prefix = 'passphrase-'
const advice = 'set the passphrase that this state was written with'
/** About 60 ms and 32 MB a key: dear to guess, cheap to use once a run. */
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/**
 * Seals under a key made from a passphrase: for machines that keep no files, such as CI. The salt is part of the key id,
 * so it travels with every secret; the first one met is used again, or every run would add a key to derive.
 */
export function passphraseSealer(passphrase: string): Sealer {
  const keys = new Map<string, Buffer>()
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
      if (!keyId.startsWith(prefix))
        throw wrongKey(`this secret was sealed with the key file ${keyId}, not with a passphrase`, keyFileAdvice)
      const plain = unsealWith(keyOf(keyId.slice(prefix.length)), keyId, sealed, advice)
      ownSalt ??= keyId.slice(prefix.length)
      return plain
    },
  }
}

const keyFileAdvice = 'unset the passphrase to use the key file of the user who wrote the state'
