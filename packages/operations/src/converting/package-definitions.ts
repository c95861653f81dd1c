import { PluginFailure } from '@slipway/model'
import type { CatalogPart } from '../catalog/catalog-part.ts'
import { fullToken, type PackageDefinition } from '../forms/pulumi-yaml/known-packages.ts'
import type { UsedTokens } from '../forms/pulumi-yaml/tokens-in.ts'
import type { Observer } from '../events.ts'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { endingPlugins, lookWithEngine } from '../with-engine.ts'
import type { AskingRequest } from './asking-request.ts'

/** Packages by their names. */
export type Definitions = ReadonlyMap<string, PackageDefinition>

/** Does the same as `packageDefinitions`, with an engine of its own. */
export async function askingDefinitions(
  slipway: Slipway,
  { settings, trust, stop }: AskingRequest,
  observe: Observer,
  used: ReadonlyMap<string, UsedTokens>,
): Promise<Definitions> {
  const project = await findProject(slipway, { ...(settings && { settings }), trust }, 'looks', true)
  observe({ type: 'started' })
  return await lookWithEngine(slipway, project, observe, (engine) =>
    endingPlugins(engine, stop, () => packageDefinitions(engine.catalog, used)),
  )
}

/** Returns the definitions that installed plugins give for a program's packages. A plugin that is missing or does not answer gives no definition. */
export async function packageDefinitions(
  catalog: Pick<CatalogPart, 'define'>,
  used: ReadonlyMap<string, UsedTokens>,
): Promise<Definitions> {
  const found = new Map<string, PackageDefinition>()
  for (const [pkg, tokens] of used) {
    const definition = await definitionOf(catalog, `${pkg}:`, tokens).catch(unlessOfPlugin)
    if (definition !== undefined) found.set(pkg, definition)
  }
  return found
}

async function definitionOf(
  catalog: Pick<CatalogPart, 'define'>,
  namespace: string,
  { resources, functions }: UsedTokens,
): Promise<PackageDefinition | undefined> {
  const names = await catalog.define(namespace, { resourceTypes: [], dataSourceTypes: [], functions: [] })
  if (names === undefined) return undefined
  return await catalog.define(namespace, {
    resourceTypes: whole(resources, names.resourceTypeNames),
    dataSourceTypes: whole(functions, names.dataSourceTypeNames),
    functions: [],
  })
}

function whole(tokens: ReadonlySet<string>, known: readonly string[]): readonly string[] {
  return [...tokens].map((token) => fullToken(token, known)).filter((token) => token !== undefined)
}

function unlessOfPlugin(thrown: unknown): undefined {
  if (!(thrown instanceof PluginFailure)) throw thrown
}
