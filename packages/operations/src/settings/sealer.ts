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
import { passphraseVariable, privateKeyVariable } from './own-secrets.ts'

/** Sealers by environment. They are kept because deriving a key from a passphrase is deliberately slow, and a run needs the key in several places. */
const ofPassphrase = new WeakMap<NodeJS.ProcessEnv, readonly [passphrase: string, sealer: Sealer]>()

/**
 * Returns the sealer for secrets. It uses the key of the state's team. Without a team it uses the passphrase in the environment, meant for CI, or
 * else the user's key file.
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
 * Returns the sealer for commands that show no secret. It opens secrets with a key file or a private key, which is cheap. It derives no key from a
 * passphrase, so secrets under a passphrase stay sealed.
 */
export function sealerToLook(env: NodeJS.ProcessEnv): Sealer {
  if (givenPassphrase(env) === undefined) return sealerOf(env)
  const { configDirectory, given } = pairPlaces(env)
  return sealerWithTeams(sealerWithoutKey(), teamOpener({ configDirectory, given }))
}

/** Returns the places of this user's private keys. */
export function pairPlaces(env: NodeJS.ProcessEnv): PairPlaces {
  return {
    configDirectory: userConfigDirectory(env),
    given: givenPassphrase(env, privateKeyVariable),
    passphrase: givenPassphrase(env),
  }
}

/** Returns the keys that this user lacks. A given passphrase counts as the right one, because only a slow derivation could check it. */
export function withoutGiven(keys: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  return givenPassphrase(env) === undefined ? keys : keys.filter((key) => !isPassphraseKey(key))
}

export function givenPassphrase(env: NodeJS.ProcessEnv, variable = passphraseVariable): string | undefined {
  const passphrase = env[variable]
  return passphrase === '' ? undefined : passphrase
}
