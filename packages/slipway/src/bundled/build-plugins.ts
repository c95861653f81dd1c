import { dirname, join, relative, resolve } from 'node:path'
import { pluginExecutable } from '@slipway/host'
import { Failure, messageOf } from '@slipway/model'
import { build, type BuildOptions } from 'esbuild'
import { bundleFormat } from './compiled-bundle.ts'
import { writeContentFolder, type BuiltFile } from './content-folder.ts'
import type { BundledPlugin } from './sources.ts'
import { workspace } from './workspace.ts'

export interface BuiltRoot {
  /** A plugin root, in the layout of every other. */
  readonly root: string
  /** The files that went into it. */
  readonly inputs: readonly string[]
}

/** Bundles each plugin. Fails with `cli/cache-unwritable`. */
export async function buildPlugins(plugins: readonly BundledPlugin[], directory: string): Promise<BuiltRoot> {
  const bundles = await Promise.all(plugins.map(bundle))
  try {
    const root = writeContentFolder(
      directory,
      bundles.flatMap((one) => one.files),
    )
    return { root, inputs: [...new Set(bundles.flatMap((one) => one.inputs))].sort() }
  } catch (error) {
    throw new Failure(
      'cli/cache-unwritable',
      `the plugins of Slipway cannot be written to ${directory}: ${messageOf(error)}`,
      {
        hint: 'make the folder writable, or name another cache folder with XDG_CACHE_HOME',
      },
    )
  }
}

/** Where a bundled plugin lies inside a root, relative to it. */
export function folderInRoot(plugin: BundledPlugin): string {
  return dirname(executableInRoot(plugin))
}

export function executableInRoot({ id, version }: BundledPlugin): string {
  return relative('/', pluginExecutable('/', 'provider', id, version))
}

interface Bundle {
  readonly files: readonly BuiltFile[]
  readonly inputs: readonly string[]
}

/** The plugin as a bundle, and the executable that runs it. */
async function bundle(plugin: BundledPlugin): Promise<Bundle> {
  const folder = folderInRoot(plugin)
  const [body, starter] = await Promise.all([
    buildFile(plugin.entry, bundleFormat),
    buildFile(starterEntry, starterFormat),
  ])
  const files = [
    { path: executableInRoot(plugin), content: starter.content, executable: true },
    { path: join(folder, 'plugin.cjs'), content: body.content },
    // A file without an ending is what the nearest package.json says.
    { path: join(folder, 'package.json'), content: '{ "type": "commonjs" }\n' },
  ]
  const inputs = [...body.inputs, ...starter.inputs, 'packages/slipway/src/bundled/build-plugins.ts']
  return { files, inputs: inputs.map((file) => resolve(workspace, file)) }
}

const starterEntry = join(workspace, 'packages/slipway/src/bundled/plugin-starter.ts')

const starterFormat: BuildOptions = {
  ...bundleFormat,
  banner: { js: '#!/usr/bin/env node' },
  footer: {},
  define: { 'import.meta.dirname': '__dirname' },
}

async function buildFile(entry: string, format: BuildOptions): Promise<{ content: Uint8Array; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    ...format,
    absWorkingDir: workspace,
    entryPoints: [entry],
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return { content: outputFiles[0]?.contents ?? new Uint8Array(), inputs: Object.keys(metafile.inputs) }
}
