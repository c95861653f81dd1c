import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownOwner, PathTrust } from '@slipway/processes/path-trust'

/**
 * Makes the folder where Node keeps compiled JavaScript, for our user alone: its content is executed. Node makes folders in it with the
 * usual umask; this closes those, too. Returns false when others could replace the folder or it cannot be made; plugins then start more
 * slowly.
 */
export function keepPrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const owner = ownOwner()
    const stats = lstatSync(folder)
    if (!stats.isDirectory() || stats.uid !== owner.uid) return false
    if (new PathTrust(owner).problem(dirname(folder)) !== undefined) return false
    close(folder)
    const entries = readdirSync(folder).map((name) => join(folder, name))
    // While others could write here, they may have left something.
    if ((stats.mode & 0o022) !== 0) for (const entry of entries) rmSync(entry, { recursive: true, force: true })
    else for (const entry of entries) close(entry)
    return true
  } catch {
    return false
  }
}

function close(folder: string): void {
  const stats = lstatSync(folder)
  if (stats.isDirectory() && (stats.mode & 0o077) !== 0) chmodSync(folder, 0o700)
}
