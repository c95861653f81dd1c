import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { retire } from './old-builds.ts'

/** A file of a build, its path relative to the build's folder. */
export interface BuiltFile {
  readonly path: string
  readonly content: string | Uint8Array
  readonly executable?: boolean
}

/**
 * Writes files into a folder that is named by what is in them: whoever still uses the build before keeps it, and two
 * builds at the same time agree. The folder appears whole.
 */
export function writeContentFolder(directory: string, files: readonly BuiltFile[]): string {
  const hash = createHash('sha256')
  for (const { path, content } of files) hash.update(`${path}\n`).update(content)
  const root = join(directory, hash.digest('hex').slice(0, 16))
  if (isWhole(root, files)) retire(root)
  else writeWhole(root, files)
  return root
}

/** Who tidies caches takes old files away, and leaves the folders. */
function isWhole(root: string, files: readonly BuiltFile[]): boolean {
  return files.every(({ path, content }) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false })
    return stats?.size === Buffer.byteLength(content)
  })
}

function writeWhole(root: string, files: readonly BuiltFile[]): void {
  mkdirSync(dirname(root), { recursive: true, mode: 0o700 })
  const draft = mkdtempSync(`${root}.draft-`)
  const broken = `${draft}.broken`
  try {
    for (const { path, content, executable = false } of files) {
      const file = join(draft, path)
      mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
      // Under its name a build is taken for whole, also after the machine went down.
      writeFileSync(file, content, { flush: true })
      chmodSync(file, executable ? 0o755 : 0o644)
    }
    // Who shares the folder with the one that builds (a user, and sudo) runs the build too.
    chmodSync(draft, 0o755)
    if (existsSync(root) && !isWhole(root, files)) renameSync(root, broken)
    renameSync(draft, root)
  } catch (error) {
    // Somebody else may have been faster, with the same bytes.
    if (!isWhole(root, files)) throw error
  } finally {
    for (const left of [draft, broken]) rmSync(left, { recursive: true, force: true })
  }
}
