import { randomBytes, scryptSync } from 'node:crypto'
import type { Sealer } from '../port.ts'
import { isScryptCost, mostScryptCost, ownScryptCost, scryptLimits } from './scrypt.ts'
import { damagedSecret, wrongKey, type Head, type Key } from './sealed-text.ts'
import { sealerOfKeys } from './sealer-of-keys.ts'

const prefix = 'passphrase-'

/** The cost of the first form, whose texts do not state it. */
const firstCost = 15
/** Maximum number of keys derived for other passphrases, because the writer of a file could name a thousand. */
const mostWrong = 4

/**
 * `passphrase-<log2 N>-<salt>-<check>`. The check is made by the same derivation as the key, so that a wrong passphrase is told from a text
 * that was changed or moved. The first form has only a salt.
 */
const form2 = /^passphrase-(\d{1,2})-([A-Za-z0-9_-]{22})-([A-Za-z0-9_-]{8})$/

export function isPassphraseKey(keyId: string): boolean {
  return keyId.startsWith(prefix)
}

/** Derives a key: `scryptSync`, except in tests. */
export type Derive = typeof scryptSync

/**
 * Seals under a key made from a passphrase: for machines that keep no files, such as CI. The salt and the cost are part of the key id, so
 * they travel with every secret; the first key met is used again, or every run would add one to derive. Each is derived once.
 */
export function passphraseSealer(passphrase: string, derive: Derive = scryptSync): Sealer {
  const keys = new Map<string, Key & { readonly check: string }>()
  /** Ids of keys of the first form that have opened a text. A text that they do not open was changed. */
  const proven = new Set<string>()
  let own: Key | undefined
  /** Number of keys that turned out to belong to another passphrase. */
  let wrong = 0

  const derived = (salt: string, cost: number): Key & { readonly check: string } => {
    const name = `${cost}-${salt}`
    const known = keys.get(name)
    if (known !== undefined) return known
    const bytes = derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), 38, scryptLimits(cost))
    const check = bytes.subarray(32).toString('base64url')
    const key = { id: `${prefix}${name}-${check}`, bytes: bytes.subarray(0, 32), check }
    keys.set(name, key)
    return key
  }

  const bound = ({ keyId }: Head): Key => {
    const [, cost, salt = '', check] = form2.exec(keyId) ?? []
    assertCost(keyId, Number(cost))
    if (wrong >= mostWrong && !keys.has(`${cost}-${salt}`)) throw wrongPassphrase()
    const key = derived(salt, Number(cost))
    if (key.check !== check) {
      wrong++
      throw wrongPassphrase()
    }
    own ??= key
    return key
  }
  const ownKey = (): Key => (own ??= derived(randomBytes(16).toString('base64url'), ownScryptCost))

  return sealerOfKeys({
    get ownId() {
      return ownKey().id
    },
    own: ownKey,
    of(head) {
      if (!isPassphraseKey(head.keyId)) throw sealedWithFile(head.keyId)
      if (head.form === 2) return bound(head)
      const { bytes } = derived(head.keyId.slice(prefix.length), firstCost)
      return { id: head.keyId, bytes }
    },
    refusal: ({ form, keyId }) => (form === 1 && !proven.has(keyId) ? wrongPassphrase() : undefined),
    proven: ({ form, keyId }) => void (form === 1 && proven.add(keyId)),
  })
}

function assertCost(keyId: string, cost: number): void {
  if (isScryptCost(cost)) return
  throw damagedSecret(
    `the key ${keyId} of a secret is derived at a cost outside 2^${ownScryptCost} to 2^${mostScryptCost}, so Slipway refuses it`,
  )
}

function wrongPassphrase(): Error {
  return wrongKey(
    'the passphrase is wrong: the secrets of this state were sealed with another one',
    'set the passphrase that this state was written with; "slipway state list" shows what can be read without it',
  )
}

function sealedWithFile(keyId: string): Error {
  return wrongKey(
    `this secret was sealed with the key ${keyId} of a key file, not with a passphrase`,
    'unset the passphrase to use the key file of the user who wrote the state; or hand over what "slipway key show" prints, and let that user run: slipway state key add NAME PUBLIC',
  )
}
