import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The regular files of a folder, sorted by name; none if the folder cannot be read. Links do not count. */
export function filesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort()
  } catch {
    return []
  }
}

/** The executable files of a folder. */
export function programsIn(folder: string): readonly string[] {
  return filesIn(folder).filter((name) => (statSync(join(folder, name)).mode & 0o111) !== 0)
}
