import { dirname, join, relative, resolve } from 'node:path'
import { pluginExecutable } from '@slipway/host'
import { Failure, messageOf } from '@slipway/model'
import { build } from 'esbuild'
import { writeContentFolder, type BuiltFile } from './content-folder.ts'
import type { BundledPlugin } from './sources.ts'
import { workspace } from './workspace.ts'

export interface BuiltRoot {
  /** A plugin root, in the layout of every other. */
  readonly root: string
  /** The files that went into it. */
  readonly inputs: readonly string[]
}

/** Bundles each plugin into one file. Fails with `cli/cache-unwritable`. */
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

/** Some dependencies are CommonJS and ask for Node's own modules with require. */
const banner = `#!/usr/bin/env node
import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);`

async function bundle(plugin: BundledPlugin): Promise<Bundle> {
  const result = await build({
    absWorkingDir: workspace,
    entryPoints: [plugin.entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
    banner: { js: banner },
  })
  const content = result.outputFiles[0]?.contents ?? ''
  const files = [
    { path: executableInRoot(plugin), content, executable: true },
    // A file without an ending is an ES module only where a package.json says so.
    { path: join(folderInRoot(plugin), 'package.json'), content: '{ "type": "module" }\n' },
  ]
  const inputs = [...Object.keys(result.metafile.inputs), 'packages/slipway/src/bundled/build-plugins.ts']
  return { files, inputs: inputs.map((file) => resolve(workspace, file)) }
}
