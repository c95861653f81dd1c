import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { messageOf } from '@slipway/model'
import valid from 'semver/functions/valid.js'
import type { DiscoveryProblem } from '../../discovery-problem.ts'
import { partialMarker, type PluginRoot } from '../../layout.ts'
import { finishHint } from '../../partial.ts'
import type { Dialect, InstalledPlugin, Scan } from '../dialect.ts'
import { executableOf, houseKind, kinds, pluginIdOf, type PulumiKind } from './described/kinds.ts'
import { namedByProject } from './described/project-plugins.ts'
import { descriptions } from './described/plugin-yaml.ts'

const anyKind = kinds.join('|')
/** `resource-random-v4.21.2` */
const folderName = new RegExp(`^(${anyKind})-(.+?)-v(\\d.*)$`)
/** `pulumi-resource-random` */
const fileName = new RegExp(`^pulumi-(${anyKind})-([^.]+)$`)

/** Finds everything in one root that looks like a plugin of Pulumi. Other files are ignored, or reported as problems. */
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

  constructor(root: PluginRoot, dialect: Dialect) {
    this.#root = root
    this.#dialect = dialect
  }

  run(): void {
    const { origin, path } = this.#root
    const { holds } = this.#root
    if (holds !== undefined) this.#scanOne(path, holds)
    else if (origin === 'attached') this.#scanAttached(path)
    else if (origin === 'project') this.#scanProject(path)
    else this.#scanFolder(path)
  }

  #scanOne(folder: string, { kind, name, version }: NonNullable<PluginRoot['holds']>): void {
    const known = kinds.find((each) => each === kind)
    const file = known && fileAt(folder, known, name)
    if (known !== undefined && file !== undefined && !existsSync(partialMarker(folder)))
      this.#add(known, name, version, file)
  }

  /** Reads `random:12345`; anything but an address is a problem. */
  #scanAttached(entry: string): void {
    const [, name = '', port = ''] = /^([^:]+):(\d{1,5})$/.exec(entry) ?? []
    if (Number(port) > 0 && Number(port) < 65_536) this.#add('resource', name, '', entry)
    else this.#problem(entry, `PULUMI_DEBUG_PROVIDERS names "${entry}", which is not of the form NAME:PORT`)
  }

  #scanProject(folder: string): void {
    const { plugins, problem } = namedByProject(folder)
    if (problem !== undefined) this.#problem(problem.file, problem.message)
    for (const { kind, name, version, path } of plugins) {
      const at = resolve(folder, path)
      const file = fileAt(at, kind, name)
      if (file === undefined) this.#problem(at, unusable(at, kind, name), pluginIdOf(kind, name))
      else this.#add(kind, name, version, file)
    }
  }

  /** Finds programs by their names, and installed plugins in folders with a version. */
  #scanFolder(path: string): void {
    for (const entry of entriesIn(path)) {
      const [, kind, name = ''] = fileName.exec(entry) ?? []
      if (kind !== undefined && isFile(join(path, entry))) this.#add(kind as PulumiKind, name, '', join(path, entry))
      else if (this.#root.origin !== 'path') this.#scanInstalled(path, entry)
    }
  }

  #scanInstalled(path: string, entry: string): void {
    const [, kind, name = '', version = ''] = folderName.exec(entry) ?? []
    const id = kind === undefined ? undefined : pluginIdOf(kind as PulumiKind, name)
    if (kind === undefined || id === undefined || valid(version) === null) return
    const folder = join(path, entry)
    const isWhole = !existsSync(partialMarker(folder))
    const file = isWhole ? fileAt(folder, kind as PulumiKind, name) : undefined
    if (file !== undefined) this.#add(kind as PulumiKind, name, version, file)
    else {
      const why = isWhole ? unusable(folder, kind, name) : 'its installation has not finished'
      const asked = `pulumi:${kind === 'resource' ? '' : `${kind}/`}${name}@${version}`
      this.#problem(
        folder,
        `${entry} in ${path} cannot be launched: ${why}`,
        id,
        isWhole ? undefined : finishHint(folder, asked),
      )
    }
  }

  #add(kind: PulumiKind, name: string, version: string, file: string): void {
    const id = pluginIdOf(kind, name)
    if (id === undefined) {
      this.#problem(file, `${file} is not a plugin: "${name}" is not a valid name for one`)
      return
    }
    this.plugins.push({
      id,
      dialect: this.#dialect,
      kind: houseKind(kind),
      // Ends with the colon of its tokens, so that a plugin `random` of another dialect has another namespace.
      namespace: `${name}:`,
      version,
      file,
      ...(descriptions.has(basename(file)) && { isSource: true }),
      root: this.#root,
    })
  }

  #problem(file: string, message: string, pluginId?: string, hint?: string): void {
    const about = { code: 'host/not-a-plugin', severity: 'warning', message, file } as const
    this.problems.push({ ...about, ...(pluginId !== undefined && { pluginId }), ...(hint !== undefined && { hint }) })
  }
}

/** The file to launch, for a plugin in a folder or one that is a program itself. */
function fileAt(path: string, kind: PulumiKind, name: string): string | undefined {
  if (isFile(path)) return path
  const file = join(path, executableOf(kind, name))
  if (isFile(file)) return file
  // A language plugin cannot be sources that another language plugin runs.
  if (kind === 'language') return undefined
  return [...descriptions].map((description) => join(path, description)).find(isFile)
}

function unusable(path: string, kind: string, name: string): string {
  try {
    readdirSync(path)
  } catch (error) {
    return `it cannot be read: ${messageOf(error)}`
  }
  return `it has neither ${executableOf(kind, name)} nor PulumiPlugin.yaml`
}

/** The entries, sorted; none for an unreadable folder, which is reported elsewhere. */
function entriesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
      .filter((entry) => entry.includes('-'))
      .sort()
  } catch {
    return []
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
