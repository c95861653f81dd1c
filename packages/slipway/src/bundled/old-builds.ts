import { readdirSync, rmSync, statSync, utimesSync, type Dirent } from 'node:fs'
import { dirname, join } from 'node:path'

/** How long a build outlives the one that took its place: whoever runs from it loads the rest of it within a day. */
const keptMs = 24 * 3_600_000

/** Marks a build as good until now: the day counts from here, however old the build is. */
export function retire(root: string): void {
  try {
    utimesSync(root, new Date(), new Date())
  } catch {
    // it is gone already
  }
}

/**
 * Removes builds of `directory` that have not been current for a day, drafts of builds that were killed, and what Node
 * has compiled of either: it keeps that for each folder anew, without end. What is still used of the compiled code
 * is compiled once more. Whatever cannot be removed stays.
 */
export function removeOldBuilds(directory: string, current: string): void {
  for (const { name } of entriesOf(directory)) {
    const path = join(directory, name)
    if (path !== current && /^[0-9a-f]{16}(\.draft-.*)?$/.test(name)) removeOld(path)
  }
  const compiled = join(dirname(directory), 'compile')
  for (const version of entriesOf(compiled)) {
    if (!version.isDirectory()) continue
    const folder = join(compiled, version.name)
    for (const { name } of entriesOf(folder)) removeOld(join(folder, name))
  }
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

function removeOld(path: string): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  } catch {
    // somebody else's, or somebody else is at it
  }
}
