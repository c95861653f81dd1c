import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type BuildOptions } from 'esbuild'
import { pluginExecutable } from '../../packages/host/src/layout.ts'
import { rootHelp } from '../../packages/slipway/src/cli/help.ts'
import { etcdProtocol } from './etcd-protocol.ts'
import type { BuiltFile } from './folder.ts'
import { licenceNotices } from './notices.ts'

export const root = join(import.meta.dirname, '../..')

const programEntry = 'packages/slipway/src/cli/program.ts'

/** What carries out `slipway node`: the stores of many nodes are half of everything, and no other command needs them. */
const ofNodes = '../node/*-node.ts'

const startup = 'packages/slipway/src/startup'

/** The content of the packages' `dist/` folders, by folder. `bin/slipway` runs that of packages/slipway. */
export async function builtFiles(): Promise<Readonly<Record<string, readonly BuiltFile[]>>> {
  const [program, node, main, plugins] = await Promise.all([
    bundled(programEntry, { ...asFunction, external: [ofNodes] }),
    bundled(programEntry, asFunction),
    bundled(`${startup}/main.ts`),
    corePlugins(),
  ])
  const errors = errorPages()
  const slipway = [
    { path: 'program.cjs', content: program.text },
    { path: 'node.cjs', content: node.text },
    { path: 'main.cjs', content: main.text },
    { path: 'help.txt', content: rootHelp() },
    { path: 'errors.md', content: errors },
    // Whatever the package above says of the type of its modules.
    { path: 'package.json', content: '{ "type": "commonjs" }\n' },
    { path: 'licences-of-others.txt', content: licenceNotices(root, [...node.inputs, ...plugins.inputs]) },
    ...plugins.files,
  ]
  const operations = [
    { path: 'errors.md', content: errors },
    { path: 'licences-of-others.txt', content: licenceNotices(root, plugins.inputs) },
    ...plugins.files,
  ]
  return { 'packages/slipway/dist': slipway, 'packages/operations/dist': operations }
}

/** The pages of docs/reference/errors, one after the other, for `slipway explain`. */
function errorPages(): string {
  const pages = globSync('docs/reference/errors/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'))
  return pages
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
}

/** The plugins of plugins/, whose folder names are the last part of their ids, as a plugin root called `plugins`. */
async function corePlugins(): Promise<Built> {
  const starter = await bundled(`${startup}/plugin.ts`, { banner: { js: '#!/usr/bin/env node' } })
  const names = globSync('plugins/*/package.json', { cwd: root }).map((file) => file.split('/')[1] as string)
  const built = await Promise.all(names.sort().map((name) => corePlugin(name, starter.text)))
  return { files: built.flatMap(({ files }) => files), inputs: built.flatMap(({ inputs }) => inputs) }
}

interface Built {
  readonly files: readonly BuiltFile[]
  readonly inputs: readonly string[]
}

async function corePlugin(name: string, starter: Uint8Array): Promise<Built> {
  const { version } = JSON.parse(readFileSync(join(root, 'plugins', name, 'package.json'), 'utf8')) as {
    version: string
  }
  const executable = pluginExecutable('plugins', 'provider', `slipway/${name}`, version)
  const folder = dirname(executable)
  const { text, inputs } = await bundled(`plugins/${name}/src/main.ts`, asFunction)
  const files = [
    { path: executable, content: starter, executable: true },
    { path: join(folder, 'plugin.cjs'), content: text },
    // A file without an ending is what the nearest package.json says.
    { path: join(folder, 'package.json'), content: '{ "type": "commonjs" }\n' },
  ]
  return { files, inputs }
}

type Around = Pick<BuildOptions, 'banner' | 'footer' | 'external'>

/** For a file that `runBundle` runs: one function, as Node itself wraps a CommonJS module. */
const asFunction: Around = {
  banner: { js: '(function(exports,require,module,__filename,__dirname){' },
  footer: { js: '})' },
}

interface Bundle {
  readonly text: Uint8Array
  /** The files that went into it, relative to the root. */
  readonly inputs: readonly string[]
}

/** One file with all that it imports. Names stay as they are, for stacks that people can read. */
async function bundled(entry: string, more: Around = {}): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    // jsonc-parser has a main file that no bundler can follow.
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    plugins: [etcdProtocol(root)],
    // A script has nobody to ask for modules: what stays outside is required.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.dirname': '__dirname' },
    write: false,
    metafile: true,
    logLevel: 'silent',
    ...more,
  })
  return { text: outputFiles[0]?.contents ?? new Uint8Array(), inputs: Object.keys(metafile.inputs) }
}
