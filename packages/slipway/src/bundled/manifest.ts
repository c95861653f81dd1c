import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeOldBuilds, retire } from './old-builds.ts'

/** What was built, of what; as long as none of its inputs changes, and nothing of itself, the build is good. */
export interface Manifest {
  /** The folder that was built. */
  readonly root: string
  /** What was asked for, where that can change. */
  readonly subject: string
  /** Of what it was built, and the files of the build. */
  readonly inputs: readonly Input[]
}

/** Path, size, time of the last change in milliseconds. */
type Input = readonly [path: string, size: number, changed: number]

/** The folder of a build that is still good. Looking costs one stat per source file. */
export function currentBuild(manifestFile: string, subject: string): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
    const isCurrent = manifest.subject === subject && existsSync(manifest.root) && manifest.inputs.every(isUnchanged)
    return isCurrent ? manifest.root : undefined
  } catch {
    return undefined
  }
}

/** Notes a build, which takes the place of the one before. `inputs`: paths of files. */
export function noteBuild(manifestFile: string, root: string, subject: string, inputs: readonly string[]): void {
  const manifest: Manifest = { root, subject, inputs: [...inputs, ...filesBelow(root)].map(inputOf) }
  const previous = rootIn(manifestFile)
  const draft = `${manifestFile}.${process.pid}`
  mkdirSync(dirname(manifestFile), { recursive: true, mode: 0o700 })
  writeFileSync(draft, JSON.stringify(manifest))
  renameSync(draft, manifestFile)
  if (previous !== undefined && previous !== root) retire(previous)
  removeOldBuilds(dirname(manifestFile), root)
}

function rootIn(manifestFile: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest).root
  } catch {
    return undefined
  }
}

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

function inputOf(path: string): Input {
  const { size, mtimeMs } = statSync(path)
  return [path, size, mtimeMs]
}

function isUnchanged([path, size, changed]: Input): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && stats.size === size && stats.mtimeMs === changed
}
