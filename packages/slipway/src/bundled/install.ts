import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderInRoot } from './build-plugins.ts'
import type { BundledPlugin } from './sources.ts'

export type InstallOutcome = 'installed' | 'replaced' | 'unchanged'

/** Copies a bundled plugin into another root. The old version goes when the new one lies there whole. */
export function installBundled(plugin: BundledPlugin, from: string, to: string): InstallOutcome {
  const source = join(from, folderInRoot(plugin))
  const target = join(to, folderInRoot(plugin))
  const exists = existsSync(target)
  if (exists && sameFiles(source, target)) return 'unchanged'
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  // Names that begin with a dot are not seen by discovery.
  const draft = join(dirname(target), `.${plugin.version}.${process.pid}.new`)
  const old = join(dirname(target), `.${plugin.version}.${process.pid}.old`)
  try {
    cpSync(source, draft, { recursive: true })
    if (exists) renameSync(target, old)
    renameSync(draft, target)
  } finally {
    if (!existsSync(target) && existsSync(old)) renameSync(old, target)
    for (const left of [draft, old]) rmSync(left, { recursive: true, force: true })
  }
  return exists ? 'replaced' : 'installed'
}

/** Whether two folders without folders in them hold the same. */
function sameFiles(one: string, other: string): boolean {
  const [names, otherNames] = [readdirSync(one), readdirSync(other)]
  return names.length === otherNames.length && names.every((name) => sameBytes(join(one, name), join(other, name)))
}

function sameBytes(one: string, other: string): boolean {
  try {
    return readFileSync(one).equals(readFileSync(other))
  } catch {
    return false
  }
}
