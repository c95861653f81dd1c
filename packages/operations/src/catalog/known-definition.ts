import { type DefinitionRequest, PluginFailure, type ProviderDefinition } from '@slipway/model'

/** True if the definition contains everything requested that the provider has. */
export function answers(definition: ProviderDefinition, request: DefinitionRequest): boolean {
  return !(
    lacks(request.resourceTypes, definition.resourceTypeNames, definition.resourceTypes) ||
    lacks(request.dataSourceTypes, definition.dataSourceTypeNames, definition.dataSourceTypes) ||
    lacks(request.functions, definition.functionNames, definition.functions) ||
    lacks(request.linkTypes ?? [], definition.linkTypeNames ?? [], definition.linkTypes ?? {}) ||
    lacks(request.variableTypes ?? [], definition.variableTypeNames ?? [], definition.variableTypes ?? {})
  )
}

function lacks(wanted: readonly string[], names: readonly string[], has: object): boolean {
  return wanted.some((name) => names.includes(name) && !Object.hasOwn(has, name))
}

/** Returns the failure for missing or invalid definitions, with the plugin's id. */
export function undefinedBy(pluginId: string, failure: PluginFailure): PluginFailure {
  const message = `${pluginId} did not list its types (${failure.method}): ${failure.message}`
  return failure.reworded({ message, reasons: failure.reasons })
}
