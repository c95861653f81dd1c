import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { version } from './version.ts'

/**
 * What a package.json in `folder` says to depend on a package of Slipway: its version, when this Slipway comes from a
 * registry, or else where it lies on this machine, in a clone or unpacked from an archive.
 */
export function ownPackage(name: string, folder: string): string {
  const manifest = manifestOf(name)
  if (manifest === undefined || isFromRegistry(manifest)) return `^${version}`
  return `file:${relative(realpathSync(folder), dirname(realpathSync(manifest)))}`
}

/** Beside us: in the clone, or where we are installed. Ourselves, when we are that package. Node 20 has no function that looks for it. */
function manifestOf(name: string): string | undefined {
  const own = join(import.meta.dirname, '../package.json')
  if (existsSync(own) && nameIn(own) === name) return own
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', name, 'package.json')
    if (existsSync(manifest)) return manifest
    if (folder === dirname(folder)) return undefined
  }
}

const nameIn = (manifest: string): unknown => (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown }).name

/** npm notes down in `node_modules` what it has unpacked from where. */
function isFromRegistry(manifest: string): boolean {
  const folder = dirname(manifest)
  const end = folder.lastIndexOf(`${sep}node_modules${sep}`)
  if (end < 0) return false
  try {
    const lock = JSON.parse(readFileSync(join(folder.slice(0, end), 'node_modules/.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly resolved?: string }>>
    }
    return /^https?:/.test(lock.packages[folder.slice(end + 1).replaceAll(sep, '/')]?.resolved ?? '')
  } catch {
    return false
  }
}
