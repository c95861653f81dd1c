import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf, type NpmPlugin } from '@slipway/model'
import type { DiscoveryProblem } from '../../discovery-problem.ts'
import { readSmallFile } from '../../read-small-file.ts'
import { pluginOf } from './plugin-of-package.ts'

/** A package that is a plugin and, according to its package.json, can be launched. */
interface PluginPackage {
  /** The name in the project, which may be an alias. */
  readonly name: string
  readonly plugin: NpmPlugin
  /** Absolute path of the file to launch. */
  readonly file: string
}

interface PluginPackages {
  readonly packages: readonly PluginPackage[]
  readonly problems: readonly DiscoveryProblem[]
}

/** An honest package.json does not name more. */
const mostNames = 5000
/** How many folders are searched between a member of a workspace and its root. */
const mostLevels = 16

const packageName = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i
/** The customary names of plugins. A package that is not installed can be recognised only by its name. */
const pluginName = /^(?:@[^/]+\/)?slipway-plugin-/

/**
 * The plugins among the installed npm packages that a folder's package.json names, and the folder itself if it is a plugin, for its author.
 * Their own dependencies are nobody's choice, and no plugins. Never fails; a package that only looks like a plugin is a problem that names
 * it.
 */
export function pluginPackages(project: string): PluginPackages {
  const manifest = join(project, 'package.json')
  const text = readSmallFile(manifest)
  if (text === undefined) return { packages: [], problems: [] }
  const found = new Found(manifest)
  try {
    const own: unknown = JSON.parse(text)
    const names = namesIn(own)
    const places = placesOf(project)
    found.take(nameOf(own), project, own)
    for (const name of names.slice(0, mostNames)) found.look(name, places)
    if (names.length > mostNames)
      found.problem(
        `${manifest} names ${names.length} packages, but Slipway reads only the first ${mostNames}`,
        manifest,
      )
  } catch (error) {
    const why = `${manifest} cannot be read, so no plugin is found in its packages: ${messageOf(error)}`
    found.problem(why, manifest, { hint: 'correct the file, or remove it' })
  }
  return found.distinct()
}

/**
 * Advice for types that no plugin serves, if a package with a plugin of that name is almost usable. `undefined`: there is no such package.
 */
export function packageHint(project: string, namespace: string): string | undefined {
  const [named, places] = [namedBy(project), placesOf(project)]
  const isThere = (name: string): boolean => places.some((place) => existsSync(join(place, name, 'package.json')))
  const absent = named.find((name) => pluginName.test(name) && name.endsWith(`-plugin-${namespace}`) && !isThere(name))
  if (absent !== undefined) return `npm install installs ${absent}, which package.json names`
  const name = `slipway-plugin-${namespace}`
  if (!packageName.test(name) || named.includes(name) || !isThere(name)) return undefined
  return `npm install ${name} adds the package to package.json: Slipway uses only packages that package.json names`
}

function namedBy(project: string): readonly string[] {
  try {
    return namesIn(JSON.parse(readSmallFile(join(project, 'package.json')) ?? 'null'))
  } catch {
    return []
  }
}

class Found {
  readonly #packages: PluginPackage[] = []
  readonly #problems: DiscoveryProblem[] = []
  readonly #manifest: string

  constructor(manifest: string) {
    this.#manifest = manifest
  }

