import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build, type BuildOptions } from 'esbuild'
import { pluginExecutable } from '../../packages/host/src/layout.ts'
import { script as dynamicInPython } from '../../packages/languages/src/python/dynamic.ts'
import { rootHelp } from '../../packages/slipway/src/cli/help.ts'
import { etcdProtocol } from './etcd-protocol.ts'
import type { BuiltFile, FilledFolder } from './folder.ts'
import { newPluginFiles, newProjectFiles } from './new-folders.ts'
import { licenceNotices } from './notices.ts'
import { inUnits } from './units.ts'

export const root = join(import.meta.dirname, '../..')

const programEntry = 'packages/slipway/src/cli/run-command-line.ts'

const sources = (folder: string, names: readonly string[]): readonly string[] =>
  names.map((name) => join(root, 'packages', folder, `${name}.ts`))

/**
 * The bundles that `up`, `plan` and `destroy` load: `program` always, so that it is read at every start; `types` for TypeScript's
 * declarations; `deploying` when plugins have to be started; `stacks` for stack files; `programs` for programs of Pulumi. Code in none of
 * them is read together with all the rest, which costs a program 40 MB.
 */
const commands = {
  program: [
    ...sources('slipway/src/cli', [
      'state/after-restore',
      'change/define-destroy',
      'look/define-plan',
      'change/define-up',
      'state/after-restore',
      'requests/requests',
      'change/run-change',
      'look/show-plan',
      'declarations/renewed-types',
    ]),
    ...sources('operations/src/change', ['destroy', 'up']),
    ...sources('operations/src/validation', ['ask-plugins', 'custom-validation']),
    ...sources('operations/src/provider-settings', ['provider-config']),
  ],
  types: [
    ...sources('slipway/src/cli', ['declarations/define-types', 'declarations/show-types']),
    ...sources('operations/src/project-types', ['write-types']),
  ],
  deploying: [...sources('engine/src', ['run/index']), ...sources('protocol/src', ['index'])],
  stacks: sources('operations/src/programs', ['stack-file-source']),
  programs: [
    ...sources('programs/src', ['index']),
    ...sources('protocol/src/pulumi', ['index']),
    ...sources('programs/src/stacks', ['pulumi-project', 'stack-config', 'which-stack']),
    ...sources('operations/src/programs', ['component-parts', 'policy-view', 'program-catalog']),
    ...sources('operations/src/settings', ['sealer']),
  ],
}

/** Large modules that few commands need, or that no command needs when there is nothing to do. */
const deferred = {
  run: join(root, 'packages/engine/src/run/index.ts'),
  'deploy-engine': join(root, 'packages/protocol/src/index.ts'),
  pulumi: join(root, 'packages/protocol/src/pulumi/index.ts'),
  programs: join(root, 'packages/programs/src/index.ts'),
  archives: join(root, 'packages/archives/src/index.ts'),
  re2js: 're2js',
}

const startup = 'packages/slipway/src/startup'

/** The process of resources that a project defines in its own sources. */
const resourcesEntry = 'packages/slipway/src/startup/resources.ts'

/**
 * The preload of programs and plugins in Node.js, which everything that starts them needs beside it: the program, which starts plugins, and
 * the language plugin.
 */
const preloadEntry = 'packages/languages/src/nodejs/preload.ts'

/** The process of a stack. */
const stackEntry = 'packages/slipway/src/startup/stack.ts'

/** `npm create slipway`. */
const createEntry = 'packages/slipway/src/startup/create.ts'

