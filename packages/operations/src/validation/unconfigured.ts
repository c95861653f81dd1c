import {
  type CheckedBlueprint,
  openSpecs,
  type ProviderCalls,
  type ProviderCallsOptions,
  saidOfDataSource,
  type Unchecked,
} from '@slipway/engine'
import {
  type DefinitionRequest,
  type Diagnostic,
  diagnosticsOf,
  Failure,
  namespaceOf,
  type ProviderDefinition,
} from '@slipway/model'
import { validateInPlace } from './custom-validation.ts'

export interface UnconfiguredRequest {
  readonly blueprint: CheckedBlueprint
  /** Gets the providers that cannot be asked. */
  readonly unchecked: Unchecked
  /** The definition of a provider that may be started; `undefined` for others. */
  readonly define: (namespace: string, request: DefinitionRequest) => Promise<ProviderDefinition | undefined>
  readonly calls: (providers: ProviderCallsOptions['providers']) => ProviderCalls
}

export interface AskedUnconfigured {
  readonly diagnostics: readonly Diagnostic[]
  /** The namespaces of the providers that were asked. */
  readonly asked: ReadonlySet<string>
}

/**
 * The objections of providers that need no settings to check a blueprint: about its resources, its data sources and their own settings. Starts these providers. One that cannot be asked is noted as unchecked.
 */
export async function askUnconfigured(request: UnconfiguredRequest): Promise<AskedUnconfigured> {
  const { blueprint, unchecked } = request
  const byNamespace = await checking(request)
  const asked = new Set(byNamespace.keys())
  if (asked.size === 0) return { diagnostics: [], asked }
  const type = (name: string) => byNamespace.get(namespaceOf(name))?.resourceTypes[name]
  const calls = request.calls({ byNamespace, type, link: () => undefined })
  const found: Diagnostic[] = []
  const ask = async (namespace: string, work: () => Promise<readonly Diagnostic[]>): Promise<void> => {
    if (!byNamespace.has(namespace)) return
    try {
      found.push(...(await work()))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const refused = diagnosticsOf(error)
      if (refused !== undefined) found.push(...refused)
      else {
        unchecked.provider(namespace, { why: error.message })
        asked.delete(namespace)
      }
    }
  }
  for (const namespace of byNamespace.keys()) await ask(namespace, () => ofSettings(namespace, calls))
  const { resources, dataSources } = openSpecs(blueprint)
  const around = { calls, instance: '' }
  const questions = [
    ...resources.map(({ resource: { name, type: named, options }, spec }) =>
      ask(namespaceOf(named), () =>
        validateInPlace({ name, type: named, spec, configuration: options?.provider }, blueprint, around),
      ),
    ),
    ...dataSources.map(({ source, question: { filters, metadata } }) =>
      ask(namespaceOf(source.type), async () => {
        const { name: dataSourceName, type: named, exports, options } = source
        const beside = Object.keys(metadata).length === 0 ? {} : { metadata }
        const question = { type: named, dataSourceName, filters, exports, options, ...beside }
        const words = await calls.validateDataSource(question)
        return saidOfDataSource(words, source, blueprint, calls.pluginId(namespaceOf(named)))
      }),
    ),
  ]
  await Promise.all(questions)
  return { diagnostics: found.sort((a, b) => (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0)), asked }
}

/** The providers of a blueprint that check it without being configured, by namespace. */
async function checking({
  blueprint: { resources, dataSources },
  define,
}: UnconfiguredRequest): Promise<ReadonlyMap<string, ProviderDefinition>> {
  const types = Map.groupBy(
    Array.from(resources.values(), ({ type }) => type),
    namespaceOf,
  )
  for (const { type } of dataSources.values()) if (!types.has(namespaceOf(type))) types.set(namespaceOf(type), [])
  const found = new Map<string, ProviderDefinition>()
  for (const [namespace, resourceTypes] of types) {
    const request = { resourceTypes, dataSourceTypes: [], functions: [] }
    // The check has told what is wrong with a provider that cannot describe itself.
    const definition = await define(namespace, request).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      return undefined
    })
    if (definition?.checksUnconfigured === true) found.set(namespace, definition)
  }
  return found
}

async function ofSettings(namespace: string, calls: ProviderCalls): Promise<readonly Diagnostic[]> {
  const problems = await calls.validateSettings(namespace)
  const pluginId = calls.pluginId(namespace)
  return problems.map(({ severity, message, path = 'spec', method, hint }): Diagnostic => {
    const words = `the settings of ${namespace} (${pluginId}, ${method}): ${message}`
    const about = { code: 'cli/refused-by-plugin', severity, message: words } as const
    return Object.assign(about, { path: path.replace(/^spec/, `providers.${namespace}`) }, hint && { hint })
  })
}
