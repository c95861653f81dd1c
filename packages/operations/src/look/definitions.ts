import {
  Failure,
  messageOf,
  type DefinitionRequest,
  type ProviderDefinition,
  type TransformerDefinition,
} from '@slipway/model'
import { ignore, type Observer } from '../events.ts'
import type { EnginePart } from '../engine/engine-part.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import { foundBlueprintsIn } from '../project/find-blueprint.ts'
import { findProject, type Project, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import { lookWithEngine } from '../with-engine.ts'

/** All installed plugins with types. */
export interface InstalledTypes {
  /** The definitions by namespace. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>
  readonly transformers: readonly TransformerDefinition[]
}

/**
 * Returns all definitions of the installed providers, by namespace. Starts providers that the cache lacks. Reports and leaves out a provider that
 * cannot be asked.
 */
export async function installedDefinitions(
  slipway: Slipway,
  request: ProjectRequest = {},
  observe = ignore,
): Promise<ReadonlyMap<string, ProviderDefinition>> {
  const project = await findProject(slipway, request, 'checks')
  return lookWithEngine(slipway, project, observe, async (engine) => {
    await nameSources(slipway, project, engine.plugins)
    return await providersOf(engine, observe)
  })
}

/**
 * Does the same as `installedDefinitions`, and adds the definitions of installed transformers. First installs the plugins that the project names,
 * where the user allows it.
 */
export async function installedTypes(
  slipway: Slipway,
  request: ProjectRequest = {},
  observe = ignore,
): Promise<InstalledTypes> {
  const project = await findProject(slipway, request, 'checks')
  const { onDemand } = slipway
  return lookWithEngine(slipway, project, observe, async (engine) => {
    await nameSources(slipway, project, engine.plugins)
    if (onDemand !== undefined) await stoppable(onDemand.stop, () => ensureNamed(slipway, project, engine.plugins))
    const [providers, transformers] = await Promise.all([providersOf(engine, observe), transformersOf(engine, observe)])
    return { providers, transformers }
  })
}

/** Gives plugins the keys of the project. Other commands report mistakes in the project. */
export async function nameSources(slipway: Slipway, project: Project, plugins: PluginsPart): Promise<void> {
  const { namedSourcesOf } = await import('../installing/wanted-of.ts')
  for (const each of oneByOne(project)) {
    const named = await namedSourcesOf(slipway, each).catch((error: unknown) => {
      if (error instanceof Failure) return []
      throw error
    })
    plugins.nameSources(named)
  }
}

/** Returns the project. If no blueprint is named, the project follows once more for each blueprint of its folder. */
function oneByOne(project: Project): readonly Project[] {
  const { blueprint, program, stackFile, folders } = project
  const isNamed = (blueprint ?? program ?? stackFile) !== undefined
  const others = isNamed ? [] : foundBlueprintsIn(folders.project)
  return [project, ...others.map((each) => Object.assign({}, project, { blueprint: each }))]
}

/** Installs the plugins that the project names. */
async function ensureNamed(slipway: Slipway, project: Project, plugins: PluginsPart): Promise<void> {
  const { namedBy } = await import('../installing/wanted-of.ts')
  const installed = new Set(plugins.namespaces())
  const absent = (await namedBy(slipway, project)).filter((each) => each.every((name) => !installed.has(name)))
  await plugins.ensure(absent.flatMap(([namespace]) => (namespace === undefined ? [] : [{ namespace, version: '' }])))
}

async function providersOf(engine: EnginePart, observe: Observer): Promise<ReadonlyMap<string, ProviderDefinition>> {
  const found = await Promise.all(
    engine.catalog.namespaces().map(async (namespace) => {
      try {
        return [[namespace, await wholeDefinition(engine, namespace)] as const]
      } catch (error) {
        observe({ type: 'notice', message: `${namespace} is left out: ${messageOf(error)}` })
        return []
      }
    }),
  )
  return new Map(found.flat().flatMap(([namespace, one]) => (one === undefined ? [] : [[namespace, one] as const])))
}

async function transformersOf(
  { transformers }: EnginePart,
  observe: Observer,
): Promise<readonly TransformerDefinition[]> {
  const found = await Promise.all(
    (await transformers.names()).map(async (name) => {
      try {
        const cached = await transformers.definedAsCached(name)
        if (cached !== undefined) return [cached]
        const names = await transformers.define(name, { abstractResourceTypes: [] })
        if (names === undefined) return []
        const whole = await transformers.define(name, { abstractResourceTypes: names.abstractResourceTypeNames })
        return whole === undefined ? [] : [whole]
      } catch (error) {
        observe({ type: 'notice', message: `the transformer ${name} is left out: ${messageOf(error)}` })
        return []
      }
    }),
  )
  return found.flat()
}

const nothing: DefinitionRequest = { resourceTypes: [], dataSourceTypes: [], functions: [] }

/** Requests all names, and then all definitions. The result does not depend on settings. */
async function wholeDefinition({ catalog }: EnginePart, namespace: string): Promise<ProviderDefinition | undefined> {
  const names = await catalog.defineUnconfigured(namespace, nothing)
  if (names === undefined) return undefined
  const { resourceTypeNames: resourceTypes, dataSourceTypeNames: dataSourceTypes, functionNames: functions } = names
  const { variableTypeNames: variableTypes = [] } = names
  const whole = await catalog.defineUnconfigured(namespace, {
    resourceTypes,
    dataSourceTypes,
    functions,
    variableTypes,
  })
  // A plugin that may not be launched has only its cached definitions.
  return whole ?? names
}
