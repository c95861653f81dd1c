import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { version } from './version.ts'

/**
 * Returns the dependency on a Slipway package for a package.json in `folder`: a version range if this Slipway comes from a registry, else the path
 * on this machine, in a clone or an unpacked archive.
 */
export function ownPackage(name: string, folder: string): string {
  const manifest = manifestOf(name)
  if (manifest === undefined || isFromRegistry(manifest)) return `^${version}`
  return `file:${relative(realpathSync(folder), dirname(realpathSync(manifest)))}`
}

/**
 * Finds the package.json of a package beside this one, in the clone or the installation, or this package's own. Node 20 has no function for this
 * search.
 */
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

/** True if npm installed the package from a registry, according to npm's notes in `node_modules`. */
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
