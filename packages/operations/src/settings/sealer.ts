import type { Sealer } from '@slipway/stores'
import {
  isPassphraseKey,
  keyFileSealer,
  passphraseSealer,
  sealerWithoutKey,
  sealerWithTeams,
  teamOpener,
  type PairPlaces,
} from '@slipway/stores/sealer'
import { userConfigDirectory } from '../trust/user-folder.ts'

/** The private key of a recipient, for machines that keep no files. */
export const privateKeyVariable = 'SLIPWAY_STATE_KEY'

export const passphraseVariable = 'SLIPWAY_PASSPHRASE'

/** By the environment that gives the passphrase: deriving a key takes time and memory on purpose, and a run needs it in several places. */
const ofPassphrase = new WeakMap<NodeJS.ProcessEnv, readonly [passphrase: string, sealer: Sealer]>()

/**
 * Secrets are sealed under the key of the state's team. Where it has none: under the passphrase of the environment, for CI, or else under the
 * user's key file.
 */
export function sealerOf(env: NodeJS.ProcessEnv): Sealer {
  const passphrase = givenPassphrase(env)
  const [known, made] = ofPassphrase.get(env) ?? []
  if (made !== undefined && known === passphrase) return made
  const own = passphrase === undefined ? keyFileSealer(userConfigDirectory(env)) : passphraseSealer(passphrase)
  const sealer = sealerWithTeams(own, teamOpener(pairPlaces(env)))
  if (passphrase !== undefined) ofPassphrase.set(env, [passphrase, sealer])
  return sealer
}

/**
 * For commands that show no secret: opens what a key file or a private key opens, which costs nothing. No key is derived of a passphrase, so
 * its secrets stay sealed.
 */
export function sealerToLook(env: NodeJS.ProcessEnv): Sealer {
  if (givenPassphrase(env) === undefined) return sealerOf(env)
  const { configDirectory, given } = pairPlaces(env)
  return sealerWithTeams(sealerWithoutKey(), teamOpener({ configDirectory, given }))
}

/** Where this user's private keys are. */
export function pairPlaces(env: NodeJS.ProcessEnv): PairPlaces {
  return {
    configDirectory: userConfigDirectory(env),
    given: givenPassphrase(env, privateKeyVariable),
    passphrase: givenPassphrase(env),
  }
}

/** The keys among these that are not here. A passphrase counts as the right one: only deriving a key of it would tell. */
export function withoutGiven(keys: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  return givenPassphrase(env) === undefined ? keys : keys.filter((key) => !isPassphraseKey(key))
}

export function givenPassphrase(env: NodeJS.ProcessEnv, variable = passphraseVariable): string | undefined {
  const passphrase = env[variable]
  return passphrase === '' ? undefined : passphrase
}
