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
import { dirname, join, relative, resolve } from 'node:path'
import { pluginExecutable, versionFolder } from '@slipway/host'
import { Failure, messageOf } from '@slipway/model'
import { build } from 'esbuild'
import type { BundledPlugin } from './sources.ts'

export interface BuiltRoot {
  /** A plugin root, in the layout of every other. */
  readonly root: string
  /** The files that went into it. */
  readonly inputs: readonly string[]
}

/**
 * Bundles each plugin into one file, in a root that is named by what it holds: an engine that still runs the old
 * plugins keeps them, and two builds at the same time agree.
 */
export async function buildPlugins(plugins: readonly BundledPlugin[], directory: string): Promise<BuiltRoot> {
  const bundles = await Promise.all(plugins.map(bundle))
  const hash = createHash('sha256')
  plugins.forEach((plugin, index) => hash.update(`${plugin.id}@${plugin.version}\n`).update(bundles[index]?.code ?? ''))
  const root = join(directory, hash.digest('hex').slice(0, 16))
  try {
    if (!existsSync(root)) writeRoot(root, plugins, bundles)
    removeOld(directory, root)
  } catch (error) {
    throw new Failure(
      'cli/cache-unwritable',
      `the plugins of Slipway cannot be written to ${directory}: ${messageOf(error)}`,
      {
        hint: 'make the folder writable, or name another cache folder with XDG_CACHE_HOME',
      },
    )
  }
  return { root, inputs: [...new Set(bundles.flatMap((one) => one.inputs))].sort() }
}

interface Bundle {
  readonly code: string
  readonly inputs: readonly string[]
}

async function bundle({ id, version, entry }: BundledPlugin): Promise<Bundle> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
    // Some dependencies are CommonJS and ask for Node's own modules with require.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
    },
    define: { SLIPWAY_PLUGIN_ID: JSON.stringify(id), SLIPWAY_PLUGIN_VERSION: JSON.stringify(version) },
  })
  const [output] = result.outputFiles
  if (output === undefined) throw new Error(`esbuild wrote nothing for ${entry}`)
  return { code: output.text, inputs: Object.keys(result.metafile.inputs).map((file) => resolve(file)) }
}

/** Appears whole: written aside, then renamed. */
function writeRoot(root: string, plugins: readonly BundledPlugin[], bundles: readonly Bundle[]): void {
  mkdirSync(dirname(root), { recursive: true, mode: 0o700 })
  const draft = mkdtempSync(`${root}.draft-`)
  try {
    plugins.forEach(({ id, version }, index) => {
      const executable = pluginExecutable(draft, 'provider', id, version)
      mkdirSync(dirname(executable), { recursive: true, mode: 0o755 })
      writeFileSync(executable, bundles[index]?.code ?? '')
      chmodSync(executable, 0o755)
      // A file without an ending is an ES module only where a package.json says so.
      writeFileSync(join(dirname(executable), 'package.json'), '{ "type": "module" }\n')
    })
    renameSync(draft, root)
  } catch (error) {
    // Somebody else was faster, with the same bytes.
    if (!existsSync(root)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const keptMs = 7 * 24 * 3_600_000

/** Roots of earlier builds, and drafts of builds that were killed, once nobody can be using them any more. */
function removeOld(directory: string, current: string): void {
  utimesSync(current, new Date(), new Date())
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    if (path === current || !/^[0-9a-f]{16}(\.draft-.*)?$/.test(name)) continue
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}

/** Where a bundled plugin lies inside a root, relative to it. */
export function folderInRoot({ id, version }: Pick<BundledPlugin, 'id' | 'version'>): string {
  return relative('/', versionFolder('/', 'provider', id, version))
}
