import { backUpState, restoreState, type RestoreQuestion } from '@slipway/operations/state/backup'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { inventoryText, keysText } from '../output/inventory-text.ts'
import { agreement, projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

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
  options: BlueprintOptions,
): Promise<number> {
  const request = { ...projectRequest(file, options), agree: agreement(console, options, restoreWords) }
  const { outcome, path, inventory, state, aside } = await restoreState(slipwayOf(console), backup, request)
  if (outcome === 'declined') return exitCodes.failed
  const kept = aside.map((old) => `What was there is kept in ${old}\n`).join('')
  const restored = `The state in ${state} is that of ${path}: ${inventoryText(inventory)}.\n`
  console.err.write(`${restored}${kept}${keysText(inventory.keys, console.env)}`)
  console.err.write(
    'What was deployed since the backup is not known to it: slipway plan --refresh shows what differs.\n',
  )
  return exitCodes.ok
}

function restoreWords({ path, inventory, state }: RestoreQuestion): string {
  return `Put ${inventoryText(inventory)} of ${path} in the place of the state in ${state}?`
}
