import type { Sealer } from '@slipway/stores'
import { keyFileSealer, passphraseSealer } from '@slipway/stores/sealer'
import { userConfigDirectory } from '../trust/user-folder.ts'

export const passphraseVariable = 'SLIPWAY_PASSPHRASE'

/** Secrets are sealed under the passphrase of the environment, for CI, or else under the user's key file. */
export function sealerOf(env: NodeJS.ProcessEnv): Sealer {
  const passphrase = givenPassphrase(env)
  return passphrase === undefined ? keyFileSealer(userConfigDirectory(env)) : passphraseSealer(passphrase)
}

export function givenPassphrase(env: NodeJS.ProcessEnv, variable = passphraseVariable): string | undefined {
  const passphrase = env[variable]
  return passphrase === '' ? undefined : passphrase
}
