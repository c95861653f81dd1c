import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, slipwayFiles } from './bundles.ts'
import { fillFolder } from './folder.ts'

/** Makes packages/slipway/dist, which is what `slipway` runs, of the sources. Takes half a second, changed or not. */
export async function buildSlipway(): Promise<void> {
  const changed = fillFolder(join(root, 'packages/slipway/dist'), await slipwayFiles())
  // What Node has compiled of files that are no more.
  if (changed) rmSync(join(root, 'node_modules/.cache/slipway/compile'), { recursive: true, force: true })
}
