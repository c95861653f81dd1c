import { defaultPolicy } from './defaults.ts'
import { createHash } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { Failure } from '@slipway/model'

/**
 * The only place that knows where plugins, their logs, caches and records lie on disk.
 *
 *     <root>/providers|transformers/{hostname/}?{namespace}/{plugin}/{version}/plugin
 *     <logs>/{hostname/}?{namespace}/{plugin}/plugin.log
 *     <home>/plugins/{kind}-{name}-v{version}/    plugins of Pulumi that Slipway has installed
 *     <home>/terraform/{hostname}/{namespace}/{type}/{version}/    providers of Terraform
 *     <home>/store           archives and trees by content
 *     {folder of a version}.partial    beside a version that is present, but not installed
 *     <cache>/compile        what Node keeps of compiled JavaScript, for plugins in JavaScript
 *     <cache>/definitions    what plugins said of themselves
 *     <cache>/schemas        the same, in the words of providers of Terraform
 *     <runtime>/<pid>-<start>-<number>.groups    the process groups of an engine; `GroupRecord` names the files
 *     <temporary>/slipway-plugins-XXXXXX/<launch>/    the sockets and the token of one launch
 */

/** The folders below a root for the plugins of the deploy-engine dialect, by kind. */
export const kindFolders = { provider: 'providers', transformer: 'transformers' } as const

export type PluginKind = keyof typeof kindFolders

export const executableName = 'plugin'

export type Environment = Readonly<Record<string, string | undefined>>

/** Our own name first, then the document's, then the name that the ancestor uses today. */
const prefixes = ['SLIPWAY', 'CELERITY', 'BLUELINK'] as const

/** A directory that is searched for plugins, and its origin. */
export interface PluginRoot {
  readonly path: string
  readonly origin: PluginOrigin
  /** The only dialect whose plugins are looked for there; absent: all dialects. */
  readonly dialect?: string
  /** Set for the folder of a single plugin that the user has named. */
  readonly holds?: { readonly kind: string; readonly name: string; readonly version: string }
}

/**
 * - `environment`: a variable or a setting names the directory
 * - `default`: where plugins are installed
 * - `bundled`: came with Slipway
 * - `attached`: a process that somebody else has started, and that is only connected to
 * - `project`: the project names the plugin, in its Pulumi.yaml or as an npm package
 * - `path`: a directory of the PATH
 * - `cache`: where another program has installed it
 */
export type PluginOrigin = 'environment' | 'default' | 'bundled' | 'attached' | 'project' | 'path' | 'cache'

export interface RootOptions {
  readonly env: Environment
  readonly home: string
  /** First-party plugins that came with Slipway, in the same layout: the lowest priority. */
  readonly bundledRoot?: string
}

/** The directories to search, in order of priority. Skips duplicates and empty entries of the variable. */
export function pluginRoots({ env, home, bundledRoot }: RootOptions): readonly PluginRoot[] {
  const listed = variable(env, 'DEPLOY_ENGINE_PLUGIN_PATH')
  const roots: PluginRoot[] =
    listed === undefined
      ? defaultPluginRoots(home).map((path) => ({ path, origin: 'default' }))
      : splitPath(listed.value, home).map((path) => ({ path, origin: 'environment' }))
  if (bundledRoot !== undefined) roots.push({ path: resolve(bundledRoot), origin: 'bundled' })
  return roots.filter((root, index) => roots.findIndex((other) => other.path === root.path) === index)
}

/** The document's directory, which `slipway setup` fills, then the one that the ancestor uses today. */
export function defaultPluginRoots(home: string): readonly [string, string] {
  return [join(home, '.celerity/deploy-engine/plugins/bin'), join(home, '.bluelink/engine/plugins/bin')]
}

/**
 * The folder for new plugins of the deploy engine: the first writable directory of the plugin path or, without that variable, the default
 * directory. `undefined`: no directory in the variable is writable.
 */
export function installRoot({ env, home }: Pick<RootOptions, 'env' | 'home'>): string | undefined {
  const listed = variable(env, 'DEPLOY_ENGINE_PLUGIN_PATH')
  if (listed === undefined) return defaultPluginRoots(home)[0]
  return splitPath(listed.value, home).find(isWritable)
}

/** The folder need not exist: the installer makes it. */
function isWritable(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    try {
      accessSync(path, constants.W_OK | constants.X_OK)
      return true
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT') || path === dirname(path))
        return false
    }
  }
}

