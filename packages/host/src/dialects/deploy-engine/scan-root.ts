import { existsSync, readdirSync, realpathSync, type Dirent } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { formatPluginId, messageOf, parsePluginId, type PluginId } from '@slipway/model'
import valid from 'semver/functions/valid.js'
import { type DiscoveryProblem, linkHint } from '../../discovery-problem.ts'
import { executableName, kindFolders, partialMarker, type PluginKind, type PluginRoot } from '../../layout.ts'
import { finishHint } from '../../partial.ts'
import type { Dialect, InstalledPlugin, Scan } from '../dialect.ts'
import { pluginInFolder } from './plugin-of-package.ts'

/** Finds everything in one root that looks like a plugin. Other files are problems, never failures. */
export function scanRoot(root: PluginRoot, dialect: Dialect): Scan {
  const scan = new RootScan(root, dialect)
  scan.run()
  return scan
}

class RootScan implements Scan {
  readonly plugins: InstalledPlugin[] = []
  readonly problems: DiscoveryProblem[] = []
  readonly #root: PluginRoot
  readonly #dialect: Dialect
  /** Links that lead out of the root, and where to; with whether anything odd was met behind them. */
  readonly #links = new Map<string, { readonly to: string; isOdd: boolean }>()

  constructor(root: PluginRoot, dialect: Dialect) {
    this.#root = root
    this.#dialect = dialect
  }

  run(): void {
    const { holds, path } = this.#root
    if (holds !== undefined) {
      if (executableIn(path) !== undefined)
        this.#add(holds.kind as PluginKind, holds.name.split('/'), holds.version, path)
      return
    }
    if (this.#list(this.#root.path, this.#root.origin !== 'environment') === undefined) return
    for (const kind of ['provider', 'transformer'] as const) {
      const folder = join(this.#root.path, kindFolders[kind])
      for (const first of this.#folders(folder, true)) {
        for (const second of this.#folders(join(folder, first))) this.#scanPair(kind, folder, first, second)
      }
    }
    this.#tellLinks()
  }

  /** Files behind a link are not listed one by one. If the link is a plugin, the safety check reports it. */
  #tellLinks(): void {
    for (const [link, { to, isOdd }] of this.#links) {
      if (!isOdd || this.plugins.some(({ file }) => isBelow(file, link))) continue
      this.problems.push({
        code: 'host/not-a-plugin',
        severity: 'warning',
        message: `${relative(this.#root.path, link)} in ${this.#root.path} is a link that leaves the plugin directory, to ${to}, where there is no plugin`,
        file: link,
        hint: linkHint,
      })
    }
  }

  /** `first/second` is `namespace/plugin`, with versions below it, or `hostname/namespace`, with plugins below it. */
  #scanPair(kind: PluginKind, folder: string, first: string, second: string): void {
    const pair = join(folder, first, second)
    const below = this.#folders(pair)
    if (below.length === 0) this.#junk(pair, 'it has no version folder')
    for (const third of below) {
      const entries = this.#list(join(pair, third)) ?? []
      if (holdsPlugin(join(pair, third), entries)) {
        this.#add(kind, [first, second], third, join(pair, third))
        continue
      }
      const versions = entries.filter(isFolder).map((entry) => entry.name)
      if (versions.length === 0) this.#junk(join(pair, third), `it contains no file named "${executableName}"`)
      for (const version of versions)
        this.#scanVersion(kind, [first, second, third], version, join(pair, third, version))
    }
  }

  #scanVersion(kind: PluginKind, segments: readonly string[], version: string, folder: string): void {
    if (holdsPlugin(folder, this.#list(folder) ?? [])) this.#add(kind, segments, version, folder)
    else this.#junk(folder, `it contains no file named "${executableName}"`)
  }

  #add(kind: PluginKind, segments: readonly string[], version: string, folder: string): void {
    const id = parsePluginId(segments.join('/'))
    if (id === undefined) this.#junk(folder, `"${segments.join('/')}" is not a plugin id`)
    else if (valid(version) === null) this.#junk(folder, `"${version}" is not a version such as 1.0.0`, id)
    else if (existsSync(partialMarker(folder))) this.#partial(kind, formatPluginId(id), version, folder)
    else {
      const file = executableIn(folder) ?? join(folder, executableName)
      const { plugin: namespace } = id
      const at = { file, root: this.#root, dialect: this.#dialect }
      this.plugins.push({ id: formatPluginId(id), namespace, kind, version, ...at })
    }
  }

  #partial(kind: PluginKind, pluginId: string, version: string, folder: string): void {
    this.problems.push({
      code: 'host/partial-plugin',
      severity: 'error',
      message: `${pluginId} ${version} in ${this.#root.path} cannot be launched: its installation has not finished`,
      file: folder,
      hint: finishHint(folder, `${pluginId}@${version}`),
      pluginId,
      kind,
    })
  }

  #junk(path: string, why: string, id?: PluginId): void {
    if (this.#isBehindLink(path)) return
    this.problems.push({
      code: 'host/not-a-plugin',
      severity: 'warning',
      message: `${relative(this.#root.path, path)} in ${this.#root.path} is not a plugin: ${why}`,
      file: path,
      hint: 'the executable of a plugin is {providers,transformers}/{hostname/}?{namespace}/{plugin}/{version}/plugin',
      ...(id && { pluginId: formatPluginId(id) }),
    })
  }

  #folders(path: string, mayBeMissing = false): readonly string[] {
    const entries = (this.#list(path, mayBeMissing) ?? []).filter(isFolder)
    for (const entry of entries) if (entry.isSymbolicLink()) this.#noteLink(join(path, entry.name))
    return entries.map((entry) => entry.name)
  }

  #noteLink(path: string): void {
    const [to, root] = [realPath(path), realPath(this.#root.path)]
    if (to !== undefined && root !== undefined && !isBelow(to, root)) this.#links.set(path, { to, isOdd: false })
  }

  /** Notes that something odd was met there. */
  #isBehindLink(path: string): boolean {
    for (const [link, about] of this.#links) {
      if (path !== link && !isBelow(path, link)) continue
      about.isOdd = true
      return true
    }
    return false
  }

  /** Visible entries by name; `undefined`, with a reported problem, when the folder cannot be read. */
  #list(path: string, mayBeMissing = false): readonly Dirent[] | undefined {
    try {
      const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'))
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      if (!(mayBeMissing && isMissing(error))) this.#unreadable(path, error)
      return undefined
    }
  }

  #unreadable(path: string, error: unknown): void {
    if (this.#isBehindLink(path)) return
    this.problems.push({
      code: 'host/unreadable-plugin-root',
      severity: 'warning',
      message: isMissing(error)
        ? `the plugin directory ${path} does not exist`
        : `the plugin directory ${path} cannot be read: ${messageOf(error)}`,
      file: path,
      hint: 'Slipway finds no plugin in it: create it, make it readable, or remove it from the plugin path',
    })
  }
}

function holdsPlugin(folder: string, entries: readonly Dirent[]): boolean {
  if (entries.some((entry) => entry.name === executableName && !entry.isDirectory())) return true
  return entries.some((entry) => entry.name === 'package.json') && executableIn(folder) !== undefined
}

/** The file to launch for a version: the one with the required name, or the one that the npm package names. */
function executableIn(folder: string): string | undefined {
  const file = join(folder, executableName)
  if (existsSync(file)) return file
  const found = pluginInFolder(folder)
  return found !== undefined && 'file' in found ? found.file : undefined
}

/** A link may lead to a folder: whether it may be followed is decided for the plugin file that is found through it. */
function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() || entry.isSymbolicLink()
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}${sep}`)
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
