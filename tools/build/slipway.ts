import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { builtFiles, root } from './bundles.ts'
import { fillFolder } from './folder.ts'

/** Builds the files that `slipway` runs. Takes half a second, changed or not. */
export async function buildSlipway(): Promise<void> {
  const folders = Object.entries(await builtFiles())
  const changed = folders.filter(([folder, files]) => fillFolder(join(root, folder), files))
  // Code that Node has compiled of files that are no more.
  const compiled = join(root, 'node_modules/.cache/slipway/compile')
  // Commands that run meanwhile may add to it.
  if (changed.length > 0) rmSync(compiled, { recursive: true, force: true, maxRetries: 5 })
}
