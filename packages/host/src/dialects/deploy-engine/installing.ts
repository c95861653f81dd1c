import { readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Descriptor, Ecosystem, Hint, Identity } from '@slipway/installer'
import { Failure, formatPluginId, parsePluginId } from '@slipway/model'
import valid from 'semver/functions/valid.js'
import { executableName, partialMarker, type PluginKind, versionFolder } from '../../layout.ts'
import { filesIn, programsIn } from '../programs-in.ts'
import { hasPackages, packagesInstallation } from './packages-of-package.ts'
import { pluginInFolder } from './plugin-of-package.ts'

export interface DeployEnginePlaces {
  /** The directory for installed plugins. Fails if there is none. */
  readonly root: () => string
  /** All directories of the plugin path. */
  readonly roots: readonly string[]
  /** The environment of package managers. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The file in which the deploy engine's own tool records the dependencies of a plugin. */
const infoFile = 'bluelink-registry-info.json'
/** Bytes. */
const mostOfInfo = 1024 * 1024
const mostDependencies = 200

/** Plugins of the deploy engine, and Slipway's own. An id names one; for a plugin from elsewhere, `--as` gives the id. */
export function deployEngineEcosystem({ root, roots, env }: DeployEnginePlaces): Ecosystem {
  return {
    name: 'deploy-engine',
    owns: ({ form, as }) => form.form === 'id' || as !== undefined,
    recognise,
    place: ({ kind, name, version }) => {
      const folder = versionFolder(root(), kind as PluginKind, name, version)
      return { folder, marker: partialMarker(folder) }
    },
    isSearched: (folder) => roots.some((each) => folder.startsWith(`${each}${sep}`)),
    needs: async ({ programs }, folder) => {
      const plugins = dependenciesIn(folder)
      const isPackage =
        programs[0] !== undefined && programs[0] !== executableName && pluginInFolder(folder) !== undefined
      if (!isPackage || !hasPackages(folder)) return { plugins, sdks: [] }
      return { plugins, sdks: [], dependencies: packagesInstallation(folder, env) }
    },
  }
}

function recognise(folder: string, hint: Hint): Identity | undefined {
  const said = saidBy(hint)
  if (said === undefined) return packageIn(folder, hint)
  const program = programOf(folder, hint.fileName)
  if (program === undefined) return undefined
  const kind = said.kind ?? kindOf(program) ?? kindOf(hint.fileName ?? '')
  if (kind === undefined)
    throw new Failure('install/unknown-kind', `Slipway cannot tell whether ${said.id} is a provider or a transformer`, {
      hint: 'tell its publisher: its registry or the name of its program must say that',
    })
  return {
    ecosystem: 'deploy-engine',
    kind,
    name: said.id,
    version: said.version,
    programs: [program],
    ...(program !== executableName && { renamed: { [program]: executableName } }),
  }
}

/** An npm package states its own identity. */
function packageIn(folder: string, { version }: Hint): Identity | undefined {
  const found = pluginInFolder(folder)
  if (found === undefined) return undefined
  if ('problem' in found)
    throw new Failure('install/bad-plugin', `the package cannot be used: ${found.problem}`, {
      hint: 'tell the author of the package',
    })
  const { plugin } = found
  if (valid(version) !== null && version !== plugin.version && !version.startsWith('0.0.0-x'))
    throw new Failure('install/bad-plugin', `the package of ${plugin.id} ${version} says that it is ${plugin.version}`)
  return {
    ecosystem: 'deploy-engine',
    kind: plugin.kind,
    name: plugin.id,
    version: plugin.version,
    programs: [plugin.file],
  }
}

function saidBy({ descriptor: { form, as }, version, kind }: Hint) {
  if (as !== undefined) return { kind: as.kind, id: as.id, version: as.version }
  if (form.form !== 'id') return undefined
  const id = form.host === undefined ? form.id : `${form.host}/${form.id}`
  return { kind: kind === 'provider' || kind === 'transformer' ? kind : undefined, id, version }
}

/** `bluelink-provider-aws` */
function kindOf(file: string): PluginKind | undefined {
  const [, kind] = /(?:^|-)(provider|transformer)-/.exec(file) ?? []
  return kind as PluginKind | undefined
}

/** The plugin's program: the file with the required name, the fetched file itself, or the only candidate. */
function programOf(folder: string, fileName: string | undefined): string | undefined {
  const files = filesIn(folder)
  if (files.includes(executableName)) return executableName
  if (fileName !== undefined && files.length === 1 && files[0] === fileName) return fileName
  const programs = programsIn(folder)
  const named = programs.filter((name) => kindOf(name) !== undefined)
  const [only, second] = named.length > 0 ? named : programs
  return second === undefined ? only : undefined
}

/** Fails when the file has no ids and versions. */
function dependenciesIn(folder: string): readonly Descriptor[] {
  const file = join(folder, infoFile)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return []
  const refuse = (why: string): Failure =>
    new Failure('install/bad-plugin', `${infoFile} of the plugin ${why}`, { hint: 'tell the author of the plugin' })
  if (!stats.isFile() || stats.size > mostOfInfo) throw refuse('is not a file of at most 1 MB')
  let info: unknown
  try {
    info = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw refuse('is not JSON')
  }
  const dependencies = (info as { readonly dependencies?: unknown } | null)?.dependencies ?? {}
  if (typeof dependencies !== 'object' || Array.isArray(dependencies)) throw refuse('has no map of dependencies')
  const entries = Object.entries(dependencies as Readonly<Record<string, unknown>>)
  if (entries.length > mostDependencies) throw refuse(`names more than ${mostDependencies} dependencies`)
  return entries.map(([text, range]): Descriptor => {
    const id = parsePluginId(text)
    if (id === undefined || typeof range !== 'string' || valid(range.replace(/^[\^~]/, '')) === null)
      throw refuse(`says ${JSON.stringify(text).slice(0, 100)}: ${JSON.stringify(range).slice(0, 100)}`)
    const { hostname: host, ...rest } = id
    return { form: { form: 'id', ...(host !== undefined && { host }), id: formatPluginId(rest) }, version: range }
  })
}