/** The content of the packages' `dist/` folders, by folder. `bin/slipway` runs that of packages/slipway. */
export async function builtFiles(): Promise<Readonly<Record<FilledFolder, readonly BuiltFile[]>>> {
  const [{ bundles, inputs }, main, preload, stack, resources, create, ofOurs, languages] = await Promise.all([
    inUnits(
      { entry: join(root, programEntry), deferred, together: commands },
      { ...common, plugins: [etcdProtocol(root)] },
    ),
    bundled(`${startup}/main.ts`),
    bundled(preloadEntry),
    // It imports modules of users, which only Node can do.
    bundled(stackEntry, { supported: {} }),
    bundled(resourcesEntry, { supported: {} }),
    bundled(createEntry, { target: 'node20' }),
    corePlugins(),
    together([languagePlugins(), dynamicProviders()]),
  ])
  const plugins = { files: [...ofOurs.files, ...languages.files], inputs: [...ofOurs.inputs, ...languages.inputs] }
  const picture = await pictureFiles()
  const errors = errorPages()
  const newFolders = [...newPluginFiles(root), ...newProjectFiles(root)]
  const slipway = [
    ...Object.entries(bundles).map(([name, text]) => ({ path: `${name}.cjs`, content: Buffer.from(alike(text)) })),
    { path: 'main.cjs', content: main.text },
    { path: 'preload.cjs', content: preload.text },
    { path: 'stack.cjs', content: stack.text },
    { path: 'resources.cjs', content: resources.text },
    { path: 'help.txt', content: rootHelp() },
    { path: 'errors.md', content: errors },
    // Makes Node treat the modules as CommonJS, even if the package above says otherwise.
    { path: 'package.json', content: '{ "type": "commonjs" }\n' },
    {
      path: 'licences-of-others.txt',
      content: licenceNotices(root, [
        ...inputs,
        ...stack.inputs,
        ...resources.inputs,
        ...picture.inputs,
        ...plugins.inputs,
      ]),
    },
    ...newFolders,
    ...picture.files,
    ...plugins.files,
  ]
  const operations = [
    { path: 'resources.cjs', content: resources.text },
    { path: 'errors.md', content: errors },
    { path: 'stack.cjs', content: stack.text },
    {
      path: 'licences-of-others.txt',
      content: licenceNotices(root, [...stack.inputs, ...resources.inputs, ...plugins.inputs]),
    },
    ...newFolders,
    ...plugins.files,
  ]
  const created = [
    { path: 'create-slipway.cjs', content: create.text },
    { path: 'licences-of-others.txt', content: licenceNotices(root, create.inputs) },
    ...newFolders,
  ]
  return {
    'packages/slipway/dist': slipway,
    'packages/operations/dist': operations,
    'packages/create-slipway/dist': created,
  }
}

/** The script of a plan's picture for the browser; its libraries name their own authors. */
async function pictureFiles(): Promise<Built> {
  const folder = 'packages/slipway/src/picture'
  const { text, inputs } = await bundled(`${folder}/page.ts`, {
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    legalComments: 'inline',
  })
  const style = readFileSync(join(root, folder, 'page.css'))
  const files = [
    { path: 'picture/page.js', content: text },
    { path: 'picture/page.css', content: style },
  ]
  return { files, inputs }
}

/** The pages of docs/reference/errors, one after the other, for `slipway explain`. */
function errorPages(): string {
  const pages = globSync('docs/reference/errors/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'))
  return pages
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
}

/** The plugins in plugins/, as a plugin root called `plugins`. The names of their folders are the last parts of their ids. */
async function corePlugins(): Promise<Built> {
  const names = globSync('plugins/*/package.json', { cwd: root }).map((file) => file.split('/')[1] as string)
  return together(
    names.sort().map((name) => {
      const executable = pluginExecutable('plugins', 'provider', `slipway/${name}`, versionOf('plugins', name))
      return plugin(executable, `plugins/${name}/src/main.ts`)
    }),
  )
}

/** The language plugins, as Pulumi would have installed them, in a root called `languages`. */
async function languagePlugins(): Promise<Built> {
  const mains = globSync('packages/languages/src/*/main.ts', { cwd: root }).sort()
  const version = versionOf('packages', 'languages')
  const folder = (name: string): string => `languages/language-${name}-v${version}`
  const plugins = mains.map((main) => {
    const name = basename(dirname(main))
    return plugin(`${folder(name)}/pulumi-language-${name}`, main)
  })
  return together([
    ...plugins,
    bundled(preloadEntry).then((bundle) => beside(bundle, join(folder('nodejs'), 'preload.cjs'))),
  ])
}