  look(name: string, places: readonly string[]): void {
    const folder = places.map((place) => join(place, name)).find((path) => existsSync(join(path, 'package.json')))
    if (folder !== undefined) return this.#read(name, folder)
    if (!pluginName.test(name)) return
    this.problem(`${this.#manifest} names ${name}, which is not installed`, this.#manifest, {
      hint: 'npm install installs it',
    })
  }

  problem(message: string, file: string, more: Partial<DiscoveryProblem> = {}): void {
    this.#problems.push({ code: 'host/unusable-package', severity: 'warning', message, file, ...more })
  }

  #refuse(name: string, manifest: string, why: string, about?: Pick<NpmPlugin, 'id' | 'kind'>): void {
    const of = about && ({ severity: 'error', pluginId: about.id, kind: about.kind } as const)
    const hint = 'correct or build it if it is yours, or else tell its author'
    this.problem(`the package ${name} is not used: ${why}`, manifest, { hint, ...of })
  }

  /** Leaves out both of two packages with one id: otherwise their names alone would decide which one comes first. */
  distinct(): PluginPackages {
    const byId = Map.groupBy(this.#packages, ({ plugin }) => plugin.id)
    for (const [pluginId, [first, second]] of byId) {
      if (first === undefined || second === undefined) continue
      const message = `the packages ${first.name} and ${second.name} are both the plugin ${pluginId}`
      const hint = `npm uninstall ${second.name} leaves the other`
      const { kind } = second.plugin
      this.problem(message, second.file, { severity: 'error', hint, pluginId, kind })
    }
    const packages = this.#packages.filter(({ plugin }) => byId.get(plugin.id)?.length === 1)
    return { packages, problems: this.#problems }
  }

  #read(name: string, folder: string): void {
    const manifest = join(folder, 'package.json')
    const text = readSmallFile(manifest)
    // Most packages are no plugins, and need not be parsed.
    if (text === undefined ? !pluginName.test(name) : !text.includes('"slipway"')) return
    if (text === undefined) return this.#refuse(name, manifest, 'its package.json is not a file of at most 1 MB')
    let read: unknown
    try {
      read = JSON.parse(text)
    } catch (error) {
      return this.#refuse(name, manifest, `its package.json cannot be read: ${messageOf(error)}`)
    }
    this.take(name, folder, read)
  }

  /** @param manifest the parsed package.json in the folder */
  take(name: string, folder: string, manifest: unknown): void {
    const found = pluginOf(folder, manifest)
    if (found === undefined) return
    if ('problem' in found) return this.#refuse(name, join(folder, 'package.json'), found.problem, found.about)
    const { plugin, file } = found
    this.#packages.push({ name, plugin, file })
  }
}

/** The name in the folder's own package.json, which need not have one. */
function nameOf(manifest: unknown): string {
  const isNamed = typeof manifest === 'object' && manifest !== null && 'name' in manifest
  return isNamed && typeof manifest.name === 'string' && packageName.test(manifest.name)
    ? manifest.name
    : 'of this folder'
}

/** The packages of the project itself, each once. A string that is no package name could lead to any folder. */
function namesIn(manifest: unknown): readonly string[] {
  if (typeof manifest !== 'object' || manifest === null) return []
  const { dependencies, devDependencies, optionalDependencies } = manifest as Readonly<Record<string, unknown>>
  const names = [dependencies, devDependencies, optionalDependencies].flatMap((group) =>
    typeof group === 'object' && group !== null ? Object.keys(group) : [],
  )
  return [...new Set(names)].filter((name) => name.length <= 214 && packageName.test(name))
}

/**
 * The folders to search for packages: the project's own and, for a member of a workspace, those up to its root, where most packages are.
 */
function placesOf(project: string): readonly string[] {
  const folders = [project]
  for (let folder = dirname(project); folders.length < mostLevels; folder = dirname(folder)) {
    folders.push(folder)
    if (isWorkspaceRoot(folder)) return folders.map((each) => join(each, 'node_modules'))
    if (folder === dirname(folder)) break
  }
  return [join(project, 'node_modules')]
}

function isWorkspaceRoot(folder: string): boolean {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true
  const text = readSmallFile(join(folder, 'package.json'))
  if (text?.includes('"workspaces"') !== true) return false
  try {
    const manifest: unknown = JSON.parse(text)
    return typeof manifest === 'object' && manifest !== null && 'workspaces' in manifest
  } catch {
    return false
  }
}
