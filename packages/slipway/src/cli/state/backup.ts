import { resolve } from 'node:path'
import { backupState } from '@slipway/stores/upkeep'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { inventoryText, keysText } from '../output/inventory-text.ts'
import { projectFor } from '../with-engine.ts'

/** `slipway state backup FILE`: the whole state as it is now, also while it is being changed. */
export async function backUp(
  console: Console,
  target: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const { places } = await projectFor(console, file, options, true)
  const path = resolve(console.cwd, target)
  const inventory = await backupState(places.state, path)
  console.err.write(`${path} holds ${inventoryText(inventory)}.\n${keysText(inventory.keys, console.env)}`)
}