function beside({ text, inputs }: Bundle, path: string): Built {
  return { files: [{ path, content: text }], inputs }
}

/** The providers of dynamic resources, in a root called `dynamic`, which is searched only for programs. */
async function dynamicProviders(): Promise<Built> {
  const version = versionOf('packages', 'languages')
  const executable = (name: string): string => `dynamic/resource-${name}-v${version}/pulumi-resource-${name}`
  const nodejs = await plugin(executable('pulumi-nodejs'), 'packages/languages/src/nodejs/dynamic.ts')
  const python = { path: executable('pulumi-python'), content: dynamicInPython, executable: true }
  return { files: [...nodejs.files, python], inputs: nodejs.inputs }
}

async function together(plugins: readonly Promise<Built>[]): Promise<Built> {
  const built = await Promise.all(plugins)
  return { files: built.flatMap(({ files }) => files), inputs: built.flatMap(({ inputs }) => inputs) }
}

interface Built {
  readonly files: readonly BuiltFile[]
  readonly inputs: readonly string[]
}

function versionOf(folder: string, name: string): string {
  const manifest = readFileSync(join(root, folder, name, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}

/** A plugin with this executable, which runs a bundle beside it. */
async function plugin(executable: string, main: string): Promise<Built> {
  const [starter, { text, inputs }] = await Promise.all([
    bundled(`${startup}/plugin.ts`, { banner: { js: '#!/usr/bin/env node' } }),
    bundled(main, asFunction),
  ])
  const folder = dirname(executable)
  const files = [
    { path: executable, content: starter.text, executable: true },
    { path: join(folder, 'plugin.cjs'), content: text },
    // The nearest package.json decides what a file without an ending is.
    { path: join(folder, 'package.json'), content: '{ "type": "commonjs" }\n' },
  ]
  return { files, inputs }
}

type Around = Pick<
  BuildOptions,
  | 'banner'
  | 'footer'
  | 'platform'
  | 'format'
  | 'target'
  | 'minify'
  | 'minifyIdentifiers'
  | 'legalComments'
  | 'supported'
>

/**
 * For a file that `runBundle` runs: one function, like Node's own wrapper of a CommonJS module. Short names save every installation of the
 * plugins 2 MB.
 */
const asFunction: Around = {
  minifyIdentifiers: true,
  banner: { js: '(function(exports,require,module,__filename,__dirname){' },
  footer: { js: '})' },
}

interface Bundle {
  readonly text: Uint8Array
  /** The files that went into it, relative to the root. */
  readonly inputs: readonly string[]
}

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // jsonc-parser has a main file that no bundler can follow.
  mainFields: ['module', 'main'],
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'silent',
}

/** One file with all that it imports. Unless `around` says otherwise, names stay as they are, for stacks that people can read. */
async function bundled(entry: string, around: Around = {}): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: [entry],
    format: 'cjs',
    plugins: [etcdProtocol(root)],
    // A script cannot import modules dynamically: external modules are required.
    supported: { 'dynamic-import': false },
    write: false,
    metafile: true,
    ...around,
  })
  return { text: Buffer.from(alike(outputFiles[0]?.text ?? '')), inputs: Object.keys(metafile.inputs) }
}

/**
 * Each module of a bundle is the only function of an object, with the path of the module as its name. With one name for all, V8 makes one
 * kind of object instead of a thousand, and has fewer texts to read at the start of every command.
 */
function alike(bundle: string): string {
  return bundle.replaceAll(/(__esm|__commonJS)\(\{(async )?"[^"]+"\(/g, '$1({$2module(')
}
