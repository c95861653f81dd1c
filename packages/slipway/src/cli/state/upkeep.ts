import { Failure } from '@slipway/model'
import { givenPassphrase, passphraseVariable } from '@slipway/operations/settings/sealer'
import { userConfigDirectory } from '@slipway/operations/trust/user-folder'
import { type AcceptQuestion, acceptState } from '@slipway/operations/state/accept'
import { type RestoreQuestion, backUpState, restoreState } from '@slipway/operations/state/backup'
import { agreed } from '@slipway/operations/state/change-state'
import { type Rekeyed, rekeyState } from '@slipway/operations/state/rekey'
import { isPassphraseKey, keyFileOf } from '@slipway/stores/sealer'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { inventoryText, keyText, keysText } from '../output/inventory-text.ts'
import { askHidden } from '../prompt.ts'
import { agreement, projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'
import { oldFormAgreement, type OldFormOption } from './old-form.ts'

/** `slipway state backup FILE`: the whole state as it is now, also while it is being changed. */
export async function backUp(
  console: Console,
  target: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const { path, inventory } = await backUpState(slipwayOf(console), target, projectRequest(file, options))
  console.err.write(`${path} holds ${inventoryText(inventory)}.\n${keysText(inventory.keys, console.env)}`)
}

/** `slipway state restore FILE`: a backup takes the place of the state, which is kept beside it. */
export async function restore(
  console: Console,
  backup: string,
  file: string | undefined,
  options: BlueprintOptions & OldFormOption,
): Promise<number> {
  const request = {
    ...projectRequest(file, options),
    agree: agreement(console, options, restoreWords),
    oldForm: oldFormAgreement(console, options),
  }
  const { outcome, path, inventory, state, aside } = await restoreState(slipwayOf(console), backup, request)
  if (outcome === 'declined') return exitCodes.failed
  const kept = aside.map((old) => `What was there is kept in ${old}\n`).join('')
  const restored = `The state in ${state} is that of ${path}: ${inventoryText(inventory)}.\n`
  console.err.write(`${restored}${kept}${keysText(inventory.keys, console.env)}`)
  console.err.write(
    'What was made since the backup is not known to it, and up would make that again: look at slipway plan --refresh first.\n',
  )
  return exitCodes.ok
}

function restoreWords({ path, inventory, state }: RestoreQuestion): string {
  return `Put ${inventoryText(inventory)} of ${path} in the place of the state in ${state}?`
}

/** `slipway state accept`: goes on with what is there, although something that was recorded is gone. */
export async function accept(console: Console, file: string | undefined, options: BlueprintOptions): Promise<number> {
  const agree = (question: AcceptQuestion): Promise<boolean> => {
    const { state, losses } = question
    console.err.write(`Lost of the state in ${state}:\n${losses.map((loss) => `  ${loss}\n`).join('')}`)
    return agreed(agreement(console, options, acceptWords), question)
  }
  const { outcome, state, report } = await acceptState(slipwayOf(console), { ...projectRequest(file, options), agree })
  if (outcome === 'nothing-lost') console.err.write(`Nothing of the state in ${state} is known to be lost.\n`)
  const said = report && [
    'What is there is the state from now on; slipway plan --refresh shows what differs from it.',
    ...report.renewed.map(
      (name) => `The record of ${name} itself is made anew: what it exported is lost until the next slipway up.`,
    ),
    ...report.aside.map((path) => `What is of no use any more is kept in ${path}`),
  ]
  console.err.write((said ?? []).map((line) => `${line}\n`).join(''))
  return outcome === 'declined' ? exitCodes.failed : exitCodes.ok
}

function acceptWords(): string {
  return 'Go on with what is there? What the lost records describe may still exist.'
}

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

function sealedText(secrets: number, records: number): string {
  if (secrets === 1) return '1 secret is'
  return `${secrets} secrets in ${records === 1 ? '1 record' : `${records} records`} are`
}

function reportText(report: Rekeyed, env: NodeJS.ProcessEnv): string {
  const { records, secrets, from, to, isSwept, kind } = report
  if (to === undefined) return 'The state holds no secrets: nothing was changed.\n'
  const config = userConfigDirectory(env)
  const kept = from.flatMap((id) => keyFileOf(config, id) ?? [])
  const lines = [
    `${sealedText(secrets, records)} sealed anew, ${keyText(to, env)}.`,
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
