import { resolve } from 'node:path'
import { lookIntoBackup, restoreState } from '@slipway/stores/upkeep'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { inventoryText, keysText } from '../output/inventory-text.ts'
import { projectFor } from '../with-engine.ts'
import { agreed } from './change-state.ts'
import { keeperFor } from './keeper.ts'

/** `slipway state restore FILE`: a backup takes the place of the state, which is kept beside it. */
export async function restore(
  console: Console,
  backup: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<number> {
  const { places } = await projectFor(console, file, options, true)
  const source = resolve(console.cwd, backup)
  const inventory = await lookIntoBackup(source)
  const question = `Put ${inventoryText(inventory)} of ${source} in the place of the state in ${places.state}?`
  if (!(await agreed(console, options, question))) return exitCodes.failed
  const { aside } = await restoreState({ ...keeperFor('slipway state restore'), directory: places.state, source })
  const kept = aside.map((path) => `What was there is kept in ${path}\n`).join('')
  const restored = `The state in ${places.state} is that of ${source}: ${inventoryText(inventory)}.\n`
  console.err.write(`${restored}${kept}${keysText(inventory.keys, console.env)}`)
  console.err.write(
    'What was deployed since the backup is not known to it: slipway plan --refresh shows what differs.\n',
  )
  return exitCodes.ok
}
