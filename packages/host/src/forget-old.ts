import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** An entry as old as this may be of a plugin that is gone; if not, the plugin is asked once more. */
const keptMs = 30 * 24 * 3_600_000

/** Plugins come and go, each update at a path of its own. Called when one comes, so that a cache never grows without end. */
export function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    try {
      if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { force: true })
    } catch {
      // Somebody else has removed it, or it is not ours.
    }
  }
}
