import type { Sealer } from '@slipway/stores'
import { isPassphraseKey, keyFileSealer, passphraseSealer, sealerWithoutKey } from '@slipway/stores/sealer'
import { userConfigDirectory } from '../trust/user-folder.ts'

export const passphraseVariable = 'SLIPWAY_PASSPHRASE'

/** By the environment that gives the passphrase: deriving a key takes time and memory on purpose, and a run needs it in several places. */
const ofPassphrase = new WeakMap<NodeJS.ProcessEnv, readonly [passphrase: string, sealer: Sealer]>()

/** Secrets are sealed under the passphrase of the environment, for CI, or else under the user's key file. */
export function sealerOf(env: NodeJS.ProcessEnv): Sealer {
  const passphrase = givenPassphrase(env)
  if (passphrase === undefined) return keyFileSealer(userConfigDirectory(env))
  const [known, made] = ofPassphrase.get(env) ?? []
  if (made !== undefined && known === passphrase) return made
  const sealer = passphraseSealer(passphrase)
  ofPassphrase.set(env, [passphrase, sealer])
  return sealer
}

/** For commands that show no secret: opens what a key file opens, which costs nothing. No key is derived of a passphrase, so its secrets stay sealed. */
export function sealerToLook(env: NodeJS.ProcessEnv): Sealer {
  return givenPassphrase(env) === undefined ? sealerOf(env) : sealerWithoutKey()
}

/** The keys among these that are not here. A passphrase counts as the right one: only deriving a key of it would tell. */
export function withoutGiven(keys: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  return givenPassphrase(env) === undefined ? keys : keys.filter((key) => !isPassphraseKey(key))
}

export function givenPassphrase(env: NodeJS.ProcessEnv, variable = passphraseVariable): string | undefined {
  const passphrase = env[variable]
  return passphrase === '' ? undefined : passphrase
}
