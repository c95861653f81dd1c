import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

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
  if (!existsSync(root)) writeWhole(root, files)
  removeOld(directory, root)
  return root
}

function writeWhole(root: string, files: readonly BuiltFile[]): void {
  mkdirSync(dirname(root), { recursive: true, mode: 0o700 })
  const draft = mkdtempSync(`${root}.draft-`)
  try {
    for (const { path, content, executable = false } of files) {
      const file = join(draft, path)
      mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
      writeFileSync(file, content)
      chmodSync(file, executable ? 0o755 : 0o644)
    }
    renameSync(draft, root)
  } catch (error) {
    // Somebody else may have been faster, with the same bytes.
    if (!existsSync(root)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const keptMs = 24 * 3_600_000

/** Earlier builds, and drafts of builds that were killed, once nobody can be using them any more. */
function removeOld(directory: string, current: string): void {
  utimesSync(current, new Date(), new Date())
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    if (path === current || !/^[0-9a-f]{16}(\.draft-.*)?$/.test(name)) continue
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}