/** The folder for Slipway's own part of a user's data: `SLIPWAY_HOME`, or by the XDG rules. */
export function slipwayHome({ env, home }: Pick<RootOptions, 'env' | 'home'>): string {
  const named = env['SLIPWAY_HOME']
  if (named !== undefined && named !== '') return resolve(home, named)
  const xdg = env['XDG_DATA_HOME']
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local/share'), 'slipway')
}

/** The folder where Slipway installs plugins of Pulumi; it only reads a user's own Pulumi cache. */
export function pulumiPluginsIn(ofSlipway: string): string {
  return join(ofSlipway, 'plugins')
}

/** `resource-random-v4.19.0` */
export function pulumiFolderName(kind: string, name: string, version: string): string {
  return `${kind}-${name}-v${version}`
}

export function terraformPluginsIn(ofSlipway: string): string {
  return join(ofSlipway, 'terraform')
}

export function terraformFolder(ofSlipway: string, host: string, name: string, version: string): string {
  return join(terraformPluginsIn(ofSlipway), host, ...name.split('/'), version)
}

/** The marker beside the folder of a version that is present, but not installed; other tools write it, too. */
export function partialMarker(folder: string): string {
  return `${folder}.partial`
}

function splitPath(list: string, home: string): string[] {
  return list
    .split(':')
    .filter((entry) => entry !== '')
    .map((entry) => resolve(entry.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, home)))
}

/** The directory of one version of a plugin: `<root>/providers/celerity/aws/1.0.0`. */
export function versionFolder(root: string, kind: PluginKind, id: string, version: string): string {
  return join(root, kindFolders[kind], ...id.split('/'), version)
}

export function pluginExecutable(root: string, kind: PluginKind, id: string, version: string): string {
  return join(versionFolder(root, kind, id, version), executableName)
}

export function pluginLogFile(logDir: string, id: string): string {
  return join(logDir, ...id.split('/'), 'plugin.log')
}

/** The folder for plugins' logs that the environment names, if it does. */
export function pluginLogDir(env: Environment): string | undefined {
  return variable(env, 'DEPLOY_ENGINE_PLUGIN_LOG_FILE_ROOT_DIR')?.value
}

/** The cached definition of the plugin with this executable, and of the package that it has been made to serve, if any. */
export function definitionFile(dir: string, executable: string, made = ''): string {
  return join(dir, `${createHash('sha256').update(`${executable}${made}`).digest('hex').slice(0, 32)}.definition`)
}

/** The user's cache of Slipway, by the XDG rules. */
export function cacheDir({ env, home }: Pick<RootOptions, 'env' | 'home'>): string {
  const xdg = env['XDG_CACHE_HOME']
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.cache'), 'slipway')
}

export function compileCacheDir(cache: string): string {
  return join(cache, 'compile')
}

export function definitionCacheDir(cache: string): string {
  return join(cache, 'definitions')
}

export function schemaCacheDir(cache: string): string {
  return join(cache, 'schemas')
}

/** The cached schemas of the provider with this executable. */
export function schemaFile(dir: string, executable: string, part: string): string {
  return join(dir, `${createHash('sha256').update(executable).digest('hex').slice(0, 32)}.${part}`)
}

const privateFolderName = 'slipway-plugins-'

/** How the folder begins in which an engine keeps sockets; six random characters end it. */
export function privateFolderDraft(temporary: string): string {
  return join(temporary, privateFolderName)
}

export function isPrivateFolder(path: string): boolean {
  return isAbsolute(path) && basename(path).startsWith(privateFolderName)
}

/** How often a plugin is launched before Slipway gives up. */
export function launchAttemptLimit(env: Environment): number {
  const limit = variable(env, 'DEPLOY_ENGINE_PLUGIN_LAUNCH_ATTEMPT_LIMIT')
  if (limit === undefined) return defaultPolicy.attempts
  if (/^[1-9]\d{0,5}$/.test(limit.value.trim())) return Number(limit.value)
  throw new Failure('host/bad-attempt-limit', `${limit.name} is "${limit.value}", which is not a number of launches`, {
    hint: `give a whole number from 1, or remove the variable to get ${defaultPolicy.attempts} launches`,
  })
}

/** Slipway's own variables: settings and secrets that no plugin has to see. */
export function isOwnVariable(name: string): boolean {
  return name.startsWith('SLIPWAY_')
}

/** The first of the three names that is set and not empty. */
function variable(env: Environment, suffix: string): { name: string; value: string } | undefined {
  for (const prefix of prefixes) {
    const name = `${prefix}_${suffix}`
    const value = env[name]
    if (value !== undefined && value !== '') return { name, value }
  }
  return undefined
}
