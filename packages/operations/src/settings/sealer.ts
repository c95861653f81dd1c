import type { Sealer } from '@slipway/stores'
import { keyFileSealer, passphraseSealer } from '@slipway/stores/sealer'
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

export function givenPassphrase(env: NodeJS.ProcessEnv, variable = passphraseVariable): string | undefined {
  const passphrase = env[variable]
  return passphrase === '' ? undefined : passphrase
}
