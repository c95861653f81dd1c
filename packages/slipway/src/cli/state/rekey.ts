import { Failure } from '@slipway/model'
import type { Sealer } from '@slipway/stores'
import {
  changeKey,
  isPassphraseKey,
  keyFileOf,
  keyFileSealer,
  passphraseSealer,
  unsealWithAny,
} from '@slipway/stores/sealer'
import { resealState, type ResealReport } from '@slipway/stores/upkeep'
import { givenPassphrase, passphraseVariable, sealerOf } from '@slipway/operations/parts/store-part'
import { userConfigDirectory } from '@slipway/operations/settings/load'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { keyText } from '../output/inventory-text.ts'
import { askHidden } from '../prompt.ts'
import { projectFor } from '../with-engine.ts'
import { keeperFor } from './keeper.ts'

const newPassphraseVariable = 'SLIPWAY_NEW_PASSPHRASE'

export interface RekeyOptions extends BlueprintOptions {
  readonly to?: 'key-file' | 'passphrase'
}

/** `slipway state rekey`: every secret of the state is sealed anew, all of them or none. */
export async function rekey(console: Console, file: string | undefined, options: RekeyOptions): Promise<void> {
  const { places } = await projectFor(console, file, options, true)
  const { env } = console
  const kind = options.to ?? (givenPassphrase(env) === undefined ? 'key-file' : 'passphrase')
  const phrase = kind === 'passphrase' ? passphraseSealer(await newPassphrase(console)) : undefined
  // The new one, too: a state may be partly sealed with it.
  const others = phrase === undefined ? [] : [phrase]
  const config = userConfigDirectory(env)
  const report = await resealState({
    ...keeperFor('slipway state rekey'),
    directory: places.state,
    unseal: unsealWithAny(sealerOf(env), keyFileSealer(config), ...others),
    to: (from) => phrase ?? nextKey(config, from),
  })
  console.err.write(reportText(report, kind, env))
}

/** The newest key of the user; when it is in use already, another one is made. */
function nextKey(config: string, from: readonly string[]): Sealer {
  const newest = keyFileSealer(config)
  if (!from.includes(newest.keyId)) return newest
  changeKey(config)
  return keyFileSealer(config)
}

async function newPassphrase(console: Console): Promise<string> {
  const given = givenPassphrase(console.env, newPassphraseVariable)
  if (given !== undefined) return given
  if (!console.canAsk) {
    throw new Failure('cli/no-passphrase', 'there is no new passphrase, and nobody can be asked here', {
      hint: `set ${newPassphraseVariable} to it`,
    })
  }
  const first = await askHidden(console, 'New passphrase: ')
  const second = await askHidden(console, 'The same again: ')
  if (first !== '' && first === second) return first
  const why = first === '' ? 'the passphrase is empty' : 'these are two different passphrases'
  throw new Failure('cli/no-passphrase', `${why}: nothing was changed`, { hint: 'run the command again' })
}

/** A passphrase may have taken the place of another. */
function formerText(key: string, env: NodeJS.ProcessEnv): string {
  return isPassphraseKey(key) ? 'with the former passphrase' : keyText(key, env)
}

function reportText(report: ResealReport, kind: 'key-file' | 'passphrase', env: NodeJS.ProcessEnv): string {
  const { records, secrets, from, to, isSwept } = report
  if (to === undefined) return 'The state holds no secrets: nothing was changed.\n'
  const config = userConfigDirectory(env)
  const kept = from.flatMap((id) => keyFileOf(config, id) ?? [])
  const lines = [
    `${secrets} secrets in ${records} records are sealed anew, ${keyText(to, env)}.`,
    ...from.map((id) => `Nothing of the state is sealed any more ${formerText(id, env)}.`),
    kind === 'passphrase'
      ? `From now on set ${passphraseVariable} to the new passphrase.`
      : `Keep a copy of the key file${givenPassphrase(env) === undefined ? '' : `, and leave ${passphraseVariable} unset from now on`}.`,
    ...kept.map((path) => `${path} is kept: backups, saved plans and other states may still need it.`),
    ...(isSwept
      ? []
      : ['Copies under the former key may still lie in unused parts of state.db: somebody else has it open.']),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
