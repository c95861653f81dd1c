import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPlugins } from './sources.ts'

/** What a build was made of; as long as nothing of it changes, the build is good. */
interface Manifest {
  readonly root: string
  readonly plugins: string
  /** `path size mtime` of every input. */
  readonly inputs: readonly string[]
}

/**
 * The plugin root with Slipway's own plugins, built when there is none or its sources have changed. Looking costs one
 * stat per source file.
 */
export async function bundledRoot(cache: string): Promise<string> {
  const directory = join(cache, 'plugins')
  const plugins = bundledPlugins()
  const names = plugins.map(({ id, version, entry }) => `${id}@${version} ${entry}`).join(', ')
  const manifestFile = join(directory, 'manifest.json')
  const known = readManifest(manifestFile)
  if (known !== undefined && known.plugins === names && existsSync(known.root) && known.inputs.every(isUnchanged)) {
    return known.root
  }
  const { buildPlugins } = await import('./build.ts')
  const { root, inputs } = await buildPlugins(plugins, directory)
  writeManifest(manifestFile, { root, plugins: names, inputs: inputs.map(markOf) })
  return root
}

function readManifest(file: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest
  } catch {
    return undefined
  }
}

function writeManifest(file: string, manifest: Manifest): void {
  const draft = `${file}.${process.pid}`
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(draft, JSON.stringify(manifest))
  renameSync(draft, file)
}

function markOf(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return `${size} ${mtimeMs} ${path}`
}

function isUnchanged(mark: string): boolean {
  const path = mark.split(' ').slice(2).join(' ')
  try {
    return markOf(path) === mark
  } catch {
    return false
  }
}
