import { Failure } from '@slipway/model'
import { passphraseVariable } from '@slipway/operations/settings/own-secrets'
import { givenPassphrase } from '@slipway/operations/settings/sealer'
import type { Rekeyed } from '@slipway/operations/state/rekey'
import { userConfigDirectory } from '@slipway/operations/trust/user-folder'
import { isPassphraseKey, keyFileOf } from '@slipway/stores/sealer'
import type { Console } from '../console/console.ts'
import { keyText } from '../output/records/inventory-text.ts'
import { askHidden } from '../console/prompt.ts'

export async function askNewPassphrase(console: Console): Promise<string> {
  const first = await askHidden(console, 'New passphrase: ')
  const second = await askHidden(console, 'The same again: ')
  if (first !== '' && first === second) return first
  const why = first === '' ? 'the passphrase is empty' : 'these are two different passphrases'
  throw new Failure('cli/no-passphrase', `${why}: nothing was changed`, { hint: 'run the command again' })
}

/** A passphrase may have replaced another one. */
function formerText(key: string, env: NodeJS.ProcessEnv): string {
  return isPassphraseKey(key) ? 'with the former passphrase' : keyText(key, env)
}

function sealedText(secrets: number, records: number): string {
  if (secrets === 1) return '1 secret is'
  return `${secrets} secrets in ${records === 1 ? '1 record' : `${records} records`} are`
}

export function reportText(report: Rekeyed, env: NodeJS.ProcessEnv): string {
  const { records, secrets, from, to, isSwept, kind } = report
  if (to === undefined) return 'The state holds no secrets: nothing was changed.\n'
  const config = userConfigDirectory(env)
  const kept = from.flatMap((id) => keyFileOf(config, id) ?? [])
  const lines = [
    `${sealedText(secrets, records)} sealed again, ${keyText(to, env)}.`,
    ...from.map((id) => `Nothing in the state is sealed any longer ${formerText(id, env)}.`),
    kind === 'passphrase'
      ? `From now on set ${passphraseVariable} to the new passphrase.`
      : `Keep a copy of the key file${givenPassphrase(env) === undefined ? '' : `, and leave ${passphraseVariable} unset from now on`}.`,
    ...kept.map((path) => `${path} is kept: backups, saved plans and other states may still need it.`),
    ...(isSwept
      ? []
      : ['Copies under the former key may remain in unused parts of state.db: another process has it open.']),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
