import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure, formatPluginId, parsePluginId, type PluginId } from '@slipway/model'
import { coreNamespaces } from '../core-plugins.ts'
import { newPluginFiles } from '../new-plugin-files.ts'
import { ownNode } from '../own-node.ts'
import { ownPackage } from '../own-packages.ts'
import type { Slipway } from '../slipway.ts'
import { trustedFoldersOf } from '../trust/folder-trust.ts'
import { makeEmptyFolder } from './empty-folder.ts'
import { npmInstall } from './run-tool.ts'

export interface NewPluginRequest {
  /** The folder to create. An existing folder must be empty. */
  readonly folder: string
  /** The plugin's id, such as `acme/notes`. Default: `my/` and the name of the folder. */
  readonly id?: string | undefined
  /** Whether npm installs the plugin's dependencies. Default: true. */
  readonly install?: boolean
  /** Called with npm's output. */
  readonly onOutput?: (text: string) => void
  /** Called once the files exist, before npm starts. */
  readonly onWritten?: (plugin: NewPlugin) => void
}

export interface NewPlugin {
  readonly id: string
  /** Absolute. */
  readonly folder: string
  /** The paths of the files relative to the folder, sorted. */
  readonly files: readonly string[]
}

/**
 * Makes a folder with a provider in TypeScript: code, tests, build and an example. The folder is trusted, since all its code comes from
 * Slipway's own template.
 *
 * @throws Failure `cli/bad-plugin-id`, `cli/folder-not-empty`, `cli/tool-failed`
 */
export async function newPlugin({ cwd, env, ownPlugins }: Slipway, request: NewPluginRequest): Promise<NewPlugin> {
  const folder = resolve(cwd, request.folder)
  const id = checkedId(request.id ?? `my/${basename(folder).toLowerCase()}`, coreNamespaces(ownPlugins))
  makeEmptyFolder(folder, 'a plugin')
  const plugin = { id: formatPluginId(id), folder, files: writeFiles(folder, id, env) }
  trustedFoldersOf(env).addIfPossible(folder)
  request.onWritten?.(plugin)
  if (request.install !== false) await npmInstall(folder, env, request.onOutput)
  return plugin
}

/** The namespace begins every type of the plugin, and is a key of the settings. */
const namespace = /^[a-z][a-z0-9_-]{0,62}$/

function checkedId(text: string, taken: readonly string[]): PluginId {
  const id = parsePluginId(text)
  const hint = 'give it an id: slipway plugin new DIR --id acme/notes'
  if (id === undefined || !namespace.test(id.plugin)) {
    const why = 'OWNER/NAME, the name in small letters, digits, - and _'
    throw new Failure('cli/bad-plugin-id', `"${text}" cannot be the id of a plugin: it is ${why}`, { hint })
  }
  if (taken.includes(id.plugin)) {
    const why = `Slipway's own plugin slipway/${id.plugin} has all types that begin with ${id.plugin}/`
    throw new Failure('cli/bad-plugin-id', `"${text}" cannot be the id of a plugin: ${why}`, { hint })
  }
  return id
}

/** The workflow that publishes the plugin. */
const workflow = '.github/workflows/release.yml'

function writeFiles(folder: string, id: PluginId, env: Slipway['env']): readonly string[] {
  const files = new Map(Array.from(newPluginFiles(), ([name, text]) => [name, renamed(name, text, id)] as const))
  files.set('package.json', manifestText(files.get('package.json') ?? '{}', folder, env))
  files.set('.gitignore', 'node_modules/\ndist/\nnotes/\nrelease/\n.slipway/\n')
  files.set(workflow, files.get('release.yml') ?? '')
  files.delete('release.yml')
  mkdirSync(join(folder, dirname(workflow)), { recursive: true })
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  chmodSync(join(folder, 'plugin.ts'), 0o755)
  return [...files.keys()].sort()
}

/** Replaces the template's id `acme/notes` and its type `notes/note`. */
function renamed(name: string, text: string, id: PluginId): string {
  if (name === 'LICENSE') return text
  const named = text
    .replaceAll('acme/notes', formatPluginId(id))
    .replaceAll('notes/note', `${id.plugin}/note`)
    .replaceAll('slipway-plugin-notes', `slipway-plugin-${id.plugin}`)
  return /\.(?:yaml|md)$/.test(name) ? named.replaceAll(/^ {2}notes: \{/gm, `  ${id.plugin}: {`) : named
}

interface Manifest {
  readonly devDependencies: object
  readonly nodes: Readonly<Record<string, string>>
}

/**
 * Writes a plugin's package.json. A plugin is built into one file, so only its author needs the dependencies. Users install only the plugin.
 *
 * @param text the package.json from our build
 */
function manifestText(text: string, folder: string, env: Slipway['env']): string {
  const { nodes, ...manifest } = JSON.parse(text) as Manifest
  const devDependencies = {
    '@slipway/sdk': ownPackage('@slipway/sdk', folder),
    ...manifest.devDependencies,
    slipway: ownPackage('slipway', folder),
    ...ownNode(folder, env, nodes),
  }
  return `${JSON.stringify({ ...manifest, devDependencies }, null, 2)}\n`
}
