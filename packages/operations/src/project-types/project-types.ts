import { type Diagnostic, messageOf, namespaceOf, type ProviderDefinition } from '@slipway/model'
import { nearest } from '@slipway/source'
import { readText } from '@slipway/source/files'
import { coreNamespaces } from '../core-plugins.ts'
import type { EnginePart } from '../engine/engine-part.ts'
import { ignore, type Observer } from '../events.ts'
import { dataSourceMember, functionMember, resourceMember } from '../inline/types-text.ts'
import { nameSources } from '../look/definitions.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import { refuseOverOthers } from '../reading/refuse-over-others.ts'
import type { Slipway } from '../slipway.ts'
import { lookWithEngine } from '../with-engine.ts'
import { envFileOf, refuseNoFile } from './env-file.ts'
import { type EnvMembers, envText, isEnvText, membersIn } from './env-text.ts'
import { namedInSources, type NamedInSources, type TypeWish } from './named-types.ts'

export interface TypesRequest extends Pick<ProjectRequest, 'file' | 'settings' | 'trust'> {
  /** The file to write. Default: `slipway-env.d.ts` in the folder of the project. */
  readonly out?: string | undefined
}

/** TypeScript's view of a project, and the problems found on the way. */
export interface ProjectTypes {
  /** Absolute. */
  readonly file: string
  readonly text: string
  /** True if the file already has this text. */
  readonly isCurrent: boolean
  /** The number of installed types. `named` lists the types that the project uses. */
  readonly installed: number
  readonly named: readonly string[]
  /** Types without an installed plugin. Their old lines stay. */
  readonly kept: readonly string[]
  /** Problems with names that no installed plugin has. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Makes the TypeScript declarations for a project's programs: the names of all installed types, and full definitions of the types that its sources
 * name. Reads the sources without running them. Starts a plugin once if the cache lacks it.
 *
 * @throws Failure `cli/file-is-there` if a different file has the name
 */
export async function projectTypes(
  slipway: Slipway,
  { out, ...request }: TypesRequest = {},
  observe: Observer = ignore,
): Promise<ProjectTypes> {
  const project = await findProject(slipway, request, 'checks')
  const folder = project.folders.project
  const file = envFileOf(slipway, folder, out)
  refuseNoFile(file)
  refuseOverOthers(file, isEnvText, 'give --out another name, or remove that file')
  const before = textIn(file)
  const named = namedInSources(folder)
  return await lookWithEngine(slipway, project, observe, async (engine) => {
    await nameSources(slipway, project, engine.plugins)
    const providers = await providersNamed(engine, named, observe)
    const known = { providers, named, earlier: membersIn(before ?? ''), core: coreNamespaces(slipway.ownPlugins) }
    const missing = missingOf(known, (namespace) => engine.catalog.howToInstall(namespace, false))
    const text = envText(membersOf(known, missing))
    const names = allNames(providers)
    return {
      file,
      text,
      isCurrent: text === before,
      installed: names.size,
      named: [...names].filter((name) => named.texts.has(name)).sort(),
      ...missing,
    }
  })
}

interface Known {
  readonly providers: ReadonlyMap<string, ProviderDefinition>
  readonly named: NamedInSources
  /** The previous content of the file. */
  readonly earlier: EnvMembers
  /** Namespaces of the core plugins, whose types TypeScript knows without the file. */
  readonly core: readonly string[]
}

type Missing = Pick<ProjectTypes, 'kept' | 'diagnostics'>

/**
 * Returns the definitions of the installed providers, in full for types that the sources name. Reports and leaves out a provider that cannot be
 * asked.
 */
async function providersNamed(
  { catalog }: EnginePart,
  { texts, wishes }: NamedInSources,
  observe: Observer,
): Promise<ReadonlyMap<string, ProviderDefinition>> {
  const isNamed = (name: string): boolean => texts.has(name)
  // A source of the project may define a type that no installed plugin has.
  const namespaces = new Set([...catalog.namespaces(), ...wishes.map(({ type }) => namespaceOf(type))])
  const found = await Promise.all(
    [...namespaces].map(async (namespace) => {
      try {
        const names = await catalog.defineUnconfigured(namespace, {
          resourceTypes: [],
          dataSourceTypes: [],
          functions: [],
        })
        if (names === undefined) return []
        const wanted = {
          resourceTypes: names.resourceTypeNames.filter(isNamed),
          dataSourceTypes: names.dataSourceTypeNames.filter(isNamed),
          functions: names.functionNames.filter((name) => isNamed(name) || isNamed(`${namespace}::${name}`)),
        }
        const isAll = Object.values(wanted).every((each) => each.length === 0)
        const whole = isAll ? names : await catalog.defineUnconfigured(namespace, wanted)
        // A plugin that may not be launched has only its cached definitions.
        return [[namespace, whole ?? names] as const]
      } catch (error) {
        observe({ type: 'notice', message: `${namespace} is left out: ${messageOf(error)}` })
        return []
      }
    }),
  )
  return new Map(found.flat())
}

function membersOf({ providers, named: { texts }, earlier, core }: Known, { kept }: Missing): EnvMembers {
  const indent = '    '
  const all = [...providers].sort(([a], [b]) => (a < b ? -1 : 1))
  const members = {
    TypeNames: new Map<string, string>(),
    ResourceTypes: new Map<string, string>(),
    DataSourceTypes: new Map<string, string>(),
    PluginFunctions: new Map<string, string>(),
  }
  for (const type of kept) {
    const namespace = namespaceOf(type)
    for (const [section, key] of [
      ['TypeNames', namespace],
      ['ResourceTypes', type],
      ['DataSourceTypes', type],
    ] as const) {
      const lines = earlier[section].get(key)
      if (lines !== undefined) members[section].set(key, lines)
    }
  }
  for (const [namespace, { resourceTypeNames, resourceTypes, dataSourceTypes, functions }] of all) {
    if (resourceTypeNames.length > 0) members.TypeNames.set(namespace, namesMember(namespace, resourceTypeNames))
    for (const definition of Object.values(resourceTypes))
      if (texts.has(definition.type) && !core.includes(namespace))
        members.ResourceTypes.set(definition.type, resourceMember(definition, indent))
    for (const definition of Object.values(dataSourceTypes))
      if (texts.has(definition.type)) members.DataSourceTypes.set(definition.type, dataSourceMember(definition, indent))
    for (const definition of Object.values(functions))
      for (const called of [definition.name, `${namespace}::${definition.name}`])
        if (texts.has(called)) members.PluginFunctions.set(called, functionMember(called, definition, indent))
  }
  return members
}

function namesMember(namespace: string, names: readonly string[]): string {
  const sorted = names.toSorted().map((name) => `\n      | ${JSON.stringify(name)}`)
  return `    ${JSON.stringify(namespace)}:${sorted.join('')}`
}

function missingOf({ providers, named: { texts, wishes }, earlier }: Known, howToInstall: HowToInstall): Missing {
  const isThere = (type: string): boolean => providers.has(namespaceOf(type))
  const before = [...earlier.ResourceTypes.keys(), ...earlier.DataSourceTypes.keys()]
  const kept = before.filter((type) => texts.has(type) && !isThere(type)).sort()
  const names = allNames(providers)
  const unknown = wishes.filter(({ type }) => !names.has(type) && !kept.includes(type))
  const diagnostics = unknown.map((wish) => {
    const near = nearOf(wish.type, names, providers)
    return isThere(wish.type) || near !== undefined
      ? misspelt(wish, near)
      : notThere(`no installed plugin has the type ${wish.type}`, howToInstall(namespaceOf(wish.type)), wish)
  })
  const ofKept = kept.map((type) =>
    notThere(
      `no installed plugin has the type ${type}: it keeps the lines that it had`,
      howToInstall(namespaceOf(type)),
    ),
  )
  return { kept, diagnostics: [...diagnostics, ...ofKept] }
}

type HowToInstall = (namespace: string) => string | undefined

/** Finds the nearest known type. A type far from every known namespace belongs to a missing plugin. */
function nearOf(type: string, names: ReadonlySet<string>, providers: Known['providers']): string | undefined {
  const namespace = namespaceOf(type)
  if (!providers.has(namespace) && nearest(namespace, providers.keys()) === undefined) return undefined
  const ofNamespace = providers.get(namespace)?.resourceTypeNames ?? []
  return nearest(type, ofNamespace) ?? nearest(type, names)
}

function misspelt({ type, file, range }: TypeWish, near: string | undefined): Diagnostic {
  const hint = near === undefined ? 'slipway schema prints all types' : `did you mean "${near}"?`
  const message = `there is no type ${type}`
  return { code: 'blueprint/unknown-type', severity: 'warning', message, file, range, hint }
}

function notThere(message: string, hint: string | undefined, at?: TypeWish): Diagnostic {
  const place = at && { file: at.file, range: at.range }
  return { code: 'blueprint/no-provider', severity: 'warning', message, ...(hint !== undefined && { hint }), ...place }
}

function allNames(providers: ReadonlyMap<string, ProviderDefinition>): ReadonlySet<string> {
  return new Set([...providers.values()].flatMap(({ resourceTypeNames }) => resourceTypeNames))
}

function textIn(file: string): string | undefined {
  try {
    return readText(file, { what: 'file of types' })
  } catch {
    return undefined
  }
}
