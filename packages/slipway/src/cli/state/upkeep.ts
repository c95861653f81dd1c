import { type AcceptQuestion, acceptState } from '@slipway/operations/state/accept'
import { type RestoreQuestion, backUpState, restoreState } from '@slipway/operations/state/backup'
import { agreed } from '@slipway/operations/state/change-state'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { inventoryText, keysText } from '../output/records/inventory-text.ts'
import { agreement, projectRequest } from '../requests/requests.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { oldFormAgreement, type OldFormOption } from './old-form.ts'

/** `slipway state backup FILE`: the whole state as it is now, even while it is being changed. */
export async function backUp(
  console: Console,
  target: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const { path, inventory } = await backUpState(slipwayOf(console), target, projectRequest(file, options))
  console.err.write(`${path} holds ${inventoryText(inventory)}.\n${keysText(inventory.keys, console.env)}`)
}

/** `slipway state restore FILE`: a backup replaces the state, which is kept beside it. */
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
  const kept = aside.map((old) => `The old state is kept in ${old}\n`).join('')
  const restored = `The state in ${state} is that of ${path}: ${inventoryText(inventory)}.\n`
  console.err.write(`${restored}${kept}${keysText(inventory.keys, console.env)}`)
  console.err.write(
    'Resources created since the backup have no record. Until an instance has had one whole up, slipway plan shows every create as one that may exist already, and up needs --after-restore or a yes for it.\n',
  )
  return exitCodes.ok
}

function restoreWords({ path, inventory, state }: RestoreQuestion): string {
  return `Replace the state in ${state} with ${inventoryText(inventory)} of ${path}?`
}

/** `slipway state accept`: continues with the rest of a state that has lost some of its records. */
export async function accept(console: Console, file: string | undefined, options: BlueprintOptions): Promise<number> {
  const agree = (question: AcceptQuestion): Promise<boolean> => {
    const { state, losses } = question
    console.err.write(`Lost from the state in ${state}:\n${losses.map((loss) => `  ${loss}\n`).join('')}`)
    return agreed(agreement(console, options, acceptWords), question)
  }
  const { outcome, state, report } = await acceptState(slipwayOf(console), { ...projectRequest(file, options), agree })
  if (outcome === 'nothing-lost') console.err.write(`Nothing is known to be lost from the state in ${state}.\n`)
  const said = report && [
    'The rest is the state from now on; slipway plan --refresh shows differences.',
    ...report.renewed.map(
      (name) => `The record of ${name} itself is created again: its exports are lost until the next slipway up.`,
    ),
    ...report.aside.map((path) => `Unusable parts are kept in ${path}`),
  ]
  console.err.write((said ?? []).map((line) => `${line}\n`).join(''))
  return outcome === 'declined' ? exitCodes.failed : exitCodes.ok
}

function acceptWords(): string {
  return 'Continue with the rest? The resources of lost records may still exist.'
}
