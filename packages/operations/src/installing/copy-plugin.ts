import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { InstalledPlugin } from '@slipway/host'

export type CopyOutcome = 'installed' | 'replaced' | 'unchanged'

/** Copies a plugin to the same place below another root. Removes the old files only once the new ones are complete. */
export function copyPlugin({ version, file, root: from }: InstalledPlugin, root: string): CopyOutcome {
  const source = dirname(file)
  const target = join(root, relative(from.path, source))
  if (sameFiles(source, target)) return 'unchanged'
  const exists = existsSync(target)
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  // Discovery ignores names that begin with a dot.
  const draft = join(dirname(target), `.${version}.${process.pid}.new`)
  const old = join(dirname(target), `.${version}.${process.pid}.old`)
  try {
    cpSync(source, draft, { recursive: true })
    if (exists) renameSync(target, old)
    renameSync(draft, target)
  } catch (error) {
    // Another process may have put the same files there first.
    if (!sameFiles(source, target)) throw error
    return 'unchanged'
  } finally {
    if (!existsSync(target) && existsSync(old)) renameSync(old, target)
    for (const left of [draft, old]) rmSync(left, { recursive: true, force: true })
  }
  return exists ? 'replaced' : 'installed'
}

/** True if the other root has the same files at the same place. */
export function isCopyOf({ file, root }: InstalledPlugin, other: string): boolean {
  const folder = dirname(file)
  return sameFiles(folder, join(other, relative(root.path, folder)))
}

/** True if two folders without subfolders exist and have the same content. */
function sameFiles(one: string, other: string): boolean {
  try {
    const [names, otherNames] = [readdirSync(one), readdirSync(other)]
    if (names.length !== otherNames.length) return false
    return names.every((name) => readFileSync(join(one, name)).equals(readFileSync(join(other, name))))
  } catch {
    return false
  }
}
