import type { DefinitionRequest, ProviderDefinition } from '@slipway/model'
import { configOf, dataSourceOf, type PackageSchema, resourceTypeNames, resourceTypeOf } from '../../convert/schema.ts'
import { functionName } from './invoke.ts'

interface About {
  readonly pluginId: string
  readonly pluginVersion: string
  readonly namespace: string
}

/** Returns the requested parts of a package's description of itself. */
export function definitionOf(
  schema: PackageSchema,
  { resourceTypes, dataSourceTypes, functions }: DefinitionRequest,
  { pluginId, pluginVersion, namespace }: About,
): ProviderDefinition {
  const tokens = Object.keys(schema.functions ?? {})
  const described = tokens.filter((token) => functions.includes(functionName(token)))
  return {
    pluginId,
    pluginVersion,
    namespace,
    config: configOf(schema),
    // Plugins of Pulumi retry by themselves.
    retryPolicy: { maxRetries: 0, firstDelayMs: 0, maxDelayMs: 0, factor: 1, jitter: false },
    resourceTypeNames: resourceTypeNames(schema),
    dataSourceTypeNames: tokens,
    functionNames: tokens.map(functionName),
    resourceTypes: named(resourceTypes, (type) => resourceTypeOf(schema, type)),
    dataSourceTypes: named(dataSourceTypes, (type) => dataSourceOf(schema, type)),
    functions: Object.fromEntries(
      described.map((token) => {
        const { description: summary } = schema.functions?.[token] ?? {}
        const name = functionName(token)
        const parameters = [{ name: 'args', type: 'object', optional: true }] as const
        return [name, { name, parameters, returns: 'object', ...(summary !== undefined && { summary }) }]
      }),
    ),
  }
}

function named<T>(names: readonly string[], find: (name: string) => T | undefined): Readonly<Record<string, T>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = find(name)
      return found === undefined ? [] : [[name, found] as const]
    }),
  )
}
