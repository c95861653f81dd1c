import { Failure, type ListedThings, namespaceOf, PluginFailure, type ValueMap } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { EnginePart } from '../engine/engine-part.ts'
import { ignore } from '../events.ts'
import { noProvider } from '../plugins/missing-provider.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import { nameSources } from './definitions.ts'
import { endingPlugins, lookWithEngine } from '../with-engine.ts'

export interface ListResourcesRequest extends ProjectRequest {
  /** A resource type. */
  readonly type: string
  /** The search terms. Empty: all things are listed. */
  readonly query: ValueMap
  readonly limit: number
  /** The name of an additional configuration of the provider. */
  readonly configuration?: string | undefined
  readonly stop?: AbortSignal
}

/** Lists the real things of a type, as its provider reports them. Needs no blueprint, but a blueprint may give keys to providers. */
export function listResources(
  slipway: Slipway,
  request: ListResourcesRequest,
  observe = ignore,
): Promise<ListedThings> {
  return stoppable(request.stop, async () => {
    const project = await findProject(slipway, request, 'runs')
    observe({ type: 'started' })
    return lookWithEngine(slipway, project, observe, async (engine) => {
      await nameSources(slipway, project, engine.plugins)
      return await endingPlugins(engine, request.stop, () => listed(engine, request))
    })
  })
}

async function listed({ catalog }: EnginePart, request: ListResourcesRequest): Promise<ListedThings> {
  const { type, query, limit, configuration, stop } = request
  const namespace = namespaceOf(type)
  const definition = await catalog.define(namespace, { resourceTypes: [type], dataSourceTypes: [], functions: [] })
  if (definition === undefined) throw noProvider(namespace, catalog.howToInstall(namespace, false))
  const { pluginId, resourceTypeNames } = definition
  if (!resourceTypeNames.includes(type)) {
    const hint = didYouMean(type, resourceTypeNames)
    throw new Failure(
      'cli/no-such-type',
      `${pluginId} has no resource type ${type}`,
      hint === undefined ? {} : { hint },
    )
  }
  const provider = await catalog.provider(namespace, configuration)
  const context = catalog.context(namespace, configuration)
  const control = stop === undefined ? {} : { signal: stop }
  const answer = await provider.list?.({ type, query, limit, context }, control).catch(unlessUnable)
  if (answer !== undefined) return answer
  throw new Failure('cli/cannot-list', `${pluginId} cannot list existing resources of the type ${type}`, {
    hint: 'look up the id at the service, then import it: slipway import NAME ID',
  })
}

function unlessUnable(error: unknown): undefined {
  if (!(error instanceof PluginFailure) || error.code !== 'protocol/unimplemented') throw error
}
