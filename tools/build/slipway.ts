import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fillFolder, filledFolders } from './folder.ts'
import { builtBefore } from './unchanged.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the files that `slipway` runs, unless neither they nor their sources have changed since the last build. */
export async function buildSlipway(): Promise<void> {
  const last = builtBefore(root, filledFolders)
  if (last.isSame()) return
  const { builtFiles } = await import('./bundles.ts')
  const folders = Object.entries(await builtFiles())
  const changed = folders.filter(([folder, files]) => fillFolder(join(root, folder), files))
  last.keep()
  // The cache of compiled code, which may belong to files that no longer exist.
  const compiled = join(root, 'node_modules/.cache/slipway/compile')
  // Other commands may add files to the cache meanwhile.
  if (changed.length > 0) rmSync(compiled, { recursive: true, force: true, maxRetries: 5 })
}
