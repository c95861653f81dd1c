import { Failure } from '@slipway/model'
import type { Sealer } from '@slipway/stores'
import { changeKey, keyFileSealer, passphraseSealer, unsealWithAny } from '@slipway/stores/sealer'
import { resealState, type ResealReport } from '@slipway/stores/upkeep'
import { givenPassphrase, sealerOf } from '../settings/sealer.ts'
import { folderOfState } from '../store/state-driver.ts'
import { checkStatePlace } from '../store/state-place.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import { userConfigDirectory } from '../trust/user-folder.ts'
import type { Slipway } from '../slipway.ts'
import { keeperFor } from './keeper.ts'

const newPassphraseVariable = 'SLIPWAY_NEW_PASSPHRASE'

export interface RekeyRequest extends ProjectRequest {
  /** The kind of the new key. Default: the present kind. */
  readonly to?: 'key-file' | 'passphrase' | undefined
  /** Asks for the passphrase if the environment has no SLIPWAY_NEW_PASSPHRASE. Absent: no user can be asked. */
  readonly newPassphrase?: (() => Promise<string>) | undefined
}

export interface Rekeyed extends ResealReport {
  readonly kind: 'key-file' | 'passphrase'
}

/** Seals every secret of the state anew: all secrets or none. */
export async function rekeyState(slipway: Slipway, request: RekeyRequest = {}): Promise<Rekeyed> {
  const project = await findProject(slipway, request, 'looks')
  const { folders } = project
  checkStatePlace(project, 'write')
  const { env } = slipway
  const kind = request.to ?? (givenPassphrase(env) === undefined ? 'key-file' : 'passphrase')
  const phrase = kind === 'passphrase' ? passphraseSealer(await newPassphrase(env, request)) : undefined
  // The new sealer is included because a state may already be partly sealed with it.
  const others = phrase === undefined ? [] : [phrase]
  const config = userConfigDirectory(env)
  const report = await resealState({
    ...keeperFor('slipway state rekey'),
    directory: folderOfState(folders, 'slipway state rekey'),
    unsealer: unsealWithAny(sealerOf(env), keyFileSealer(config), ...others),
    to: (from) => phrase ?? nextKey(config, from),
  })
  return { ...report, kind }
}

/** Returns the user's newest key, or a fresh one if that key is already in use. */
function nextKey(config: string, from: readonly string[]): Sealer {
  const newest = keyFileSealer(config)
  if (!from.includes(newest.keyId)) return newest
  changeKey(config)
  return keyFileSealer(config)
}

async function newPassphrase(env: NodeJS.ProcessEnv, { newPassphrase: ask }: RekeyRequest): Promise<string> {
  const given = givenPassphrase(env, newPassphraseVariable)
  if (given !== undefined) return given
  if (ask !== undefined) return ask()
  throw new Failure('cli/no-passphrase', 'there is no new passphrase, and Slipway cannot ask for it here', {
    hint: `set ${newPassphraseVariable} to the new passphrase`,
  })
}
