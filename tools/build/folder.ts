import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The folders that a build of this repository fills. */
export const filledFolders = [
  'packages/slipway/dist',
  'packages/operations/dist',
  'packages/create-slipway/dist',
] as const
export type FilledFolder = (typeof filledFolders)[number]

/** A file of a build, its path relative to the build's folder. */
export interface BuiltFile {
  readonly path: string
  readonly content: string | Uint8Array
  readonly executable?: boolean
}

/**
 * Makes a folder hold these files and no others. Each file appears whole, and unchanged files stay untouched: a running command goes on,
 * and compiled code of a file stays valid. True when something changed.
 */
export function fillFolder(folder: string, files: readonly BuiltFile[]): boolean {
  const changed = files.filter((file) => !isThere(folder, file))
  for (const file of changed) place(folder, file)
  const wanted = new Set(files.map(({ path }) => path))
  const left = filesBelow(folder).filter((path) => !wanted.has(path) && !isDraftOfOthers(join(folder, path)))
  for (const path of left) rmSync(join(folder, path), { force: true })
  return changed.length + left.length > 0
}

function isThere(folder: string, { path, content, executable = false }: BuiltFile): boolean {
  try {
    const file = join(folder, path)
    return readFileSync(file).equals(Buffer.from(content)) && ((statSync(file).mode & 0o100) !== 0) === executable
  } catch {
    return false
  }
}

const draftEnding = '.draft'

function place(folder: string, { path, content, executable = false }: BuiltFile): void {
  const file = join(folder, path)
  const draft = `${file}.${process.pid}${draftEnding}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  writeFileSync(draft, content)
  chmodSync(draft, executable ? 0o755 : 0o644)
  renameSync(draft, file)
}

/** True for a draft of a simultaneous build; a killed build left its draft more than a minute ago. */
function isDraftOfOthers(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return file.endsWith(draftEnding) && stats !== undefined && Date.now() - stats.mtimeMs < 60_000
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}
