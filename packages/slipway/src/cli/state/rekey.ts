import { Failure } from '@slipway/model'
import { givenPassphrase, passphraseVariable } from '@slipway/operations/parts/store-part'
import { userConfigDirectory } from '@slipway/operations/settings/load'
import { rekeyState, type Rekeyed } from '@slipway/operations/state/rekey'
import { isPassphraseKey, keyFileOf } from '@slipway/stores/sealer'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { keyText } from '../output/inventory-text.ts'
import { askHidden } from '../prompt.ts'
import { projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

export interface RekeyOptions extends BlueprintOptions {
  readonly to?: 'key-file' | 'passphrase'
}

/** `slipway state rekey`: every secret of the state is sealed anew, all of them or none. */
export async function rekey(console: Console, file: string | undefined, options: RekeyOptions): Promise<void> {
  const newPassphrase = console.canAsk ? () => askNewPassphrase(console) : undefined
  const request = { ...projectRequest(file, options), to: options.to, newPassphrase }
  console.err.write(reportText(await rekeyState(slipwayOf(console), request), console.env))
}

async function askNewPassphrase(console: Console): Promise<string> {
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

function reportText(report: Rekeyed, env: NodeJS.ProcessEnv): string {
  const { records, secrets, from, to, isSwept, kind } = report
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
