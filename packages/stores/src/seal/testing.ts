import { hash, scryptSync } from 'node:crypto'
import type { Sealer } from '../port.ts'
import { type Derive, passphraseSealer } from './passphrase-sealer.ts'

const derived = new Map<string, ReturnType<Derive>>()

/** Runs scrypt once for each key of this process: states that an earlier version has left open with nothing else. */
const remembered: Derive = (...asked) => {
  const name = JSON.stringify(asked)
  const key = derived.get(name) ?? scryptSync(...asked)
  derived.set(name, key)
  return key
}

/** Makes keys without delay. */
export const quickly: Derive = (passphrase, salt, length) =>
  Buffer.from(hash('sha512', JSON.stringify([passphrase, salt]), 'hex'), 'hex').subarray(0, length)

/** For tests about other things: scrypt takes a third of a second for each key. */
export function quickPassphraseSealer(passphrase: string): Sealer {
  return passphraseSealer(passphrase, quickly)
}

/** Opens the sealed texts in `fixtures/`. */
export function fixtureSealer(): Sealer {
  return passphraseSealer('fixture', remembered)
}
